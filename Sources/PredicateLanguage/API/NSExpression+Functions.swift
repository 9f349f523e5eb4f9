// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension NSExpression {
  /// Makes a function callable as `FUNCTION(target, "selector:", arguments…)`.
  ///
  /// An addition to Apple's API, in place of methods found by name: there, any Objective-C method
  /// may be called. The function is kept for the life of the process and may be called on any
  /// thread. What it throws becomes an error of the fetch, or a trap in `evaluate(with:)`.
  public static func register(
    _ selector: String, _ body: @escaping @Sendable (Any?, [Any?]) throws -> Any?
  ) {
    FunctionTable.register(selector, body)
  }
}
