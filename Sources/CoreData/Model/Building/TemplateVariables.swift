// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// The variables of a predicate that have no value yet.
enum TemplateVariables {
  /// Returns the predicate with its variables replaced; a variable without a value is a programmer
  /// error.
  static func substitute(
    _ variables: [String: Any], in predicate: NSPredicate, of template: String
  ) -> NSPredicate {
    if let missing = names(in: predicate).subtracting(variables.keys).min() {
      raise(
        .invalidArgument,
        "The fetch request template '\(template)' has no value for its variable $\(missing).")
    }
    return predicate.withSubstitutionVariables(variables)
  }

  /// Returns the names without dollar signs; those that subqueries bind are not among them.
  static func names(in predicate: NSPredicate) -> Set<String> {
    names(PredicateNode(predicate))
  }

  private static func names(_ node: PredicateNode) -> Set<String> {
    switch node {
    case .constant, .opaque: []
    case .and(let children), .or(let children): Set(children.flatMap(names))
    case .not(let child): names(child)
    case .comparison(let comparison): names(comparison.left).union(names(comparison.right))
    }
  }

  private static func names(_ node: ExpressionNode) -> Set<String> {
    switch node {
    case .variable(let name): [name]
    case .path(let base, _), .cast(let base, _), .assignment(_, let base): names(base)
    case .function(_, let arguments), .aggregate(let arguments): Set(arguments.flatMap(names))
    case .call(let target, _, let arguments): names(target).union(arguments.flatMap(names))
    case .setOperation(_, let left, let right): names(left).union(names(right))
    case .subquery(let collection, let variable, let condition):
      names(collection).union(names(condition).subtracting([variable]))
    case .conditional(let test, let first, let second):
      names(test).union(names(first)).union(names(second))
    case .index(let base, .expression(let index)): names(base).union(names(index))
    case .index(let base, _): names(base)
    case .fetch(let request, let context, _): names(request).union(names(context))
    case .constant, .evaluatedObject, .keyPath, .anyKey, .block, .excessive: []
    }
  }
}
