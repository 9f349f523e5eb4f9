// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ReportTable {
  /// The table for documents in Markdown: strong cells and goals that are met in bold, columns of a
  /// group named after it.
  public var markdown: String {
    let heads = columns.map { column in
      [column.group ?? "", column.title].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let rule = columns.map { $0.isNumeric ? "---:" : "---" }
    let lines = rows.map { row in
      columns.indices.map { $0 < row.count ? row[$0].markdown : "" }
    }
    return ([heads.map(Self.escaped), rule] + lines).map { "| \($0.joined(separator: " | ")) |\n" }
      .joined()
  }

  /// A bar would end the cell.
  fileprivate static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

extension ReportTable.Cell {
  fileprivate var markdown: String {
    let text = ReportTable.escaped(text)
    return !text.isEmpty && (weight == .strong || verdict == true) ? "**\(text)**" : text
  }
}
