// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The changes of a port to a file, as `diff -u` prints it and `patch -p1` reads it.
package struct UnifiedDiff {
  /// Lines that are replaced by others, ends of lines included.
  private struct Change {
    /// Lines of the original.
    var old: Range<Int>
    var edits: [SourceEdit]
  }

  private static let margin = 3

  private let name: String
  private let bytes: [UInt8]
  /// The bytes of each line.
  private let lines: [Range<Int>]
  private let changes: [Change]

  /// - Parameter name: the file's path in the diff.
  package init(_ source: PortedSource, name: String) {
    self.name = name
    bytes = Array(source.original.utf8)
    let lines = Self.lines(of: bytes)
    self.lines = lines
    changes = source.edits.reduce(into: []) { changes, edit in
      let old = Self.lines(of: edit, in: lines)
      if let last = changes.last, old.lowerBound < last.old.upperBound || old == last.old {
        let end = max(last.old.upperBound, old.upperBound)
        changes[changes.count - 1].old = last.old.lowerBound..<end
        changes[changes.count - 1].edits.append(edit)
      } else {
        changes.append(Change(old: old, edits: [edit]))
      }
    }
  }

  /// The text, empty where nothing changes.
  package var text: String {
    guard !changes.isEmpty else { return "" }
    var result = "--- a/\(name)\n+++ b/\(name)\n"
    var shift = 0
    for hunk in hunks { result += text(of: hunk, &shift) }
    return result
  }

  // MARK: - Lines

  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(start..<index + 1)
      start = index + 1
    }
    return start < bytes.count ? lines + [start..<bytes.count] : lines
  }

  /// Returns the lines that an edit replaces; none where it puts whole lines between others.
  private static func lines(of edit: SourceEdit, in lines: [Range<Int>]) -> Range<Int> {
    let first = lines.partitioningIndex { $0.upperBound > edit.range.lowerBound }
    let isBetween =
      edit.range.isEmpty
      && (first == lines.count
        ? edit.replacement.first?.isNewline != true
        : lines[first].lowerBound == edit.range.lowerBound
          && edit.replacement.last?.isNewline == true)
    if isBetween { return first..<first }
    if first == lines.count { return max(0, first - 1)..<first }
    let last = lines.partitioningIndex {
      $0.upperBound >= max(edit.range.upperBound, edit.range.lowerBound + 1)
    }
    return first..<last + 1
  }

  // MARK: - Hunks

  /// Changes with what is between them, where that is little.
  private var hunks: [[Change]] {
    changes.reduce(into: []) { hunks, change in
      if let last = hunks.last?.last,
        change.old.lowerBound - last.old.upperBound <= 2 * Self.margin
      {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
  }

  private func text(of hunk: [Change], _ shift: inout Int) -> String {
    let start = max(0, (hunk.first?.old.lowerBound ?? 0) - Self.margin)
    let end = min(lines.count, (hunk.last?.old.upperBound ?? 0) + Self.margin)
    var body = ""
    var place = start
    var growth = 0
    for change in hunk {
      body += marked(" ", place..<change.old.lowerBound) + marked("-", change.old)
      let new = replaced(change)
      body += new.map { "+" + $0 }.joined()
      growth += new.count - change.old.count
      place = change.old.upperBound
    }
    body += marked(" ", place..<end)
    let old = position(start, end - start)
    let new = position(start + shift, end - start + growth)
    shift += growth
    return "@@ -\(old) +\(new) @@\n" + body
  }

  /// Of no lines the number of the line before them.
  private func position(_ start: Int, _ count: Int) -> String {
    "\(count == 0 ? start : start + 1),\(count)"
  }

  private func marked(_ mark: String, _ range: Range<Int>) -> String {
    range.map { mark + Self.ended(String(decoding: bytes[lines[$0]], as: UTF8.self)) }.joined()
  }

  private func replaced(_ change: Change) -> [String] {
    guard let first = change.edits.first else { return [] }
    var place =
      change.old.isEmpty ? first.range.lowerBound : lines[change.old.lowerBound].lowerBound
    let end = change.old.isEmpty ? place : lines[change.old.upperBound - 1].upperBound
    var new: [UInt8] = []
    for edit in change.edits {
      new += bytes[place..<edit.range.lowerBound]
      new += Array(edit.replacement.utf8)
      place = edit.range.upperBound
    }
    new += bytes[place..<max(place, end)]
    return Self.lines(of: new).map { Self.ended(String(decoding: new[$0], as: UTF8.self)) }
  }

  private static func ended(_ line: String) -> String {
    line.utf8.last == UInt8(ascii: "\n") ? line : line + "\n\\ No newline at end of file\n"
  }
}

extension Array {
  /// Returns the first index whose element fits, where all those behind it fit too.
  fileprivate func partitioningIndex(where fits: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
