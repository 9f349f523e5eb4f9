// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Names beside dots of their colours, in as many lines as they need.
struct Legend {
  private static let size = 10.5
  private static let pitch = 16.0
  private let lines: [[String]]

  init(names: [String], width: Double = Drawing.standardWidth) {
    var lines: [[String]] = []
    var used = Double.infinity
    for name in names {
      let needed = Self.extent(name)
      if used + needed > width {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1].append(name)
      used += needed
    }
    self.lines = lines
  }

  var height: Double { Double(lines.count) * Self.pitch }

  func draw(into drawing: inout Drawing, y: Double, _ palette: Palette) {
    for (row, names) in lines.enumerated() {
      var x = 5.0
      let y = y + (Double(row) + 0.5) * Self.pitch
      for name in names {
        let colour = palette.colour(of: name)
        drawing.dot(x: x, y: y, radius: 3.6, fill: colour, stroke: colour)
        drawing.label(name, x: x + 8, y: y + 3.5, fill: Ink.text, size: Self.size)
        x += Self.extent(name)
      }
    }
  }

  private static func extent(_ name: String) -> Double { TextWidth.of(name, size: size) + 26 }
}
