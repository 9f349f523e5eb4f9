// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage

/// The key paths that a predicate or expression reads from the object it is evaluated with. Those
/// below a variable, in a subquery's condition for instance, are of other objects.
enum FormatKeys {
  static func paths(in node: PredicateNode) -> [[String]] {
    switch node {
    case .constant, .opaque: []
    case .and(let children), .or(let children): children.flatMap(paths)
    case .not(let child): paths(in: child)
    case .comparison(let comparison): paths(in: comparison.left) + paths(in: comparison.right)
    }
  }

  static func paths(in node: ExpressionNode) -> [[String]] {
    switch node {
    case .keyPath(let path): [path]
    case .path(let base, _), .cast(let base, _), .assignment(_, let base): paths(in: base)
    case .function(_, let arguments), .aggregate(let arguments): arguments.flatMap(paths)
    case .call(let target, _, let arguments): paths(in: target) + arguments.flatMap(paths)
    case .setOperation(_, let left, let right): paths(in: left) + paths(in: right)
    case .subquery(let collection, _, _): paths(in: collection)
    case .conditional(let test, let first, let second):
      paths(in: test) + paths(in: first) + paths(in: second)
    case .index(let base, _): paths(in: base)
    case .constant, .evaluatedObject, .variable, .anyKey, .block, .fetch, .excessive: []
    }
  }
}
