// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DebianPackages
import Testing

@Suite struct RelationParserTests {
  @Test func clausesAndAlternativesAreCounted() throws {
    let found = try Fixture.dependencies("a, b | c | d, e")
    #expect(found.map(\.name) == ["a", "b", "c", "d", "e"])
    #expect(found.map(\.position) == [0, 1, 1, 1, 2])
    #expect(found.map(\.alternative) == [0, 0, 1, 2, 0])
  }

  @Test(
    arguments: [
      ("a (<< 1)", .earlier), ("a (<= 1)", .earlierOrEqual), ("a (= 1)", .equal),
      ("a (>= 1)", .laterOrEqual), ("a (>> 1)", .later), ("a (< 1)", .earlierOrEqual),
      ("a (> 1)", .laterOrEqual), ("a(>=1)", .laterOrEqual), ("a  ( >= 1 ) ", .laterOrEqual),
    ] as [(String, VersionRelation)])
  func versionsAreRestricted(_ text: String, _ relation: VersionRelation) throws {
    let found = try Fixture.dependencies(text)
    #expect(found.map(\.relation) == [relation])
    #expect(found.map(\.version) == ["1"])
    #expect(found.map(\.name) == ["a"])
  }

  @Test func architecturesAreKept() throws {
    let found = try Fixture.dependencies("a:any (>= 1), b [amd64 !i386], c:amd64|d")
    #expect(found.map(\.name) == ["a", "b", "c", "d"])
    #expect(found.map(\.architectures) == ["any", "amd64 !i386", "amd64", nil])
    #expect(found.map(\.version) == ["1", nil, nil, nil])
  }

  @Test func profilesAreLeftOut() throws {
    let found = try Fixture.dependencies("a <!nocheck> <cross>, b")
    #expect(found.map(\.name) == ["a", "b"])
  }

  @Test func emptyClausesAndFoldedLinesDoNotCount() throws {
    let found = try Fixture.package("tiny")?.dependencies ?? []
    #expect(found.map(\.name) == ["zoo", "libc6", "missing"])
    #expect(found.map(\.position) == [0, 1, 2])
    #expect(try Fixture.dependencies("a,, b,").map(\.position) == [0, 1])
  }

  @Test func everyKindHasItsField() throws {
    for kind in DependencyKind.allCases {
      let found = try Fixture.dependencies("a (= 2)", field: "\(kind.field)")
      #expect(found.map(\.kind) == [kind])
    }
  }

  @Test func allFieldsOfAPackageAreRead() throws {
    let zoo = try #require(try Fixture.package("zoo"))
    let provided = zoo.dependencies.filter { $0.kind == .provides }
    #expect(zoo.dependencies.count == 10)
    #expect(provided.map(\.name) == ["archiver", "zoo-abi"])
    #expect(provided.map(\.relation) == [.any, .equal])
  }

  @Test(arguments: ["a (>= 1", "a (1)", "a (>=)", "a [amd64", "(>= 1)", "a b", "a <x"])
  func whatCannotBeReadIsReported(_ text: String) {
    #expect(throws: IndexFailure.malformedRelation(package: "p", field: "Depends")) {
      try Fixture.dependencies(text)
    }
  }
}
