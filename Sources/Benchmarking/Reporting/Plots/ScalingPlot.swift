// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How a cost grows with the size of the data: one line for each system on logarithmic axes, its
/// name at its end. A level line is linear growth when the cost is per object.
public struct ScalingPlot: Plot {
  /// One measurement.
  public struct Point: Sendable {
    public var size: Double
    public var value: Double

    public init(size: Double, value: Double) {
      self.size = size
      self.value = value
    }
  }

  /// One line.
  public struct Line: Sendable {
    public var label: String
    public var role: SeriesRole
    public var points: [Point]

    /// Points that a logarithmic axis cannot show, zero and below, are left out.
    public init(_ label: String, role: SeriesRole = .peer, points: [Point]) {
      self.label = label
      self.role = role
      self.points = points.filter {
        $0.size > 0 && $0.value > 0 && $0.size.isFinite && $0.value.isFinite
      }.sorted { $0.size < $1.size }
    }
  }

  public var title: String
  public var quantity: Quantity
  public var lines: [Line]
  /// The unit of the sizes: `employees`.
  public var sizeLabel: String

  public init(title: String, quantity: Quantity, sizeLabel: String, lines: [Line]) {
    self.title = title
    self.quantity = quantity
    self.sizeLabel = sizeLabel
    self.lines = lines
  }

  package var seriesNames: [String] { lines.map(\.label) }

  package var sizes: [Double] { Set(lines.flatMap { $0.points.map(\.size) }).sorted() }

  package var summary: String {
    let figures = lines.compactMap { line -> String? in
      guard let first = line.points.first, let last = line.points.last else { return nil }
      return "\(line.label) from \(quantity.value(first.value)) at "
        + "\(HumaneNumber.shortCount(first.size)) to \(quantity.value(last.value)) at "
        + HumaneNumber.shortCount(last.size)
    }
    return "Lines on logarithmic axes over \(sizeLabel): " + figures.joined(separator: "; ") + "."
  }

  package var table: ReportTable {
    let sizes = sizes
    let titles = sizes.map { ReportTable.Column.number(HumaneNumber.shortCount($0)) }
    var table = ReportTable([.text("system")] + titles)
    for line in lines {
      let cells = sizes.map { size in
        line.points.first { $0.size == size }.map { quantity.value($0.value) } ?? "–"
      }
      table.rows.append(([line.label] + cells).map { .init($0) })
    }
    return table
  }
}
