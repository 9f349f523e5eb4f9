// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct VersionConflictTests {
  @Test(arguments: StoreUnderTest.all)
  func aStaleUpdateIsAConflictWithTheStoredRow(_ store: StoreUnderTest) throws {  // R-CTX-607
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("old")])
    let stale = try #require(try session.row(key))
    try session.update(key, set: ["name": .string("theirs")])
    var changes = ChangeSet()
    changes.updates = [session.schema.update(key, from: stale, set: ["name": .string("mine")])]
    let found = try session.versionConflicts(changes)
    #expect(found.map(\.key) == [key])
    #expect(found.map(\.expected) == [1])
    #expect(found.map(\.actual) == [2])
    #expect(
      found[0].stored.map(session.schema.values) == ["name": .string("theirs")])
    #expect(try session.values(key) == ["name": .string("theirs")])
  }

  @Test(arguments: StoreUnderTest.all)
  func updatingARowThatIsGoneIsAConflictWithVersionZero(_ store: StoreUnderTest) throws {
    // R-CTX-608
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("old")])
    let stale = try #require(try session.row(key))
    try session.delete(key)
    var changes = ChangeSet()
    changes.updates = [session.schema.update(key, from: stale, set: ["name": .string("mine")])]
    let found = try session.versionConflicts(changes)
    #expect(found.map(\.actual) == [0])
    #expect(found.map { $0.stored == nil } == [true])
    #expect(try session.row(key) == nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func aStaleDeleteIsAConflict(_ store: StoreUnderTest) throws {  // R-CTX-605
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("old")])
    try session.update(key, set: ["name": .string("new")])
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: key, expectedVersion: 1)]
    let found = try session.versionConflicts(changes)
    #expect(found.map(\.actual) == [2])
    #expect(try session.values(key) == ["name": .string("new")])
  }

  @Test(arguments: StoreUnderTest.all)
  func deletingARowThatIsGoneIsAConflictWhenAVersionIsExpected(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag")
    try session.delete(key)
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: key, expectedVersion: 1)]
    #expect(try session.versionConflicts(changes).map(\.actual) == [0])
  }

  @Test(arguments: StoreUnderTest.all)
  func deletingNothingWithoutAnExpectedVersionIsFine(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.reserve("Tag")[0]
    try session.delete(key)
    #expect(try session.row(key) == nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func aFailedCheckIsAConflict(_ store: StoreUnderTest) throws {  // R-CTX-605
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert("Tag", [[:], [:], [:]])
    try session.update(keys[1], set: ["name": .string("new")])
    try session.delete(keys[2])
    var changes = ChangeSet()
    changes.checks = keys.map { VersionCheck(key: $0, expectedVersion: 1) }
    let found = try session.versionConflicts(changes)
    #expect(found.map(\.key) == [keys[1], keys[2]])
    #expect(found.map(\.actual) == [2, 0])
  }

  @Test(arguments: StoreUnderTest.all)
  func aCheckThatHoldsChangesNothing(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("x")])
    var changes = ChangeSet()
    changes.checks = [VersionCheck(key: key, expectedVersion: 1)]
    try session.commit(changes)
    #expect(try session.row(key)?.version == 1)
  }

  @Test(arguments: StoreUnderTest.all)
  func allConflictsComeBackAtOnce(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let people = try session.insert("Person", [[:], [:]])
    let staff = try session.insert("Employee", [[:], [:]])
    let rows = try session.read { try $0.rows(for: people + staff) }
    for key in people + staff { try session.update(key, set: ["note": .string("n")]) }
    var changes = ChangeSet()
    for (key, row) in zip(people + staff, rows).prefix(3) {
      let row = try #require(row)
      changes.updates.append(session.schema.update(key, from: row, set: ["name": .string("m")]))
    }
    changes.deletes = [RowDelete(key: staff[1], expectedVersion: 1)]
    let found = try session.versionConflicts(changes)
    #expect(Set(found.map(\.key)) == Set(people + staff))
    #expect(found.count == 4)
  }

  @Test(arguments: StoreUnderTest.all)
  func aConflictLeavesNothingOfTheOtherChanges(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("old")])
    let fresh = try session.reserve("Tag")[0]
    var changes = ChangeSet()
    changes.inserts = [RowInsert(key: fresh, row: session.schema.row("Tag"))]
    changes.checks = [VersionCheck(key: key, expectedVersion: 7)]
    #expect(try session.versionConflicts(changes).count == 1)
    #expect(try session.row(fresh) == nil)
    #expect(try session.values(key) == ["name": .string("old")])
  }

  @Test(arguments: StoreUnderTest.all)
  func identicalConcurrentEditsStillConflict(_ store: StoreUnderTest) throws {  // R-CTX-610
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.insert("Tag", ["name": .string("old")])
    let stale = try #require(try session.row(key))
    try session.update(key, set: ["name": .string("same")])
    var changes = ChangeSet()
    changes.updates = [session.schema.update(key, from: stale, set: ["name": .string("same")])]
    #expect(try session.versionConflicts(changes).count == 1)
  }
}
