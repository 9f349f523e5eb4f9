// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage

/// Why no store can understand the predicate or the order of a fetch.
package enum LoweringError: Error {
  case unknownKeyPath([String], entity: String)
  case toManyNotAllowed([String], entity: String)
  case unboundVariable(String)
  /// A tree that even the evaluation on objects refuses.
  case excessive
  case notAString(operation: String)
  case blockPredicate
  case unsupportedSort(String)

  /// The reason, as an error of the API gives it.
  package var reason: String {
    switch self {
    case .unknownKeyPath(let path, let entity):
      "keypath \(path.joined(separator: ".")) not found in entity \(entity)"
    case .toManyNotAllowed(let path, let entity):
      "to-many key not allowed here: \(path.joined(separator: ".")) of entity \(entity); use ANY, "
        + "ALL, @count or SUBQUERY"
    case .unboundVariable(let name):
      "The variable $\(name) of a fetch request's predicate has no value."
    case .excessive:
      "The predicate of a fetch request is nested too deeply (more than \(TreeDepth.limit) levels)."
    case .notAString(let operation):
      "The operator \(operation) needs a string on its left, not a number or date."
    case .blockPredicate:
      "Problem with subpredicate BLOCKPREDICATE: a SQL store cannot evaluate blocks"
    case .unsupportedSort(let problem): "unsupported NSSortDescriptor (\(problem))"
    }
  }
}

/// Thrown within lowering where the query language has no place for a construct: the condition
/// then stays behind, to be evaluated on objects.
struct Untranslatable: Error {}
