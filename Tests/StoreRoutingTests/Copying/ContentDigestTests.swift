// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// A digest tells contents apart and nothing else.
@Suite struct ContentDigestTests {
  private static let store = StoreUnderTest.all(with: .verbatim)[0]

  private func digest(
    _ session: StoreSession, _ scope: ContentDigest.Scope = .full
  ) throws -> ContentDigest {
    try session.read {
      try ContentDigest(
        of: $0, schema: session.schema, entities: session.schema.allEntities, scope: scope)
    }
  }

  @Test(arguments: AttributeType.allCases)
  func everyChangeOfAValueShows(type: AttributeType) throws {
    let session = try StoreSession(Self.store, SchemaFixture.allTypes)
    let key = try session.insert("Sample")
    var seen: [ContentDigest] = [try digest(session, .values)]
    for value in SampleValues.ordinary(of: type) {
      try session.update(key, set: ["\(type)": value])
      let found = try digest(session, .values)
      #expect(!seen.contains(found), "\(value)")
      seen.append(found)
    }
  }

  @Test func formsOfValuesNeedNotShow() throws {
    let session = try StoreSession(Self.store, SchemaFixture.allTypes)
    var scope = ContentDigest.Scope.values
    scope.hasExactForms = false
    let key = try session.insert("Sample")
    let none = try digest(session, scope)
    try session.update(key, set: ["transformable": .data(Data([1]))])
    let some = try digest(session, scope)
    try session.update(key, set: ["transformable": .data(Data([2])), "string": .string("")])
    #expect(some != none)
    #expect(try digest(session, scope) == some)
    try session.update(key, set: ["date": .date(1.25)])
    let dated = try digest(session, scope)
    try session.update(key, set: ["date": .date(1)])
    #expect(dated != some)
    #expect(try digest(session, scope) == dated)
    try session.update(key, set: ["string": .string("a")])
    #expect(try digest(session, scope) != dated)
  }

  @Test func anExchangeOfValuesShows() throws {
    let session = try StoreSession(Self.store, SchemaFixture.company)
    let keys = try session.insert("Tag", [["name": .string("a")], ["name": .string("b")]])
    let before = try digest(session, .values)
    try session.update(keys[0], set: ["name": .string("b")])
    try session.update(keys[1], set: ["name": .string("a")])
    #expect(try digest(session, .values) != before)
    let difference = before.difference(to: try digest(session, .values))
    #expect(difference?.subject == "Tag")
    #expect(difference?.found == 2)
  }

  @Test func versionsCountOnlyInFull() throws {
    let session = try StoreSession(Self.store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("a")])
    let (full, values) = (try digest(session), try digest(session, .values))
    try session.update(key, set: ["name": .string("a")])
    #expect(try digest(session) != full)
    #expect(try digest(session, .values) == values)
  }

  @Test(arguments: [ContentDigest.Scope.full, .values])
  func anotherOrderShows(scope: ContentDigest.Scope) throws {
    let schema = CopyFixture.ordered
    let session = try StoreSession(Self.store, schema)
    let lists = try session.insert("List", [[:], [:]])
    let entries = try session.insert(
      "Entry", (1...3).map { ["list": .reference(lists[0]), "list#": .integer($0)] })
    try session.link(
      schema.linkChange(
        .add, entity: "List", name: "marked", owner: lists[0], member: entries[0], order: 1,
        inverseOrder: 1),
      schema.linkChange(
        .add, entity: "List", name: "marked", owner: lists[1], member: entries[0], order: 1,
        inverseOrder: 2))
    let before = try digest(session, scope)
    try session.link(
      schema.linkChange(
        .add, entity: "List", name: "marked", owner: lists[0], member: entries[0], order: 1,
        inverseOrder: 3))
    let between = try digest(session, scope)
    #expect(before.difference(to: between)?.subject == "Entry.markers")
    try session.update(entries[0], set: ["list#": .integer(9)])
    #expect(try digest(session, scope) != between)
  }

  @Test func orderKeysCountOnlyInFull() throws {
    let session = try StoreSession(Self.store, CopyFixture.ordered)
    let list = try session.insert("List")
    let entry = try session.insert("Entry", ["list": .reference(list), "list#": .integer(1)])
    let values = try digest(session, .values)
    try session.update(entry, set: ["list#": .integer(5)])
    #expect(try digest(session, .values) == values)
  }
}
