// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct SnapshotTests {
  @Test(arguments: StoreUnderTest.all(with: .isolatedSnapshots))
  func aSnapshotDoesNotSeeLaterCommits(_ store: StoreUnderTest) throws {  // R-PSC-856
    let session = try StoreSession(store, SchemaFixture.company)
    let old = try session.insert("Tag", ["name": .string("old")])
    let gone = try session.insert("Tag", ["name": .string("gone")])
    let snapshot = try session.backend.beginRead()
    defer { snapshot.end() }
    let query = session.query("Tag")
    #expect(try snapshot.keys(query) == [old, gone])
    let work = OtherThread {
      try session.update(old, set: ["name": .string("new")])
      try session.delete(gone)
      return try session.insert("Tag")
    }
    let fresh = try work.value()
    #expect(try snapshot.keys(query) == [old, gone])
    #expect(try snapshot.row(for: fresh) == nil)
    #expect(
      try snapshot.row(for: old).map(session.schema.values) == ["name": .string("old")])
    #expect(try session.keys(query) == [old, fresh])
  }

  @Test(arguments: StoreUnderTest.all(with: .isolatedSnapshots))
  func aSnapshotDoesNotSeeLaterLinks(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let employee = try session.insert("Employee")
    let tag = try session.insert("Tag")
    let snapshot = try session.backend.beginRead()
    defer { snapshot.end() }
    // The first read fixes the view of stores that take it late.
    #expect(try snapshot.count(session.query("Tag")) == 1)
    let work = OtherThread {
      try session.link(
        session.schema.linkChange(
          .add, entity: "Employee", name: "tags", owner: employee, member: tag))
    }
    try work.value()
    let tags = session.schema.relationship("Employee", "tags")
    #expect(try snapshot.related(tags, of: [employee], withRows: false).keys.isEmpty)
    #expect(try session.members(employee, "tags") == [tag])
  }

  @Test(arguments: StoreUnderTest.all(with: .transactionalReads))
  func anUncommittedWriteIsSeenByNobodyElse(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let key = try session.reserve("Tag")[0]
    let transaction = try session.backend.beginWrite()
    defer { transaction.rollback() }
    var changes = ChangeSet()
    changes.inserts = [RowInsert(key: key, row: session.schema.row("Tag"))]
    #expect(try transaction.apply(changes).isEmpty)
    let other = OtherThread { try session.row(key) == nil }
    #expect(try other.value())
    #expect(try transaction.reader.row(for: key) != nil)
  }

  @Test(arguments: StoreUnderTest.all(with: .isolatedSnapshots))
  func manySnapshotsOfDifferentStatesAreOpenAtOnce(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    var snapshots: [any StoreSnapshot] = []
    defer { snapshots.forEach { $0.end() } }
    for count in 0..<10 {
      let snapshot = try session.backend.beginRead()
      snapshots.append(snapshot)
      #expect(try snapshot.count(session.query("Tag")) == count)
      let work = OtherThread { try session.insert("Tag") }
      _ = try work.value()
    }
    for (count, snapshot) in snapshots.enumerated() {
      #expect(try snapshot.count(session.query("Tag")) == count)
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func endingASnapshotTwiceIsHarmless(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let snapshot = try session.backend.beginRead()
    snapshot.end()
    snapshot.end()
    #expect(try session.count(session.query("Tag")) == 0)
  }

  @Test(arguments: StoreUnderTest.all)
  func aForgottenSnapshotDoesNotBlockTheStore(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    for _ in 0..<300 { _ = try session.backend.beginRead() }
    try session.insert("Tag")
    #expect(try session.count(session.query("Tag")) == 1)
  }

  @Test(arguments: StoreUnderTest.all(with: .concurrentReaders))
  func readersOnManyThreadsEachSeeAWholeCommit(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    try session.insert("Tag", [[:], [:]])
    let writer = OtherThread { for _ in 0..<40 { try session.insert("Tag", [[:], [:]]) } }
    let readers = (0..<4).map { _ in
      OtherThread {
        var counts: [Int] = []
        for _ in 0..<60 { counts.append(try session.count(session.query("Tag"))) }
        return counts
      }
    }
    try writer.value()
    for reader in readers {
      let counts = try reader.value()
      #expect(counts.allSatisfy { $0.isMultiple(of: 2) })
      #expect(counts == counts.sorted())
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .concurrentReaders))
  func readersDoNotWaitForTheWriter(_ store: StoreUnderTest) throws {  // R-PSC-851
    let session = try StoreSession(store, SchemaFixture.company)
    let transaction = try session.backend.beginWrite()
    defer { transaction.rollback() }
    let reader = OtherThread { try session.count(session.query("Tag")) }
    #expect(reader.ends(within: 10))
  }

  @Test(arguments: StoreUnderTest.all)
  func aSinkThatHasEnoughGetsNoFurtherBatch(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    try session.insert("Tag", Array(repeating: [:], count: 2_000))
    var batches = 0
    try session.read { snapshot in
      try snapshot.run(session.query("Tag")) { batch in
        batches += 1
        #expect(!batch.keys.isEmpty)
        return false
      }
    }
    #expect(batches == 1)
  }

  @Test(arguments: StoreUnderTest.all)
  func aQueryWithoutMatchesMakesNoBatch(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    var batches = 0
    try session.read { snapshot in
      try snapshot.run(session.query("Tag")) { _ in
        batches += 1
        return true
      }
    }
    #expect(batches == 0)
  }

  @Test(arguments: StoreUnderTest.all)
  func aSinkMayReadTheSameSnapshot(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert("Tag", Array(repeating: [:], count: 700))
    try session.read { snapshot in
      var seen: [ObjectKey] = []
      try snapshot.run(session.query("Tag")) { batch in
        let rows = (try? snapshot.rows(for: batch.keys)) ?? []
        #expect(rows.count == batch.keys.count)
        seen += batch.keys
        return true
      }
      #expect(seen == keys)
    }
  }
}
