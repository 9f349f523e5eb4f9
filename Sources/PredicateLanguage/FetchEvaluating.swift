// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A context that a fetch expression runs its request in.
package protocol FetchEvaluating {
  /// Runs a request and returns its results, or their number when `countOnly`.
  func evaluateFetch(_ request: Any?, countOnly: Bool) throws(EvaluationError) -> Any?
}
