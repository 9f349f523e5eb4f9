// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How a store answers a query.
package struct QueryPlan: Sendable, Equatable {
  /// The statement of an engine that has a language; else the way to the rows, in words.
  package var text: String
  /// The engine's own plan of the statement, a step a line.
  package var steps: [String]
  /// The part of the filter that is tested on each row found; nil for none.
  package var residual: String?

  package init(text: String, steps: [String] = [], residual: String? = nil) {
    self.text = text
    self.steps = steps
    self.residual = residual
  }
}
