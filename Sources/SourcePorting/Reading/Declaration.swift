// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A declaration of a source, in indexes of its tokens.
struct Declaration {
  enum Kind: String {
    case actor, `class`, `struct`, `enum`, `protocol`, `extension`, `func`, `init`
    case `var`, `let`, `typealias`, `import`
    /// Without a keyword that matters here: what attributes stand before is not known.
    case unknown
  }

  var kind: Kind
  /// Of an extension the type, with dots; of an import the path.
  var name = ""
  /// Where the keyword is.
  let keyword: Int
  /// Where the at signs of its attributes are.
  var attributes: [Int] = []
  var modifiers: [String: Int] = [:]
  /// The superclass and the protocols, without their modules and generic arguments.
  var inherited: [String] = []
  /// Where the name is; of an initialiser the keyword.
  var nameIndex: Int
  /// Where the list after the colon begins.
  var inheritedIndex: Int?
  /// The innermost type or extension around it, if it is a member of that: an index in the list
  /// of declarations.
  var owner: Int?
  /// Where a type's body ends.
  var end: Int?

  /// Where it begins, attributes and modifiers included.
  var start: Int { (attributes + modifiers.values).reduce(keyword, min) }

  var isType: Bool {
    switch kind {
    case .actor, .class, .struct, .enum, .protocol: true
    default: false
    }
  }
}
