// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import PredicateLanguage

/// An expression whose value is the result of a fetch. No store evaluates it: predicates that hold
/// one are evaluated on objects.
nonisolated open class NSFetchRequestExpression: NSExpression {
  /// - Parameters:
  ///   - fetch: yields the fetch request.
  ///   - context: yields the context, on whose queue the expression is evaluated.
  ///   - countFlag: whether the value is the number of results.
  open class func expression(
    forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
  ) -> NSExpression {
    NSFetchRequestExpression(
      node: .fetch(request: fetch.node, context: context.node, countOnly: countFlag))
  }

  /// Yields the fetch request.
  open var requestExpression: NSExpression { NSExpression(node: parts.request) }

  /// Yields the context.
  open var contextExpression: NSExpression { NSExpression(node: parts.context) }

  /// True if the value is the number of results, not the results.
  open var isCountOnlyRequest: Bool { parts.countOnly }

  private final var parts: (request: ExpressionNode, context: ExpressionNode, countOnly: Bool) {
    guard case .fetch(let request, let context, let countOnly) = node else {
      return (.constant(nil), .constant(nil), false)
    }
    return (request, context, countOnly)
  }
}
