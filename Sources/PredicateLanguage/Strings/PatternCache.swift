// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// The compiled patterns of `LIKE` and `MATCHES` used last, for the whole process.
///
/// The lock is held for a look-up or an insertion, never while a pattern is compiled or matched.
package enum PatternCache {
  private struct Key: Hashable {
    let pattern: String
    let options: ComparisonOptions
  }

  private static let capacity = 256
  private static let wildcards = Mutex<[Key: WildcardPattern]>([:])
  private static let expressions = Mutex<[Key: ExpressionPattern]>([:])

  /// Returns the compiled `LIKE` pattern.
  package static func wildcard(_ pattern: String, _ options: ComparisonOptions) -> WildcardPattern {
    let key = Key(pattern: pattern, options: options)
    if let found = wildcards.withLock({ $0[key] }) { return found }
    let compiled = WildcardPattern(pattern, options)
    wildcards.withLock { insert(compiled, for: key, into: &$0) }
    return compiled
  }

  /// Returns the compiled `MATCHES` pattern.
  package static func expression(
    _ pattern: String, _ options: ComparisonOptions
  ) throws(EvaluationError) -> ExpressionPattern {
    let key = Key(pattern: pattern, options: options)
    if let found = expressions.withLock({ $0[key] }) { return found }
    let compiled = try ExpressionPattern(pattern, options)
    expressions.withLock { insert(compiled, for: key, into: &$0) }
    return compiled
  }

  // Emptying the whole cache is rare and keeps a hit at one look-up.
  private static func insert<Value>(_ value: Value, for key: Key, into cache: inout [Key: Value]) {
    if cache.count >= capacity { cache.removeAll(keepingCapacity: true) }
    cache[key] = value
  }
}
