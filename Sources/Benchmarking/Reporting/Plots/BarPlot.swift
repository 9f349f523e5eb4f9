// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One bar for each system, lying, with whiskers from the least to the greatest and its goal as a
/// line across.
///
/// Where the spread needs it the scale is logarithmic. There bars grow from `baseline`, to the left
/// when better and to the right when worse; without a baseline in range they become dots, for a
/// bar's length would mean nothing.
public struct BarPlot: Plot {
  /// One row.
  public struct Bar: Sendable {
    public var label: String
    public var role: SeriesRole
    /// Nil where nothing was measured.
    public var value: Double?
    public var low: Double?
    public var high: Double?
    /// The value should be at most this.
    public var goal: Double?
    /// True if the goal is met; nil: compare value and goal.
    public var isMet: Bool?

    public init(
      _ label: String, role: SeriesRole = .peer, value: Double?, low: Double? = nil,
      high: Double? = nil, goal: Double? = nil, isMet: Bool? = nil
    ) {
      self.label = label
      self.role = role
      self.value = value.flatMap { $0.isFinite ? $0 : nil }
      self.low = low.flatMap { $0.isFinite ? $0 : nil }
      self.high = high.flatMap { $0.isFinite ? $0 : nil }
      self.goal = goal.flatMap { $0.isFinite ? $0 : nil }
      self.isMet = isMet
    }

    /// Met or missed; nil without a goal or a value.
    var verdict: Bool? {
      guard let value, let goal else { return isMet }
      return isMet ?? (value <= goal)
    }
  }

  public var title: String
  public var quantity: Quantity
  public var bars: [Bar]
  /// The value that others are measured by, drawn as a line through all rows.
  public var baseline: Double?
  /// The name of the baseline: `raw SQLite`.
  public var baselineLabel: String?

  public init(
    title: String, quantity: Quantity, bars: [Bar], baseline: Double? = nil,
    baselineLabel: String? = nil
  ) {
    self.title = title
    self.quantity = quantity
    self.bars = bars
    self.baseline = baseline.flatMap { $0.isFinite ? $0 : nil }
    self.baselineLabel = baselineLabel
  }

  package var seriesNames: [String] { bars.map(\.label) }

  package var summary: String {
    let figures = bars.map { "\($0.label) \($0.value.map(quantity.value) ?? "not measured")" }
    return "Bars, lower is better: " + figures.joined(separator: "; ") + "."
  }

  package var table: ReportTable {
    let hasGoals = bars.contains { $0.goal != nil }
    let hasRange = bars.contains { $0.low != nil || $0.high != nil }
    let titles =
      ["median"] + (hasRange ? ["least", "greatest"] : []) + (hasGoals ? ["goal", ""] : [])
    var table = ReportTable([.text("system")] + titles.map { .number($0) })
    for bar in bars {
      var cells = [ReportTable.Cell(bar.label)]
      cells.append(.init(bar.value.map { quantity.value($0, besides: bar.goal) } ?? "–"))
      if hasRange {
        cells += [bar.low, bar.high].map { .init($0.map(quantity.value) ?? "–") }
      }
      if hasGoals {
        cells.append(.init(bar.goal.map { "≤ \(quantity.value($0))" } ?? ""))
        cells.append(.verdict(bar.verdict))
      }
      table.rows.append(cells)
    }
    return table
  }
}
