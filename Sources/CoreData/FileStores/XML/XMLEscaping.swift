// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Text in XML, and characters that XML cannot carry, as Apple's framework writes them: `\u` and the four
/// hexadecimal digits of a UTF-16 unit with its bytes swapped, so that `\u3c00` is `<`; a backslash is two.
enum XMLEscaping {
  /// How a file's texts are escaped.
  enum Form {
    /// As Apple's framework does it, and this library since it has known.
    case swappedUnits
    /// As this library did before: `\u` and the digits of a character, a backslash once unless such
    /// digits follow it.
    case characters
  }

  /// Between tags.
  static func escaped(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// Returns the text as XML can carry it between tags; line feeds stay, since white space may be
  /// between elements.
  static func content(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the text as XML can carry it between quotation marks.
  static func markup(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += "&#13;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns a parser's text with the characters that XML cannot carry. A backslash that escapes nothing is
  /// itself, as in files made by hand.
  static func unescaped(_ text: String, _ form: Form) -> String {
    guard text.utf8.contains(0x5C) else { return text }
    var units: [UInt16] = []
    var rest = text.utf16[...]
    while let unit = rest.popFirst() {
      if unit == backslash, form == .swappedUnits, rest.first == backslash {
        rest.removeFirst()
      } else if unit == backslash, let escaped = code(rest) {
        units.append(form == .swappedUnits ? escaped.byteSwapped : escaped)
        rest = rest.dropFirst(5)
        continue
      }
      units.append(unit)
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static let backslash = UInt16(UInt8(ascii: "\\"))

  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.allSatisfy {
        $0 >= 0x20 && $0 != 0x26 && $0 != 0x3C && $0 != 0x3E && $0 != 0x5C && $0 != 0xEF
          || $0 == 0x0A || $0 == 0x09
      }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\r": result += "&#13;"
    case "\t", "\n": result.unicodeScalars.append(scalar)
    case "\\": result += "\\\\"
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
      let digits = String(UInt16(scalar.value).byteSwapped, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }

  /// Returns the number in `u` and four hexadecimal digits.
  private static func code(_ text: Substring.UTF16View) -> UInt16? {
    let digits = text.prefix(5).compactMap(Unicode.Scalar.init)
    guard digits.count == 5, digits.first == "u",
      digits.dropFirst().allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit })
    else { return nil }
    return UInt16(String(String.UnicodeScalarView(digits.dropFirst())), radix: 16)
  }
}
