// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A drawing with its figures, each plot alike in width so that letters are alike in size.
package protocol Plot: Sendable {
  /// The subject of the plot, in a line.
  var title: String { get }
  /// How to read it, for those who cannot see it and for those who look it up.
  var summary: String { get }
  /// The series in order, for their colours.
  var seriesNames: [String] { get }
  /// The same figures in rows.
  var table: ReportTable { get }
  /// Returns the drawing in plot units; `drawing` draws it at its natural size.
  func drawing(_ palette: Palette) -> Drawing
}

extension Plot {
  /// Returns the whole `<svg>`. `id` must be unique in its page.
  package func svg(id: String, palette: Palette) -> MarkupElement {
    let drawing = drawing(palette)
    var svg = MarkupElement(
      "svg",
      attributes: [
        "xmlns": "http://www.w3.org/2000/svg", "class": "plot", "role": "img",
        "viewBox": "0 0 \(Drawing.text(drawing.width)) \(Drawing.text(drawing.height))",
        "aria-labelledby": "\(id)-title \(id)-desc", "font-size": "11",
        "font-family": "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif",
      ])
    svg.append(MarkupElement("title", attributes: ["id": "\(id)-title"], text: title))
    svg.append(MarkupElement("desc", attributes: ["id": "\(id)-desc"], text: summary))
    svg.children += drawing.elements.map { .element($0) }
    return svg
  }
}
