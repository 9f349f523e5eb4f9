// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// XML being written: indented elements with attributes in the order given.
struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private var depth = 0

  /// Writes an element. Attributes that are `nil` are left out; those of `other` follow by name.
  mutating func element(
    _ name: String, _ attributes: [(String, String?)], other: [String: String] = [:],
    hasContent: Bool = false, content: (inout XMLText) -> Void = { _ in }
  ) {
    let named = attributes.compactMap { name, value in value.map { (name, $0) } }
    let rest = other.sorted { PropertyOrder.precedes($0.key, $1.key) }
    let written = (named + rest.map { ($0.key, $0.value) })
      .map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
    text += String(repeating: "    ", count: depth) + "<\(name)\(written)"
    guard hasContent else {
      text += "/>\n"
      return
    }
    text += ">\n"
    depth += 1
    content(&self)
    depth -= 1
    text += String(repeating: "    ", count: depth) + "</\(name)>\n"
  }

  /// Returns the text for use inside quotes. Line breaks are written as references, since parsers
  /// turn literal ones in attributes into spaces.
  private static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
