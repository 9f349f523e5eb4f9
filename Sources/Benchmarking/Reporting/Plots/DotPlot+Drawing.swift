// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension DotPlot {
  private static let pitch = 17.0
  private static let top = 18.0

  package func drawing(_ palette: Palette) -> Drawing {
    let legend = Legend(names: seriesNames)
    let bottom = Self.top + Double(rows.count) * Self.pitch
    var drawing = Drawing(height: bottom + 24 + legend.height)
    let widest = rows.map { TextWidth.of($0.label, size: 11) }.max() ?? 0
    let label = min(widest, 175) + 1
    let values = rows.flatMap { $0.dots.map(\.value) } + [baseline]
    let scale = Scale.fitting(
      values, kind: .logarithmic, start: label + 10, end: Drawing.standardWidth - 8)
    Axis(scale: scale, quantity: quantity)
      .drawHorizontal(into: &drawing, from: Self.top - 2, to: bottom)
    drawBaseline(into: &drawing, scale, bottom: bottom)
    for (index, row) in rows.enumerated() {
      let y = Self.top + (Double(index) + 0.5) * Self.pitch
      drawing.label(
        TextWidth.fitted(row.label, into: label, size: 11), x: label, y: y + 4, anchor: .end)
      drawing.line(x1: scale.start, y1: y, x2: scale.end, y2: y, stroke: Ink.grid)
      draw(row, into: &drawing, y: y, scale: scale, palette: palette)
    }
    legend.draw(into: &drawing, y: bottom + 22, palette)
    return drawing
  }

  private func drawBaseline(into drawing: inout Drawing, _ scale: Scale, bottom: Double) {
    guard !rows.isEmpty else { return }
    let x = scale.position(baseline)
    drawing.line(x1: x, y1: Self.top - 3, x2: x, y2: bottom, stroke: Ink.text, width: 1.2)
    let half = TextWidth.of(baselineLabel, size: 10) / 2
    drawing.label(
      baselineLabel, x: min(max(x, half), drawing.width - half), y: Self.top - 7, anchor: .middle,
      fill: Ink.quiet, size: 10)
  }

  private func draw(
    _ row: Row, into drawing: inout Drawing, y: Double, scale: Scale, palette: Palette
  ) {
    for dot in row.dots {
      let colour = palette.colour(of: dot.label)
      let isMet = dot.value <= baseline
      drawing.group(tooltip: "\(row.label), \(dot.label): \(dot.note)") {
        $0.dot(
          x: scale.position(dot.value), y: y, radius: 3.6, fill: isMet ? colour : Ink.paper,
          stroke: colour)
      }
    }
  }
}
