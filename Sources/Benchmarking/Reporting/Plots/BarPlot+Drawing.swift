// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension BarPlot {
  private static let pitch = 20.0
  private static let thickness = 9.0
  private static let top = 17.0

  package func drawing(_ palette: Palette) -> Drawing {
    let columns = columns()
    let bottom = Self.top + Double(bars.count) * Self.pitch
    var drawing = Drawing(height: bottom + 30)
    let scale = Scale.fitting(
      figures, kind: quantity == .bytes ? .linear : nil, start: columns.plot.lowerBound,
      end: columns.plot.upperBound)
    Axis(scale: scale, quantity: quantity)
      .drawHorizontal(into: &drawing, from: Self.top - 2, to: bottom, note: axisNote(scale))
    drawBaseline(into: &drawing, scale, bottom: bottom)
    for (row, bar) in bars.enumerated() {
      let y = Self.top + (Double(row) + 0.5) * Self.pitch
      drawing.group(tooltip: tooltip(bar)) {
        draw(
          bar, into: &$0, y: y, columns: columns, scale: scale,
          colour: palette.colour(of: bar.label))
      }
    }
    return drawing
  }

  // MARK: - Layout

  /// Where names end, the plot lies, figures and goals end.
  private struct Columns {
    var label: Double
    var plot: ClosedRange<Double>
    var value: Double
    var goal: Double
  }

  private func columns() -> Columns {
    let isStrong = bars.contains { $0.role == .subject }
    func widest(_ texts: [String]) -> Double {
      texts.map { TextWidth.of($0, size: 11, isStrong: isStrong) }.max() ?? 0
    }
    let goals = widest(bars.compactMap { $0.goal.map(goalText) })
    let end = Drawing.standardWidth - (bars.contains { $0.verdict != nil } ? 15 : 1)
    let value = end - (goals > 0 ? min(goals, 80) + 8 : 0)
    let label = min(widest(bars.map(\.label)), 136) + 1
    let values = min(widest(bars.map(valueText)), 90)
    return Columns(label: label, plot: (label + 9)...(value - values - 8), value: value, goal: end)
  }

  private var figures: [Double] {
    let inBars = bars.flatMap { [$0.value, $0.low, $0.high, $0.goal].compactMap { $0 } }
    return inBars + (baseline.map { [$0] } ?? [])
  }

  private func valueText(_ bar: Bar) -> String {
    bar.value.map { quantity.value($0, besides: bar.goal) } ?? "–"
  }
  private func goalText(_ goal: Double) -> String { "≤ \(quantity.value(goal))" }

  private func axisNote(_ scale: Scale) -> String {
    scale.kind == .logarithmic ? "logarithmic scale" : ""
  }

  private func tooltip(_ bar: Bar) -> String {
    var text = "\(bar.label): \(valueText(bar))"
    if let low = bar.low, let high = bar.high {
      text += " (\(quantity.value(low)) to \(quantity.value(high)))"
    }
    if let goal = bar.goal { text += ", goal \(goalText(goal))" }
    if let verdict = bar.verdict { text += verdict ? ", met" : ", missed" }
    return text
  }

  // MARK: - Shapes

  private func drawBaseline(into drawing: inout Drawing, _ scale: Scale, bottom: Double) {
    guard let baseline, scale.contains(baseline), !bars.isEmpty else { return }
    let x = scale.position(baseline)
    drawing.line(x1: x, y1: Self.top - 3, x2: x, y2: bottom, stroke: Ink.rule)
    guard let baselineLabel else { return }
    let half = TextWidth.of(baselineLabel, size: 10) / 2
    let centre = min(max(x, half), drawing.width - half)
    drawing.label(
      baselineLabel, x: centre, y: Self.top - 7, anchor: .middle, fill: Ink.quiet, size: 10)
  }

  private func draw(
    _ bar: Bar, into drawing: inout Drawing, y: Double, columns: Columns, scale: Scale,
    colour: String
  ) {
    let isSubject = bar.role == .subject
    let label = TextWidth.fitted(
      bar.label, into: columns.label, size: 11, isStrong: isSubject)
    drawing.label(label, x: columns.label, y: y + 4, anchor: .end, isStrong: isSubject)
    drawing.label(
      valueText(bar), x: columns.value, y: y + 4, anchor: .end, isStrong: isSubject)
    drawExtent(of: bar, into: &drawing, y: y, scale, colour)
    guard let goal = bar.goal else { return }
    let x = scale.position(goal)
    drawing.line(x1: x, y1: y - 8, x2: x, y2: y + 8, stroke: Ink.paper, width: 4)
    drawing.line(x1: x, y1: y - 7.5, x2: x, y2: y + 7.5, stroke: Ink.text, width: 2)
    drawing.label(goalText(goal), x: columns.goal, y: y + 4, anchor: .end, fill: Ink.quiet)
    if let verdict = bar.verdict { drawing.mark(verdict, x: columns.goal + 9, y: y) }
  }

  private func drawExtent(
    of bar: Bar, into drawing: inout Drawing, y: Double, _ scale: Scale, _ colour: String
  ) {
    guard let value = bar.value else { return }
    let x = scale.position(value)
    guard let origin = origin(of: scale) else {
      drawing.line(x1: scale.start, y1: y, x2: x, y2: y, stroke: colour, width: 1, dashes: "1 3")
      drawing.dot(x: x, y: y, radius: 4, fill: colour, stroke: colour)
      return drawWhisker(of: bar, into: &drawing, y: y, scale, over: nil)
    }
    // A bar of no length still shows where it is.
    let extent = min(x, origin, max(x, origin) - 1.5)...max(x, origin)
    drawing.rectangle(
      x: extent.lowerBound, y: y - Self.thickness / 2,
      width: extent.upperBound - extent.lowerBound, height: Self.thickness, fill: colour)
    drawWhisker(of: bar, into: &drawing, y: y, scale, over: extent)
  }

  /// Where bars start: zero, or the baseline on a logarithmic scale.
  private func origin(of scale: Scale) -> Double? {
    if scale.kind == .linear { return scale.position(0) }
    return baseline.flatMap { scale.contains($0) ? scale.position($0) : nil }
  }

  /// A hairline with caps: dark on the paper, light on the bar.
  private func drawWhisker(
    of bar: Bar, into drawing: inout Drawing, y: Double, _ scale: Scale,
    over extent: ClosedRange<Double>?
  ) {
    guard let low = bar.low, let high = bar.high, high > low else { return }
    let from = scale.position(low)
    let to = scale.position(high)
    guard to - from > 2 else { return }
    drawing.line(x1: from, y1: y, x2: to, y2: y, stroke: Ink.text)
    for x in [from, to] {
      let isInside = extent?.contains(x) ?? false
      drawing.line(x1: x, y1: y - 3, x2: x, y2: y + 3, stroke: isInside ? Ink.paper : Ink.text)
    }
    guard let extent, extent.overlaps(from...to) else { return }
    drawing.line(
      x1: max(from, extent.lowerBound), y1: y, x2: min(to, extent.upperBound), y2: y,
      stroke: Ink.paper)
  }
}
