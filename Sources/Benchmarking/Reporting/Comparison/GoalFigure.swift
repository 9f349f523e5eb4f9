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

  package var valueText: String { value.map(quantity) ?? "–" }

  /// `≤ 0.85`; what it counts is said where it is no ratio to the common reference.
  package func goalText(reference: String?) -> String {
    guard let goal = result.goal else { return "" }
    let basis = result.basis ?? ""
    guard let stripped = basis.hasPrefix("× ") ? String(basis.dropFirst(2)) : nil else {
      return "≤ \(quantity(goal))"
    }
    return stripped == reference ? "≤ \(quantity(goal))" : "≤ \(quantity(goal)) \(basis)"
  }

  private func quantity(_ value: Double) -> String {
    let basis = result.basis ?? ""
    if basis.hasPrefix("ns") { return HumaneNumber.seconds(value / 1e9) }
    if basis.hasPrefix("bytes") { return HumaneNumber.bytes(value) }
    return HumaneNumber.ratio(value)
  }
}
