// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DebianPackages
import Testing

@Suite struct StanzaReaderTests {
  @Test func stanzasAreSeparatedByLinesOfWhiteSpace() throws {
    #expect(try Fixture.index().packages.map(\.name) == ["zoo", "tiny", "last"])
  }

  @Test func aMissingFinalLineEndDoesNotMatter() throws {
    #expect(try Fixture.index().packages.last?.version == "3")
    #expect(try Fixture.index().maintainers.last?.name == "Nobody in particular")
  }

  @Test(arguments: [1, 2, 7, 64, 100_000])
  func theSizeOfPiecesDoesNotMatter(_ size: Int) throws {
    let text = try Fixture.text()
    #expect(try Fixture.index(of: text, pieces: size).packages == Fixture.index().packages)
  }

  @Test func carriageReturnsAreWhiteSpace() throws {
    let text = try Fixture.text().replacing("\n", with: "\r\n")
    #expect(try Fixture.index(of: text).packages == Fixture.index().packages)
  }

  @Test func anEmptyTextHasNoStanzas() throws {
    #expect(try Fixture.index(of: "").packages.isEmpty)
    #expect(try Fixture.index(of: "\n \n\n").packages.isEmpty)
  }

  @Test func ofADescriptionTheFirstLineCounts() throws {
    #expect(
      try Fixture.package("zoo")?.summary == "manipulate zip archives – für alte Dateien")
  }

  @Test func foldedLinesAreJoined() throws {
    var tags: String?
    var reader = StanzaReader()
    try reader.read(Fixture.text().utf8) { tags = tags ?? $0.text("Tag") }
    #expect(
      tags == "implemented-in::c, interface::commandline, role::program, scope::utility")
  }

  @Test func aLineThatIsNoFieldIsReportedWithItsNumber() {
    #expect(throws: IndexFailure.malformedLine(number: 2)) {
      try Fixture.index(of: "Package: a\nno colon here\n")
    }
    #expect(throws: IndexFailure.malformedLine(number: 4)) {
      try Fixture.index(of: "Package: a\nVersion: 1\n\n continued\n", pieces: 3)
    }
  }
}
