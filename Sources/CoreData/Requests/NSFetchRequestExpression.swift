// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import PredicateLanguage

/// An expression whose value is the result of a fetch: objects, IDs, or the values of the one
/// column that a request for dictionaries has.
///
/// In the predicate of a fetch it is executed once, before stores are asked, if its request and
/// context are constants; stores are asked for the value then. Elsewhere it is executed for each
/// object that the predicate is evaluated on.
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
