// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How deep trees may be: they are evaluated, printed, compared and released by recursion, and a
/// stack has an end.
package enum TreeDepth {
  /// The levels that an expression may have, and that compounds may be nested.
  package static let limit = 500

  /// The reason why a deeper tree is refused.
  static let sentence =
    "The predicate is nested more than \(limit) levels deep and cannot be evaluated."
}

extension ExpressionNode {
  /// The expression, or `excessive` in place of one that is nested too deeply. Whatever puts trees
  /// together calls this, so that no tree grows without bounds. Cost: O(tree).
  package var bounded: ExpressionNode { isDeeper(than: TreeDepth.limit) ? .excessive : self }

  /// Returns true if the tree has more levels; `excessive` has. Recurses no further. Cost: O(tree).
  package func isDeeper(than depth: Int) -> Bool {
    if depth <= 0 { return true }
    let rest = depth - 1
    func isAnyDeeper(_ nodes: [ExpressionNode]) -> Bool {
      nodes.contains { $0.isDeeper(than: rest) }
    }
    switch self {
    case .constant, .evaluatedObject, .variable, .keyPath, .anyKey: return false
    case .excessive: return true
    case .path(let child, _), .cast(let child, _), .assignment(_, let child):
      return child.isDeeper(than: rest)
    case .function(_, let arguments), .aggregate(let arguments): return isAnyDeeper(arguments)
    case .call(let target, _, let arguments):
      return target.isDeeper(than: rest) || isAnyDeeper(arguments)
    case .setOperation(_, let left, let right): return isAnyDeeper([left, right])
    case .subquery(let collection, _, let test):
      return collection.isDeeper(than: rest) || test.isDeeper(than: rest)
    case .conditional(let test, let first, let second):
      return test.isDeeper(than: rest) || isAnyDeeper([first, second])
    case .index(let base, .expression(let index)): return isAnyDeeper([base, index])
    case .index(let base, _): return base.isDeeper(than: rest)
    case .fetch(let request, let context, _): return isAnyDeeper([request, context])
    case .block(let block): return isAnyDeeper(block.arguments)
    }
  }
}

extension PredicateNode {
  /// The stand-in of a predicate that is nested too deeply: evaluating it is an error.
  static var excessive: PredicateNode {
    .comparison(ComparisonNode(left: .excessive, operation: .equal, right: .excessive))
  }

  /// The predicate, or `excessive` in place of one that is nested too deeply. Cost: O(tree).
  var bounded: PredicateNode { isDeeper(than: TreeDepth.limit) ? .excessive : self }

  /// True if a part of it is too deep to be evaluated. Compounds may be as deep as the expressions
  /// in them. Cost: O(tree).
  package var isExcessive: Bool { isDeeper(than: 2 * TreeDepth.limit + 2) }

  /// Returns true if the tree has more levels. Recurses no further than these. Cost: O(tree).
  package func isDeeper(than depth: Int) -> Bool {
    if depth <= 0 { return true }
    switch self {
    case .constant, .opaque: return false
    case .and(let children), .or(let children):
      return children.contains { $0.isDeeper(than: depth - 1) }
    case .not(let child): return child.isDeeper(than: depth - 1)
    case .comparison(let node):
      return node.left.isDeeper(than: depth - 1) || node.right.isDeeper(than: depth - 1)
    }
  }
}
