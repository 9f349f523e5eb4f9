// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage

/// The scope of the names in a part of a predicate: the entity asked about, or, within a quantifier
/// or subquery, the entity of its members under a variable.
struct LoweringScope {
  /// The variable of the members of a quantifier, which no predicate can name.
  static let memberVariable = "\u{0}member"

  let entity: any NamedEntity
  /// `nil` where `SELF` and bare key paths refer to the entity.
  let variable: String?

  /// The key path of an expression that refers to the scope's object; `nil` for any other. What
  /// refers to an outer object is untranslatable.
  func path(of expression: ExpressionNode) throws -> [String]? {
    switch expression {
    case .evaluatedObject: return try outermost([])
    case .keyPath(let path): return try outermost(path)
    case .variable(let name): return try members(name, [])
    case .path(.variable(let name), let path): return try members(name, path)
    case .path(.evaluatedObject, let path): return try outermost(path)
    default: return nil
    }
  }

  private func outermost(_ path: [String]) throws -> [String] {
    if variable != nil { throw Untranslatable() }
    return path
  }

  private func members(_ name: String, _ path: [String]) throws -> [String] {
    if name == variable { return path }
    // A variable of an enclosing subquery has a value, but not in this scope.
    if variable != nil { throw Untranslatable() }
    throw LoweringError.unboundVariable(name)
  }
}
