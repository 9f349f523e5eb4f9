// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Dots on a line for each row, by a value that matters: full where it is met, hollow where not.
///
/// Made for many goals at a glance: the value is measured over goal, the baseline is 1.
public struct DotPlot: Plot {
  /// One dot.
  public struct Dot: Sendable {
    /// The series, hence the colour.
    public var label: String
    public var value: Double
    /// The text of its tooltip: `0.81, goal 0.85`.
    public var note: String

    public init(_ label: String, value: Double, note: String = "") {
      self.label = label
      self.value = value
      self.note = note
    }
  }

  /// A line of dots.
  public struct Row: Sendable {
    public var label: String
    public var dots: [Dot]

    public init(_ label: String, dots: [Dot]) {
      self.label = label
      self.dots = dots.filter { $0.value.isFinite && $0.value > 0 }
    }
  }

  public var title: String
  public var quantity: Quantity
  public var rows: [Row]
  /// Values up to here are met.
  public var baseline: Double
  public var baselineLabel: String

  public init(
    title: String, quantity: Quantity = .ratio, rows: [Row], baseline: Double,
    baselineLabel: String
  ) {
    self.title = title
    self.quantity = quantity
    self.rows = rows
    self.baseline = baseline
    self.baselineLabel = baselineLabel
  }

  package var seriesNames: [String] {
    var seen: Set<String> = []
    return rows.flatMap { $0.dots.map(\.label) }.filter { seen.insert($0).inserted }
  }

  package var summary: String {
    let dots = rows.flatMap(\.dots)
    let met = dots.count { $0.value <= baseline }
    return "Dots, one for each figure; \(met) of \(dots.count) are at or left of \(baselineLabel)."
  }

  package var table: ReportTable {
    var table = ReportTable([
      .text(""), .text("system"), .number("of " + baselineLabel), .text("figure"),
    ])
    for row in rows {
      for dot in row.dots {
        table.rows.append([
          .init(row.label), .init(dot.label), .init(quantity.value(dot.value)), .init(dot.note),
        ])
      }
    }
    return table
  }
}
