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
      figures, start: columns.plot.lowerBound, end: columns.plot.upperBound)
    Axis(scale: scale, quantity: quantity)
      .drawHorizontal(into: &drawing, from: Self.top - 2, to: bottom, note: axisNote(scale))
    drawBaseline(into: &drawing, scale, bottom: bottom)
    for (row, bar) in bars.enumerated() {
      let y = Self.top + (Double(row) + 0.5) * Self.pitch
      drawing.group(tooltip: tooltip(bar)) {
        draw(bar, into: &$0, y: y, columns, scale, palette.colour(of: bar.label))
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
    func widest(_ texts: [String]) -> Double {
      texts.map { TextWidth.of($0, size: 11) }.max() ?? 0
    }
    let goals = widest(bars.compactMap { $0.goal.map(goalText) })
    let end = Drawing.standardWidth - (bars.contains { $0.verdict != nil } ? 15 : 1)
    let value = end - (goals > 0 ? min(goals, 80) + 8 : 0)
    let label = min(widest(bars.map(\.label)), 132) + 1
    let values = min(widest(bars.map(valueText)), 90)
    return Columns(label: label, plot: (label + 9)...(value - values - 8), value: value, goal: end)
  }

  private var figures: [Double] {
    let inBars = bars.flatMap { [$0.value, $0.low, $0.high, $0.goal].compactMap { $0 } }
    return inBars + (baseline.map { [$0] } ?? [])
  }

  private func valueText(_ bar: Bar) -> String { bar.value.map(quantity.value) ?? "–" }
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
    drawing.line(x, Self.top - 3, x, bottom, stroke: Ink.rule)
    guard let baselineLabel else { return }
    let half = TextWidth.of(baselineLabel, size: 10) / 2
    let centre = min(max(x, half), drawing.width - half)
    drawing.label(
      baselineLabel, x: centre, y: Self.top - 7, anchor: .middle, fill: Ink.quiet, size: 10)
  }

  private func draw(
    _ bar: Bar, into drawing: inout Drawing, y: Double, _ columns: Columns, _ scale: Scale,
    _ colour: String
  ) {
    let isSubject = bar.role == .subject
    let label = TextWidth.fitted(bar.label, into: columns.label + 4, size: 11)
    drawing.label(label, x: columns.label, y: y + 4, anchor: .end, isStrong: isSubject)
    drawing.label(
      valueText(bar), x: columns.value, y: y + 4, anchor: .end, isStrong: isSubject)
    drawExtent(of: bar, into: &drawing, y: y, scale, colour)
    guard let goal = bar.goal else { return }
    let x = scale.position(goal)
    drawing.line(x, y - 8, x, y + 8, stroke: Ink.paper, width: 4)
    drawing.line(x, y - 7.5, x, y + 7.5, stroke: Ink.text, width: 2)
    drawing.label(goalText(goal), x: columns.goal, y: y + 4, anchor: .end, fill: Ink.quiet)
    if let verdict = bar.verdict { drawing.mark(verdict, x: columns.goal + 9, y: y) }
  }

  private func drawExtent(
    of bar: Bar, into drawing: inout Drawing, y: Double, _ scale: Scale, _ colour: String
  ) {
    guard let value = bar.value else { return }
    let x = scale.position(value)
    if let origin = origin(of: scale) {
      // A bar of no length still shows where it is.
      let left = min(x, origin, max(x, origin) - 1)
      drawing.rectangle(
        x: left, y: y - Self.thickness / 2, width: max(x, origin) - left, height: Self.thickness,
        fill: colour)
    } else {
      drawing.line(scale.start, y, x, y, stroke: colour, width: 1, dashes: "1 3")
      drawing.dot(x: x, y: y, radius: 4, fill: colour, stroke: colour)
    }
    drawWhisker(of: bar, into: &drawing, y: y, scale)
  }

  /// Where bars start: zero, or the baseline on a logarithmic scale.
  private func origin(of scale: Scale) -> Double? {
    if scale.kind == .linear { return scale.position(0) }
    return baseline.flatMap { scale.contains($0) ? scale.position($0) : nil }
  }

  private func drawWhisker(
    of bar: Bar, into drawing: inout Drawing, y: Double, _ scale: Scale
  ) {
    guard let low = bar.low, let high = bar.high, high > low else { return }
    let from = scale.position(low)
    let to = scale.position(high)
    guard to - from > 1.5 else { return }
    drawing.line(from, y, to, y, stroke: Ink.paper, width: 3)
    for (ink, width) in [(Ink.paper, 3.0), (Ink.text, 1.0)] {
      for x in [from, to] { drawing.line(x, y - 3, x, y + 3, stroke: ink, width: width) }
    }
    drawing.line(from, y, to, y, stroke: Ink.text, width: 1)
  }
}
