// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DebianPackages
import Testing

@Suite struct PackageIndexTests {
  @Test func valuesAreRead() throws {
    let zoo = try #require(try Fixture.package("zoo"))
    #expect(zoo.version == "2:2.10-28+b1")
    #expect(zoo.architecture == "amd64")
    #expect(zoo.source == "zoo-src (2:2.10)")
    #expect(zoo.homepage == "https://example.org/zoo")
    #expect(zoo.priority == "optional")
    #expect(zoo.filename == "pool/main/z/zoo.deb")
    #expect(zoo.installedSize == 111)
    #expect(zoo.downloadSize == 61984)
    #expect(zoo.sha256?.prefix(4) == [0x00, 0xFF, 0x10, 0xAB])
    #expect(zoo.sha256?.count == 32)
    #expect(!zoo.isEssential)
  }

  @Test func missingFieldsHaveDefaults() throws {
    let tiny = try #require(try Fixture.package("tiny"))
    #expect(tiny.isEssential)
    #expect(tiny.summary == "")
    #expect(tiny.homepage == nil)
    #expect(tiny.sha256 == nil)
    #expect(tiny.installedSize == 0)
    #expect(try Fixture.index().maintainers[tiny.maintainer].name == "Nobody")
    #expect(try Fixture.index().sections[tiny.section] == "misc")
  }

  @Test func ofSeveralStanzasOfANameTheFirstCounts() throws {
    #expect(try Fixture.package("tiny")?.version == "0.1")
  }

  @Test func maintainersOfOtherAlphabetsAreRead() throws {
    #expect(
      try Fixture.index().maintainers[0]
        == MaintainerRecord(name: "Łukasz Żółć", email: "lukasz@example.org"))
  }

  @Test func aMaintainerIsThereOnce() throws {
    let stanza = "Version: 1\nMaintainer: A <a@b>\n\n"
    let index = try Fixture.index(of: "Package: a\n\(stanza)Package: b\n\(stanza)")
    #expect(index.maintainers.count == 1)
    #expect(index.packages.map(\.maintainer) == [0, 0])
  }

  @Test(
    arguments: [
      ("Ann Lee", "Ann Lee", nil), ("<a@b>", "a@b", "a@b"), ("Ann  <>", "Ann", nil),
      ("Ann <Lee> Roe <a@b>", "Ann <Lee> Roe", "a@b"),
    ] as [(String, String, String?)])
  func maintainersHaveANameAndPerhapsAnAddress(_ text: String, _ name: String, _ email: String?) {
    #expect(MaintainerRecord(text) == MaintainerRecord(name: name, email: email))
  }

  @Test func aStanzaWithoutANameIsReported() {
    #expect(throws: IndexFailure.missingField("Package", stanza: 1)) {
      try Fixture.index(of: "Version: 1\n")
    }
  }
}
