// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct MarkdownTests {
  @Test func aTableHasHeadsARuleAndALineForEachRow() {
    let table = ReportTable(
      [.text("case"), .number("10k", group: "LMDB")],
      rows: [
        [.init("1a"), .init("0.5", verdict: true)], [.init("2"), .init("1.2", verdict: false)],
      ])
    #expect(
      table.markdown == """
        | case | LMDB 10k |
        | --- | ---: |
        | 1a | **0.5** |
        | 2 | 1.2 |

        """)
  }

  @Test func cellsThatARowLacksAreEmptyAndBarsEscaped() {
    let table = ReportTable([.text("a|b"), .text("c")], rows: [[.init("x", weight: .strong)]])
    #expect(table.markdown.hasPrefix("| a\\|b | c |\n"))
    #expect(table.markdown.hasSuffix("| **x** |  |\n"))
  }
}
