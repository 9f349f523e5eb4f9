// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage

/// A variable in a predicate, with the key path that is read from its value; empty for the value
/// itself.
struct FormatVariable {
  let name: String
  let path: [String]
}

extension FormatVariable {
  /// Returns the variables of a predicate that nothing in it binds.
  static func all(in node: PredicateNode) -> [FormatVariable] { all(in: node, bound: []) }

  private static func all(in node: PredicateNode, bound: Set<String>) -> [FormatVariable] {
    switch node {
    case .constant, .opaque: []
    case .and(let children), .or(let children): children.flatMap { all(in: $0, bound: bound) }
    case .not(let child): all(in: child, bound: bound)
    case .comparison(let comparison):
      all(in: comparison.left, bound: bound) + all(in: comparison.right, bound: bound)
    }
  }

  private static func all(in node: ExpressionNode, bound: Set<String>) -> [FormatVariable] {
    func inside(_ nodes: [ExpressionNode]) -> [FormatVariable] {
      nodes.flatMap { all(in: $0, bound: bound) }
    }
    switch node {
    case .variable(let name): return bound.contains(name) ? [] : [Self(name: name, path: [])]
    case .path(.variable(let name), let path):
      return bound.contains(name) ? [] : [Self(name: name, path: path)]
    case .path(let base, _), .cast(let base, _), .assignment(_, let base): return inside([base])
    case .function(_, let arguments), .aggregate(let arguments): return inside(arguments)
    case .call(let target, _, let arguments): return inside([target] + arguments)
    case .setOperation(_, let left, let right): return inside([left, right])
    case .subquery(let collection, let variable, let test):
      return inside([collection]) + all(in: test, bound: bound.union([variable]))
    case .conditional(let test, let first, let second):
      return all(in: test, bound: bound) + inside([first, second])
    case .index(let base, .expression(let index)): return inside([base, index])
    case .index(let base, _): return inside([base])
    case .constant, .evaluatedObject, .keyPath, .anyKey, .block, .fetch, .excessive: return []
    }
  }
}

/// The variables that a fetched property's predicate may use. // R-MOD-162
struct FetchedPropertyVariables {
  private static let descriptionKeys: Set = [
    "name", "userInfo", "entity", "isOptional", "isTransient", "renamingIdentifier",
    "versionHashModifier",
  ]

  let keys: ModelKeys
  /// The entity that has the property.
  let owner: String

  /// Returns the problem with a variable; nil if it has a value when the property is read.
  func problem(_ variable: FormatVariable) -> String? {
    switch variable.name {
    case "FETCH_SOURCE":
      variable.path.isEmpty || keys.reaches(variable.path, from: owner)
        ? nil
        : "names '$FETCH_SOURCE.\(variable.path.joined(separator: "."))', which entity '\(owner)' "
          + "does not have"
    case "FETCHED_PROPERTY":
      variable.path.first.map(Self.descriptionKeys.contains) ?? true
        ? nil
        : "names '$FETCHED_PROPERTY.\(variable.path.joined(separator: "."))', which a fetched "
          + "property does not have"
    default:
      "names '$\(variable.name)', which has no value: a fetched property has $FETCH_SOURCE and "
        + "$FETCHED_PROPERTY"
    }
  }
}
