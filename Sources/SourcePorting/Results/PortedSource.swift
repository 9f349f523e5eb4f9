// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A source file, what a port changes in it, and what it leaves.
package struct PortedSource: Sendable {
  package let path: String
  package let original: String
  /// Ascending, without overlaps.
  package let edits: [SourceEdit]
  /// Ascending by line.
  package let remainders: [Remainder]

  init(path: String, original: String, edits: [SourceEdit], remainders: [Remainder]) {
    self.path = path
    self.original = original
    self.edits = Self.sorted(edits)
    self.remainders = Self.sorted(remainders)
  }

  /// The source with its changes.
  package var text: String {
    let bytes = Array(original.utf8)
    var result: [UInt8] = []
    var end = 0
    for edit in edits {
      result += bytes[end..<edit.range.lowerBound]
      result += Array(edit.replacement.utf8)
      end = edit.range.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Insertions come before what is replaced at their place, in their order.
  private static func sorted(_ edits: [SourceEdit]) -> [SourceEdit] {
    edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
  }

  /// By line and topic; a place is named once.
  private static func sorted(_ remainders: [Remainder]) -> [Remainder] {
    let ordered = remainders.sorted {
      ($0.line, $0.topic.rawValue, $0.reason) < ($1.line, $1.topic.rawValue, $1.reason)
    }
    return ordered.enumerated().filter { $0.offset == 0 || ordered[$0.offset - 1] != $0.element }
      .map(\.element)
  }
}
