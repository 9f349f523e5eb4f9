// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A tag with a character that cannot stand in it, and what it lacks there.
struct BrokenTag {
  let problem: XMLSyntaxError.Problem

  /// - Parameter text: everything as far as that character, which is its last byte.
  init(_ text: Data) {
    let before = text.dropLast()
    guard let start = before.lastIndex(of: UInt8(ascii: "<")),
      !before[start...].contains(UInt8(ascii: ">"))
    else {
      problem = .other
      return
    }
    problem = BrokenTag.problem(
      of: String(decoding: before[start...], as: UTF8.self), at: text.last ?? 0)
  }

  private static func problem(of tag: String, at next: UInt8) -> XMLSyntaxError.Problem {
    guard !tag.hasPrefix("<!"), !tag.hasPrefix("<?") else { return .other }
    if isInValue(tag) { return .badValue }
    if next == UInt8(ascii: "<") { return .unclosedTag }
    let written = tag.reversed().drop(while: \.isWhitespace)
    if written.first == "=" { return .unquotedValue }
    let isAttribute = written.contains(where: \.isWhitespace)
    let isValue = written.first == "\"" || written.first == "'"
    let endsTag = next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
    let isEnded = endsTag || tag.last?.isWhitespace == true
    return isAttribute && isEnded && !isValue ? .missingValue : .other
  }

  /// True if a tag ends within quotation marks.
  private static func isInValue(_ tag: String) -> Bool {
    var open: Character?
    for character in tag where character == "\"" || character == "'" {
      if open == nil { open = character } else if open == character { open = nil }
    }
    return open != nil
  }
}
