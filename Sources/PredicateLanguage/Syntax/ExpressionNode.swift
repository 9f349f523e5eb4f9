// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The syntax tree of an expression. Immutable.
package indirect enum ExpressionNode {
  case constant(Any?)
  /// `SELF`.
  case evaluatedObject
  /// `$name`, without the dollar sign.
  case variable(String)
  /// Dotted components from the evaluated object; an operator keeps its `@`.
  case keyPath([String])
  /// Dotted components from the value of another expression: `$v.a.b`, `SUBQUERY(…).@count`.
  case path(ExpressionNode, [String])
  /// A predefined function. `+`, `-` and the other operators are functions too.
  case function(PredefinedFunction, [ExpressionNode])
  /// `FUNCTION(target, "selector:", arguments)`.
  case call(ExpressionNode, selector: String, [ExpressionNode])
  /// `{a, b}`.
  case aggregate([ExpressionNode])
  case setOperation(SetOperation, ExpressionNode, ExpressionNode)
  case subquery(ExpressionNode, variable: String, PredicateNode)
  /// `TERNARY(test, then, otherwise)`.
  case conditional(PredicateNode, ExpressionNode, ExpressionNode)
  case index(ExpressionNode, IndexNode)
  /// `CAST(value, "class")`.
  case cast(ExpressionNode, to: String)
  /// `$name := value`.
  case assignment(String, ExpressionNode)
  /// `FETCH(request, context, countOnly)`.
  case fetch(request: ExpressionNode, context: ExpressionNode, countOnly: Bool)
  case anyKey
  case block(BlockExpression)
  /// Stands for an expression that is nested too deeply; evaluating it is an error.
  case excessive
}

extension ExpressionNode {
  /// `UNION`, `INTERSECT`, `MINUS`. The raw value is the spelling.
  package enum SetOperation: String, CaseIterable, Sendable {
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
  }

  /// The content of a subscript's brackets.
  package enum IndexNode {
    case first
    case last
    case size
    case expression(ExpressionNode)
  }

  /// Appends components to a path: `SELF.a` becomes `a`, and `a.b` with `c` becomes `a.b.c`.
  package func appending(_ components: [String]) -> ExpressionNode {
    guard !components.isEmpty else { return self }
    switch self {
    case .evaluatedObject: return .keyPath(components)
    case .keyPath(let prefix): return .keyPath(prefix + components)
    case .path(let base, let prefix): return .path(base, prefix + components)
    default: return .path(self, components)
    }
  }
}
