// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Text in XML, and characters that XML cannot carry.
///
/// Those, which are control characters, U+FFFE and U+FFFF, become `\u` and four hexadecimal digits.
/// A backslash that such digits follow becomes `\u005c`; any other is itself.
enum XMLEscaping {
  /// Between tags.
  static func escaped(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() { append(scalar, before: rest, to: &result) }
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

  /// Returns a parser's text with the characters that XML cannot carry.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(0x5C) else { return text }
    var result = ""
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escaped = code(rest) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      result.unicodeScalars.append(escaped)
      rest = rest.dropFirst(5)
    }
    return result
  }

  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.allSatisfy {
        $0 >= 0x20 && $0 != 0x26 && $0 != 0x3C && $0 != 0x3E && $0 != 0x5C && $0 != 0xEF
          || $0 == 0x0A || $0 == 0x09
      }
    }
  }

  private static func append(
    _ scalar: Unicode.Scalar, before rest: Substring.UnicodeScalarView, to result: inout String
  ) {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\r": result += "&#13;"
    case "\t", "\n": result.unicodeScalars.append(scalar)
    case "\\": result += code(rest) == nil ? "\\" : "\\u005c"
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }

  /// Returns the character of `u` and four hexadecimal digits.
  private static func code(_ text: Substring.UnicodeScalarView) -> Unicode.Scalar? {
    let digits = text.prefix(5)
    guard digits.count == 5, digits.first == "u",
      digits.dropFirst().allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit })
    else { return nil }
    return UInt32(String(digits.dropFirst()), radix: 16).flatMap(Unicode.Scalar.init)
  }
}
