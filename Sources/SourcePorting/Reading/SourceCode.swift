// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// A source with its tokens and declarations.
struct SourceCode {
  let path: String
  let text: String
  let bytes: [UInt8]
  let tokens: CodeTokens
  let declarations: [Declaration]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    bytes = Array(text.utf8)
    tokens = CodeTokens(text)
    declarations = DeclarationReader.declarations(in: tokens)
  }

  /// Returns the line of a token.
  func line(_ index: Int) -> Int { tokens[index]?.line ?? 1 }

  /// Returns the bytes from one token to another one, both included.
  func range(_ first: Int, through last: Int) -> Range<Int> {
    tokens.all[first].range.lowerBound..<tokens.all[last].range.upperBound
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the type or extension around a declaration.
  func owner(of declaration: Declaration) -> Declaration? {
    declaration.owner.map { declarations[$0] }
  }

  /// Returns the names of the types around a declaration, and its own.
  func names(of declaration: Declaration) -> [String] {
    (owner(of: declaration).map(names) ?? [])
      + declaration.name.split(separator: ".").map(String.init)
  }

  /// Returns the members that are written in a type's own body.
  func members(of index: Int) -> [Declaration] { declarations.filter { $0.owner == index } }

  /// Returns the text that tells a property or method from others of its type; nil for other
  /// declarations.
  func signature(of declaration: Declaration) -> String? {
    switch declaration.kind {
    case .var: declaration.name
    case .func: "\(declaration.name)(\(labels(of: declaration).map { $0 + ":" }.joined()))"
    default: nil
    }
  }

  /// Returns the labels of an initialiser's or a function's parameters.
  func labels(of declaration: Declaration) -> [String] {
    var index = declaration.nameIndex + 1
    while tokens.at(index, "?") || tokens.at(index, "!") { index += 1 }
    index = tokens.afterAngles(index)
    guard tokens.at(index, "("), let end = tokens.closing(of: index) else { return [] }
    var labels: [String] = []
    var isFirst = true
    index += 1
    while index < end {
      if isFirst, let label = tokens.name(index) { labels.append(label) }
      isFirst = tokens.at(index, ",")
      if ["(", "[", "{"].contains(where: { tokens.at(index, $0) }) {
        index = tokens.closing(of: index) ?? end
      } else {
        index = max(index, tokens.afterAngles(index) - 1)
      }
      index += 1
    }
    return labels
  }

  // MARK: - Imports

  var imports: [Declaration] { declarations.filter { $0.kind == .import } }

  /// The modules that are imported as a whole.
  var modules: Set<String> {
    Set(imports.filter { !$0.name.contains(" ") }.map { Self.module(of: $0) })
  }

  static func module(of statement: Declaration) -> String {
    let path = statement.name.split(separator: " ").last ?? ""
    return String(path.prefix { $0 != "." })
  }
}
