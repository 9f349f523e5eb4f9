// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ScalingPlot {
  private static let top = 12.0
  private static let lineHeight = 12.5

  package func drawing(_ palette: Palette) -> Drawing {
    let drawn = lines.filter { !$0.points.isEmpty }
    let body = max(150, Double(drawn.count) * Self.lineHeight)
    var drawing = Drawing(height: Self.top + body + 34)
    let frame = frame(drawn, bottom: Self.top + body)
    drawAxes(into: &drawing, frame)
    for line in drawn.sorted(by: { Self.weight($0.role) < Self.weight($1.role) }) {
      draw(line, into: &drawing, frame: frame, colour: palette.colour(of: line.label))
    }
    drawLabels(of: drawn, into: &drawing, frame, palette)
    return drawing
  }

  private struct Frame {
    var x: Scale
    var y: Scale
    var labels: Double
  }

  private func frame(_ drawn: [Line], bottom: Double) -> Frame {
    let values = drawn.flatMap { $0.points.map(\.value) }
    let y = Scale.fitting(values, kind: .logarithmic, start: bottom, end: Self.top)
    let marks = Axis(scale: y, quantity: quantity).ticks(room: bottom - Self.top) { _ in 18 }
    let left = marks.map { TextWidth.of(quantity.mark($0), size: 10) }.max() ?? 0
    let widest =
      drawn.map {
        TextWidth.of($0.label, size: 10.5, isStrong: $0.role == .subject)
      }.max() ?? 0
    let right = Drawing.standardWidth - min(widest, 130) - 16
    let x = Scale.fitting(sizes, kind: .logarithmic, start: left + 12, end: right)
    return Frame(x: x, y: y, labels: right + 14)
  }

  /// Sizes are marked where something was measured, not at round numbers.
  private func drawAxes(into drawing: inout Drawing, _ frame: Frame) {
    let bottom = frame.y.start
    Axis(scale: frame.y, quantity: quantity)
      .drawVertical(into: &drawing, from: frame.x.start - 4, to: frame.x.end)
    drawing.line(
      x1: frame.x.start - 4, y1: bottom, x2: frame.x.end, y2: bottom, stroke: Ink.rule, width: 0.75)
    var last = -Double.infinity
    for size in sizes {
      let x = frame.x.position(size)
      drawing.line(x1: x, y1: bottom, x2: x, y2: bottom + 3, stroke: Ink.rule, width: 0.75)
      let text = HumaneNumber.shortCount(size)
      let half = TextWidth.of(text, size: 10) / 2
      guard x - half > last + 6 else { continue }
      last = x + half
      drawing.label(text, x: x, y: bottom + 14, anchor: .middle, fill: Ink.quiet, size: 10)
    }
    drawing.label(
      sizeLabel, x: (frame.x.start + frame.x.end) / 2, y: bottom + 27, anchor: .middle,
      fill: Ink.quiet, size: 10)
  }

  private func draw(
    _ line: Line, into drawing: inout Drawing, frame: Frame, colour: String
  ) {
    let points = line.points.map { (x: frame.x.position($0.size), y: frame.y.position($0.value)) }
    let figures = line.points.map {
      "\(quantity.value($0.value)) at \(HumaneNumber.shortCount($0.size))"
    }
    drawing.group(tooltip: "\(line.label): \(figures.joined(separator: ", "))") { inner in
      inner.polyline(
        points, stroke: colour, width: line.role == .subject ? 2.4 : 1.3,
        dashes: line.role == .reference ? "5 3" : nil)
      for point in points {
        inner.dot(
          x: point.x, y: point.y, radius: line.role == .subject ? 2.6 : 1.8,
          fill: line.role == .reference ? Ink.paper : colour, stroke: colour)
      }
    }
  }

  private func drawLabels(
    of drawn: [Line], into drawing: inout Drawing, _ frame: Frame, _ palette: Palette
  ) {
    let ends = drawn.compactMap(\.points.last)
    let wanted = ends.map { frame.y.position($0.value) }
    let placed = LabelPlacement.spread(
      wanted, distance: Self.lineHeight, inside: Self.top...max(frame.y.start, Self.top))
    for (index, line) in drawn.enumerated() {
      let colour = palette.colour(of: line.label)
      let x = frame.x.position(ends[index].size)
      drawing.polyline(
        [(x + 5, wanted[index]), (frame.labels - 3, placed[index])], stroke: colour, width: 0.5)
      let room = drawing.width - frame.labels + 2
      drawing.label(
        TextWidth.fitted(
          line.label, into: room, size: 10.5, isStrong: line.role == .subject), x: frame.labels,
        y: placed[index] + 3.5,
        fill: palette.textColour(of: line.label), size: 10.5, isStrong: line.role == .subject)
    }
  }

  /// Returns the rank of a series in drawing: the one that matters most is drawn last, on top.
  private static func weight(_ role: SeriesRole) -> Int {
    switch role {
    case .reference: 0
    case .peer: 1
    case .subject: 2
    }
  }
}
