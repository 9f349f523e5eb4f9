// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Shapes on a canvas, added back to front.
package struct Drawing: Sendable {
  /// The canvas of every plot: legible on a telephone, three abreast on a desk.
  package static let standardWidth = 380.0

  enum Anchor: String { case start, middle, end }

  package let width: Double
  package var height: Double
  package private(set) var elements: [MarkupElement] = []

  init(width: Double = Drawing.standardWidth, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func add(_ element: MarkupElement) { elements.append(element) }

  mutating func line(
    x1: Double, y1: Double, x2: Double, y2: Double, stroke: String, width: Double = 1,
    dashes: String? = nil
  ) {
    var line = MarkupElement(
      "line",
      attributes: [
        "x1": Self.text(x1), "y1": Self.text(y1), "x2": Self.text(x2), "y2": Self.text(y2),
        "stroke": stroke, "stroke-width": Self.text(width),
      ])
    if let dashes { line = line.with("stroke-dasharray", dashes) }
    add(line)
  }

  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, fill: String
  ) {
    add(
      MarkupElement(
        "rect",
        attributes: [
          "x": Self.text(x), "y": Self.text(y), "width": Self.text(max(width, 0)),
          "height": Self.text(max(height, 0)), "fill": fill,
        ]))
  }

  mutating func dot(x: Double, y: Double, radius: Double, fill: String, stroke: String) {
    add(
      MarkupElement(
        "circle",
        attributes: [
          "cx": Self.text(x), "cy": Self.text(y), "r": Self.text(radius), "fill": fill,
          "stroke": stroke, "stroke-width": "1.4",
        ]))
  }

  mutating func polyline(
    _ points: [(x: Double, y: Double)], stroke: String, width: Double, dashes: String? = nil
  ) {
    var line = MarkupElement(
      "polyline",
      attributes: [
        "points": points.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " "),
        "fill": "none", "stroke": stroke, "stroke-width": Self.text(width),
        "stroke-linejoin": "round", "stroke-linecap": "round",
      ])
    if let dashes { line = line.with("stroke-dasharray", dashes) }
    add(line)
  }

  mutating func label(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, fill: String = Ink.text,
    size: Double = 11, isStrong: Bool = false
  ) {
    var label = MarkupElement(
      "text",
      attributes: [
        "x": Self.text(x), "y": Self.text(y), "fill": fill, "text-anchor": anchor.rawValue,
        "font-size": Self.text(size),
      ], text: text)
    if isStrong { label = label.with("font-weight", "600") }
    add(label)
  }

  /// Draws the content of another drawing under one tooltip.
  mutating func group(tooltip: String, _ draw: (inout Drawing) -> Void) {
    var inner = Drawing(width: width, height: height)
    draw(&inner)
    let title = Markup.element(MarkupElement("title", text: tooltip))
    add(MarkupElement("g", children: [title] + inner.elements.map { .element($0) }))
  }

  /// Returns a coordinate with a tenth of a unit, `0` for what is no number.
  static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e7 else { return "0" }
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
