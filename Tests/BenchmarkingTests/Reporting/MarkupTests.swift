// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct MarkupTests {
  @Test func textIsEscaped() {
    let element = MarkupElement("p", children: [.text("a < b & c > \"d\"")])
    #expect(element.written.contains("a &lt; b &amp; c &gt; \"d\""))
  }

  @Test func attributesAreEscapedWithTheirQuotes() {
    let element = MarkupElement("a", attributes: ["href": "\"><script>"])
    #expect(element.written == "<a href=\"&quot;&gt;&lt;script&gt;\"></a>")
  }

  @Test func controlCharactersAreReplaced() {
    #expect(MarkupElement("b", text: "\u{0}\u{8}").written == "<b>\u{FFFD}\u{FFFD}</b>")
  }

  @Test func onlyElementsWithoutContentCloseThemselves() {
    #expect(MarkupElement("line").written == "<line/>")
    #expect(MarkupElement("i").written == "<i></i>")
  }

  @Test func marksInProseAreRead() {
    let prose = Prose("a **b** `c` *d*")
    #expect(
      prose.spans == [
        .plain("a "), .strong("b"), .plain(" "), .code("c"), .plain(" "), .emphasis("d"),
      ])
    #expect(prose.text == "a b c d")
  }

  @Test func marksWithoutAPartnerAreText() {
    #expect(Prose("2 * 3 ** 4 ` x").spans == [.plain("2 * 3 ** 4 ` x")])
  }

  @Test func plainProseHasNoMarks() {
    #expect(Prose(plain: "**a**").spans == [.plain("**a**")])
  }
}
