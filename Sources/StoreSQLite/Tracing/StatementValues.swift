// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// The values of a statement's parameters as SQL has them: found by comparing its text with the text
/// in which SQLite has put them. Objects that only our functions know count as null.
struct StatementValues {
  /// Of the parameters that the text names, in the order of their numbers.
  let values: [String]

  init(_ statement: OpaquePointer) {
    let count = Int(sqlite3_bind_parameter_count(statement))
    guard count > 0, let text = sqlite3_sql(statement),
      let expanded = sqlite3_expanded_sql(statement)
    else {
      values = []
      return
    }
    defer { sqlite3_free(expanded) }
    values = StatementValues.values(
      in: Array(String(cString: expanded).utf8), of: Array(String(cString: text).utf8), count)
  }

  private static func values(
    in expanded: [UInt8], of template: [UInt8], _ count: Int
  ) -> [String] {
    var values = [String?](repeating: nil, count: count)
    var (place, source, next) = (0, 0, 0)
    while place < template.count, source < expanded.count {
      guard template[place] == UInt8(ascii: "?") else {
        let end = quotedEnd(template, place)
        source += end - place
        place = end
        continue
      }
      place += 1
      let digits = template[place...].prefix { (0x30...0x39).contains($0) }
      place += digits.count
      let number = Int(String(decoding: digits, as: UTF8.self)) ?? next + 1
      next = max(next, number)
      let end = literalEnd(expanded, source)
      if (1...count).contains(number) {
        values[number - 1] = String(decoding: expanded[source..<end], as: UTF8.self)
      }
      source = end
    }
    return values.compactMap { $0 }
  }

  /// Behind the quoted text that begins at a place, or else behind its one character.
  private static func quotedEnd(_ text: [UInt8], _ start: Int) -> Int {
    let quote = text[start]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return start + 1 }
    var place = start + 1
    while place < text.count {
      if text[place] == quote {
        guard place + 1 < text.count, text[place + 1] == quote else { return place + 1 }
        place += 1
      }
      place += 1
    }
    return place
  }

  /// Behind the literal that begins at a place: a number, a word, a text or bytes.
  private static func literalEnd(_ text: [UInt8], _ start: Int) -> Int {
    var place = start
    if text[place] == UInt8(ascii: "x") { place += 1 }
    if text[place] == UInt8(ascii: "'") { return quotedEnd(text, place) }
    let ends = Set(" ,()<>=+*/|".utf8)
    while place < text.count, !ends.contains(text[place]) {
      let isExponent = text[place] == UInt8(ascii: "e") || text[place] == UInt8(ascii: "E")
      // The sign of an exponent belongs to the number.
      place += isExponent && place + 1 < text.count && text[place + 1] == UInt8(ascii: "+") ? 2 : 1
    }
    return place
  }
}
#endif
