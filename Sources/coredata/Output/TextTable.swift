// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Rows under headings, in columns as wide as their widest cell.
struct TextTable {
  /// A column's heading and the side its cells stand at.
  struct Column {
    var title: String
    var isNumeric: Bool

    static func text(_ title: String) -> Column { Column(title: title, isNumeric: false) }
    static func number(_ title: String) -> Column { Column(title: title, isNumeric: true) }
  }

  let columns: [Column]
  var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// The lines, heading first; cells that a row lacks are empty.
  func lines(indent: String = "  ") -> [String] {
    let widths = columns.indices.map { column in
      rows.map { $0.count > column ? $0[column].count : 0 }
        .reduce(columns[column].title.count, max)
    }
    let heading = Terminal.heading(line(columns.map(\.title), widths))
    return ([heading] + rows.map { line($0, widths) }).map { indent + $0 }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = columns.indices.map { column in
      let cell = column < cells.count ? cells[column] : ""
      let gap = String(repeating: " ", count: widths[column] - cell.count)
      return columns[column].isNumeric ? gap + cell : cell + gap
    }
    var line = padded.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}
