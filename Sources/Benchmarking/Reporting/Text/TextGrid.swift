// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Cells in columns as wide as their widest, headings broken at blanks over several lines.
struct TextGrid {
  struct Head {
    var lines: [String]
    var isNumeric: Bool

    init(_ title: String, isNumeric: Bool) {
      lines = Self.broken(title)
      self.isNumeric = isNumeric
    }

    /// Lines of seven characters where the words allow it.
    private static func broken(_ title: String) -> [String] {
      var lines: [String] = []
      for word in title.split(separator: " ") where word != "·" {
        if let last = lines.last, last.count + word.count < 7 {
          lines[lines.count - 1] = "\(last) \(word)"
        } else {
          lines.append(String(word))
        }
      }
      return lines
    }
  }

  struct Cell {
    var text: String
    var style: TextStyle.Code?

    init(_ text: String, _ style: TextStyle.Code? = nil) {
      self.text = text
      self.style = style
    }
  }

  let heads: [Head]
  var rows: [[Cell]] = []

  init(heads: [Head]) { self.heads = heads }

  func text(isColoured: Bool) -> String {
    let depth = heads.map(\.lines.count).max() ?? 0
    let headLines = (0..<depth).map { line in
      heads.map { head -> Cell in
        let index = line - (depth - head.lines.count)
        return Cell(index >= 0 ? head.lines[index] : "", .quiet)
      }
    }
    let widths = heads.indices.map { column in
      (headLines + rows).map { column < $0.count ? $0[column].text.count : 0 }.max() ?? 0
    }
    return (headLines + rows).map { line($0, widths: widths, isColoured: isColoured) + "\n" }
      .joined()
  }

  private func line(_ cells: [Cell], widths: [Int], isColoured: Bool) -> String {
    var parts = ""
    var blanks = ""
    for (column, cell) in cells.enumerated() where column < heads.count {
      let gap = String(repeating: " ", count: max(0, widths[column] - cell.text.count))
      let text = cell.style.map { cell.text.styled($0, isColoured) } ?? cell.text
      if heads[column].isNumeric { blanks += gap }
      // Blanks are held back, so that no line ends with them.
      if !cell.text.isEmpty {
        parts += blanks + text
        blanks = ""
      }
      blanks += (heads[column].isNumeric ? "" : gap) + (widths[column] > 0 ? "  " : "")
    }
    return parts
  }
}
