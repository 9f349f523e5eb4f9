// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.KeyPath: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let base = try translation.expression(root)
    if case .constant = base {
      // What it leads to is a constant too: the caller evaluates the node.
      throw PredicateTranslationError(self, "its value cannot stand in a predicate")
    }
    if let name = TypedKeyPath.propertyName(keyPath) {
      return .expression(base.appending(name.split(separator: ".").map(String.init)))
    }
    if let kind { return self.syntax(of: kind, base) }
    if TypedKeyPath.isCount(keyPath) { return .expression(base.appending(["@count"])) }
    throw PredicateTranslationError(
      self,
      "the property of \(Root.Output.self) that this key path leads to is not known by name; use "
        + "properties that are generated or @NSManaged")
  }

  private func syntax(of kind: CommonKeyPathKind, _ base: ExpressionNode) -> TypedSyntax {
    switch kind {
    case .collectionCount: .expression(base.appending([countKey]))
    case .collectionIsEmpty: .comparison(base.appending([countKey]), .equal, to: .constant(0))
    case .collectionFirst: .expression(.index(base, .first))
    case .bidirectionalCollectionLast: .expression(.index(base, .last))
    }
  }

  private var countKey: String {
    Root.Output.self == String.self || Root.Output.self == Substring.self ? "length" : "@count"
  }

  var sourceText: String {
    let member =
      TypedKeyPath.propertyName(keyPath) ?? commonName
      ?? (TypedKeyPath.isCount(keyPath) ? "count" : nil)
      ?? TypedKeyPath.memberName(keyPath) ?? "<a property of type \(Output.self)>"
    return "\(TypedText.text(root)).\(member)"
  }

  private var commonName: String? {
    switch kind {
    case nil: nil
    case .collectionCount: "count"
    case .collectionIsEmpty: "isEmpty"
    case .collectionFirst: "first"
    case .bidirectionalCollectionLast: "last"
    }
  }
}

/// The names of key paths.
enum TypedKeyPath {
  /// Returns the dotted name: the class knows it, or the key path itself does, as those of stored
  /// properties of final classes do.
  static func propertyName(_ keyPath: AnyKeyPath) -> String? {
    let root = type(of: keyPath).rootType
    if root is any KeyPathNaming.Type { return keyPath.propertyName }
    return root is NSObject.Type ? memberName(keyPath) : nil
  }

  /// Returns the names that the key path itself knows.
  static func memberName(_ keyPath: AnyKeyPath) -> String? {
    let text = String(describing: keyPath)
    guard !text.contains("<"), let start = text.firstIndex(of: ".") else { return nil }
    return text[text.index(after: start)...].filter { $0 != "?" && $0 != "!" }
  }

  /// Returns true if it counts the elements of one of Foundation's collections.
  static func isCount(_ keyPath: AnyKeyPath) -> Bool {
    keyPath == \NSSet.count || keyPath == \NSOrderedSet.count || keyPath == \NSArray.count
  }
}
