// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The figure of a result that its goal is about, and how it is written.
package struct GoalFigure: Sendable {
  let result: BenchmarkResult

  package init(_ result: BenchmarkResult) { self.result = result }

  package var value: Double? { result.value ?? result.ratio }

  /// Measured by goal: up to 1 is met.
  package var distance: Double? {
    guard let value, let goal = result.goal, goal > 0 else { return nil }
    return value / goal
  }

  package var valueText: String {
    value.map { quantity.value($0 * factor, besides: result.goal.map { $0 * factor }) } ?? "–"
  }

  /// `≤ 0.85`; what it counts is said where it is no ratio to the common reference.
  package func goalText(reference: String?) -> String {
    let unit = isOther(than: reference) ? " \(result.basis ?? "")" : ""
    return result.goal.map { "≤ \(quantity.value($0 * factor))\(unit)" } ?? ""
  }

  /// Returns true if the goal is a multiple of something else than the common reference; the cases
  /// of growth say themselves what theirs is.
  func isOther(than reference: String?) -> Bool {
    guard let basis = result.basis, basis.hasPrefix("× "), basis != Goal.Basis.growth.rawValue
    else { return false }
    return basis.dropFirst(2) != reference ?? ""
  }

  /// The goal without what it counts.
  var shortGoalText: String {
    result.goal.map { "≤ \(quantity.value($0 * factor))" } ?? ""
  }

  private var quantity: Quantity {
    let basis = result.basis ?? ""
    if basis.hasPrefix("ns") { return .seconds }
    return basis.hasPrefix("bytes") ? .bytes : .ratio
  }

  private var factor: Double { quantity == .seconds ? 1e-9 : 1 }
}
