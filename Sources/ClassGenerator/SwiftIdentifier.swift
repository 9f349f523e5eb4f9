// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Names of a model as names of Swift declarations.
enum SwiftIdentifier {
  /// Words that a declaration may have as its name only in backticks.
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Names that no class with this library's ancestors can declare: they mean something else in Swift, or
  /// are what an ancestor or a protocol has.
  static let undeclarable: Set<String> = ["_", "customMirror", "hashValue", "objectWillChange"]

  /// Returns true if a key path can name a property: behind the dot Swift would find a type.
  static func isKeyPathComponent(_ name: String) -> Bool {
    !["ID", "Type", "Protocol"].contains(name)
  }

  /// Returns the name, in backticks when Swift reserves it.
  static func escaped(_ name: String) -> String {
    reserved.contains(name) ? "`\(name)`" : name
  }

  /// Returns true if the name can be declared, if need be in backticks.
  static func isValid(_ name: String) -> Bool {
    guard let first = name.first, !first.isNumber else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Returns the name with everything that cannot be in a name made an underscore.
  static func made(from name: String) -> String {
    let letters = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return letters.first?.isNumber == false ? letters : "_" + letters
  }

  /// Returns the name with its first letter in upper case, as it stands inside `addToStops`.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
