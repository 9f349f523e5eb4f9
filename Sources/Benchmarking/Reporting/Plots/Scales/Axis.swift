// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The marks of a scale: hairlines through the plot and figures at its edge.
package struct Axis: Sendable {
  let scale: Scale
  let quantity: Quantity
  private static let size = 10.0

  package init(scale: Scale, quantity: Quantity) {
    self.scale = scale
    self.quantity = quantity
  }

  /// As many marks as fit without their figures touching.
  package func ticks(room: Double, ofLabel extent: (String) -> Double) -> [Double] {
    for limit in stride(from: 7, through: 2, by: -1) {
      let ticks = scale.ticks(limit: limit)
      let widest = ticks.map { extent(quantity.mark($0)) }.max() ?? 0
      if !ticks.isEmpty, isApart(ticks, by: widest) { return ticks }
    }
    return Array(scale.ticks(limit: 2).prefix(1))
  }

  private func isApart(_ ticks: [Double], by distance: Double) -> Bool {
    let positions = ticks.map { scale.position($0) }
    return zip(positions, positions.dropFirst()).allSatisfy { abs($1 - $0) >= distance }
  }

  /// An axis under a plot, with a note beneath its middle.
  func drawHorizontal(
    into drawing: inout Drawing, from top: Double, to bottom: Double, note: String = ""
  ) {
    drawing.line(
      x1: scale.start, y1: bottom, x2: scale.end, y2: bottom, stroke: Ink.rule, width: 0.75)
    let ticks = ticks(room: scale.end - scale.start) { TextWidth.of($0, size: Self.size) + 8 }
    for tick in ticks {
      let x = scale.position(tick)
      drawing.line(x1: x, y1: top, x2: x, y2: bottom, stroke: Ink.grid)
      drawing.line(x1: x, y1: bottom, x2: x, y2: bottom + 3, stroke: Ink.rule, width: 0.75)
      drawing.label(
        quantity.mark(tick), x: x, y: bottom + 13, anchor: .middle, fill: Ink.quiet,
        size: Self.size)
    }
    drawNote(note, into: &drawing, y: bottom + 25)
  }

  /// An axis at the left of a plot, its figures to the left of the scale.
  func drawVertical(into drawing: inout Drawing, from left: Double, to right: Double) {
    for tick in ticks(room: abs(scale.end - scale.start), ofLabel: { _ in 18 }) {
      let y = scale.position(tick)
      drawing.line(x1: left, y1: y, x2: right, y2: y, stroke: Ink.grid)
      drawing.label(
        quantity.mark(tick), x: left - 6, y: y + 3.5, anchor: .end, fill: Ink.quiet,
        size: Self.size)
    }
  }

  private func drawNote(_ note: String, into drawing: inout Drawing, y: Double) {
    guard !note.isEmpty else { return }
    drawing.label(
      note, x: (scale.start + scale.end) / 2, y: y, anchor: .middle, fill: Ink.quiet,
      size: Self.size)
  }
}
