// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct UpdateTests {
  @Test(arguments: StoreUnderTest.all)
  func onlyChangedSlotsAreWritten(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Employee", ["name": .string("Ada"), "salary": .integer(1)])
    var update = session.schema.update(
      key, from: try #require(try session.row(key)), set: ["salary": .integer(2)])
    update.row = session.schema.row(
      "Employee", ["name": .string("not written"), "salary": .integer(2), "bio": .string("no")],
      version: 2)
    var changes = ChangeSet()
    changes.updates = [update]
    try session.commit(changes)
    #expect(try session.values(key) == ["name": .string("Ada"), "salary": .integer(2)])
  }

  @Test(arguments: StoreUnderTest.all)
  func aSlotCanBecomeNullAndBack(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Employee", ["name": .string("Ada"), "salary": .integer(1)])
    try session.update(key, set: ["name": .null])
    #expect(try session.values(key) == ["salary": .integer(1)])
    try session.update(key, set: ["name": .string("Eve"), "salary": .null])
    #expect(try session.values(key) == ["name": .string("Eve")])
  }

  @Test(arguments: StoreUnderTest.all)
  func anUpdateWithNoChangedSlotRaisesTheVersion(_ store: StoreUnderTest) throws {  // R-CTX-285
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("x")])
    try session.update(key, set: [:])
    #expect(try session.row(key)?.version == 2)
    #expect(try session.values(key) == ["name": .string("x")])
  }

  @Test(arguments: StoreUnderTest.all)
  func anUpdateStoresTheVersionOfItsRow(_ store: StoreUnderTest) throws {  // R-CTX-285
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("x")])
    for version in 2...5 {
      try session.update(key, set: ["name": .string("\(version)")])
      #expect(try session.row(key)?.version == Int64(version))
    }
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func anUpdateWithoutAnExpectedVersionLeavesTheVersion(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("x")])
    try session.update(key, set: ["name": .string("y")])
    let stale = session.schema.row("Tag", ["name": .string("x")], version: 1)
    var changes = ChangeSet()
    changes.updates = [
      session.schema.update(key, from: stale, set: ["name": .string("z")], isChecked: false)
    ]
    try session.commit(changes)
    #expect(try session.row(key)?.version == 2)
    #expect(try session.values(key) == ["name": .string("z")])
  }

  @Test(arguments: StoreUnderTest.all)
  func aReferenceCountsAsChangedByItsFirstSlot(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let person = try session.insert("Person")
    let company = try session.insert("Company")
    let account = try session.insert("Account", ["owner": .reference(person)])
    try session.update(account, set: ["owner": .reference(company)])
    #expect(try session.values(account) == ["owner": .reference(company)])
    try session.update(account, set: ["owner": .null])
    #expect(try session.values(account) == [:])
  }

  @Test(arguments: StoreUnderTest.all(without: .costlyRows))
  func anOrderSlotCountsByItself(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.relationships)
    let list = try session.insert("Playlist")
    let track = try session.insert(
      "Track", ["playlist": .reference(list), "playlist#": .integer(2048)])
    try session.update(track, set: ["playlist#": .integer(1024)])
    #expect(
      try session.values(track) == ["playlist": .reference(list), "playlist#": .integer(1024)])
  }

  @Test(arguments: StoreUnderTest.all)
  func aTextMayGrowAndShrink(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Employee", ["name": .string("a"), "email": .string("e")])
    for length in [10, 100_000, 3, 20_000, 0] {
      let text = String(repeating: "z", count: length)
      try session.update(key, set: ["name": .string(text)])
      #expect(try session.values(key) == ["name": .string(text), "email": .string("e")])
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func manyRowsAreUpdatedAtOnce(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let people = try session.insert("Person", (0..<300).map { ["age": .integer($0)] })
    let staff = try session.insert("Employee", (0..<300).map { ["salary": .integer($0)] })
    var changes = ChangeSet()
    changes.updates = try session.fetch(session.query("Party")).map {
      session.schema.update($0.key, from: $0.row, set: ["age": .integer(9)])
    }
    try session.commit(changes)
    let query = session.query(
      "Person",
      .compare(
        .column(session.schema.path("Person", "age")), .equal, .value(.integer(9)), []))
    #expect(try session.keys(query) == (people + staff).sorted { $0.number < $1.number })
  }
}
