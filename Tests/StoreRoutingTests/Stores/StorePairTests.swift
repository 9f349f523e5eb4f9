// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// What must hold for a router over every ordered pair of stores there is.
struct StorePairTests {
  /// A stack over two stores in folders of their own.
  private final class Pair {
    let sessions: [StoreSession]
    let stack: Stack

    init(_ first: StoreUnderTest, _ second: StoreUnderTest) throws {
      sessions = [
        try StoreSession(first, Stack.schema), try StoreSession(second, Stack.schema),
      ]
      stack = try Stack(sessions.map(\.backend))
    }

    /// Snapshots must end before their stores are closed.
    deinit { stack.router.endIdleViews() }

    func contents(_ query: Query) throws -> [PropertyValues] {
      var found: [PropertyValues] = []
      try stack.router.run(query) { batch in
        found += batch.rows.map(stack.schema.values)
        return true
      }
      return found
    }
  }

  // R-PSC-200, R-PSC-901
  @Test(arguments: StoreUnderTest.all, StoreUnderTest.all)
  func aSaveIsDividedAndReadTogether(first: StoreUnderTest, second: StoreUnderTest) throws {
    let pair = try Pair(first, second)
    let stack = pair.stack
    let new = (0..<20).map { NewObject(entity: $0 % 2 == 0 ? 0 : 2, store: $0 / 2 % 2) }
    let keys = try stack.router.reserveKeys(for: new)
    var changes = ChangeSet()
    changes.inserts = keys.map { RowInsert(key: $0, row: stack.schema.row($0.entity)) }
    changes.sort()
    let conflicts = try stack.router.commit(changes)
    #expect(conflicts.isEmpty)
    for (store, session) in pair.sessions.enumerated() {
      let expected = keys.filter { $0.store == store && $0.entity == 0 }.map { $0.inStore(0) }
      #expect(try session.keys(session.query("Author")) == expected)
    }
    #expect(try stack.router.rows(for: keys).map { $0?.entity } == keys.map(\.entity))
    #expect(
      try stack.keys(stack.query("Author")).map(\.store) == Array(repeating: 0, count: 5)
        + Array(repeating: 1, count: 5))
    #expect(try stack.router.count(stack.query("Item")) == 10)
  }

  // R-PSC-271, R-PSC-272
  @Test(arguments: StoreUnderTest.all, StoreUnderTest.all)
  func theMergeEqualsTheSortedUnion(first: StoreUnderTest, second: StoreUnderTest) throws {
    let seed: UInt64 = 271
    var random = SplitMix64(seed: seed)
    let pair = try Pair(first, second)
    let (union, _) = try Stack.tables(1)
    let texts = SampleValues.ordinary(of: .string)
    for store in 0..<2 {
      let objects = (0..<150).map { _ -> PropertyValues in
        var values: PropertyValues = [:]
        if !random.oneIn(5) { values["name"] = random.pick(texts) }
        if !random.oneIn(5) { values["age"] = .integer(Int64(random.below(9)) - 4) }
        return values
      }
      try pair.stack.insert("Author", in: store, objects)
      try union.insert("Author", objects)
    }
    for collation in [Collation.binary, .caseInsensitive] {
      for round in 0..<8 {
        var sort = [
          SortKey(
            Stack.schema.path("Author", "name"), ascending: random.oneIn(2), collation: collation),
          SortKey(Stack.schema.path("Author", "age"), ascending: random.oneIn(2)),
        ]
        if round % 2 == 0 { sort.reverse() }
        var query = pair.stack.query("Author", sort: sort)
        if round > 3 { (query.offset, query.limit) = (random.below(100), random.below(300)) }
        var expected: [PropertyValues] = []
        try union.router.run(query) { batch in
          expected += batch.rows.map(Stack.schema.values)
          return true
        }
        #expect(try pair.contents(query) == expected, "seed \(seed), round \(round)")
        #expect(try pair.stack.router.count(query) == expected.count)
      }
    }
  }

  // R-PSC-271
  @Test(arguments: StoreUnderTest.all, StoreUnderTest.all)
  func sortingOverARelationshipMergesToo(first: StoreUnderTest, second: StoreUnderTest) throws {
    let pair = try Pair(first, second)
    for (store, names) in [["d", "b", "a"], ["c", "a", "e"]].enumerated() {
      let authors = try pair.stack.insert(
        "Author", in: store, names.map { ["name": .string($0)] })
      let books = zip(authors, names).map { author, name -> PropertyValues in
        ["author": .reference(author.inStore(0)), "title": .string("\(name)\(store)")]
      }
      try pair.stack.insert("Book", in: store, books + [["title": .string("-\(store)")]])
    }
    let query = pair.stack.query("Item", sort: [pair.stack.sort("Item", "author.name")])
    let titles = try pair.contents(query).map { $0["title"] }
    #expect(
      titles == ["-0", "-1", "a0", "a1", "b0", "c1", "d0", "e1"].map { AttributeValue.string($0) })
  }

  // R-PSC-901: a refusal in the second store leaves the first untouched
  @Test(arguments: StoreUnderTest.all, StoreUnderTest.all)
  func aRefusalInOneStoreLeavesBothUntouched(
    first: StoreUnderTest, second: StoreUnderTest
  ) throws {
    let sessions = [
      try StoreSession(first, Stack.schema), try StoreSession(second, Stack.schema),
    ]
    for failing in 0..<2 {
      let faulty = FaultingStore(sessions[failing].backend, failingAt: 0)
      let stack = try Stack(
        failing == 0
          ? [faulty, sessions[1].backend] : [sessions[0].backend, faulty])
      for call in 1...3 {
        let changes = try CommitTests.inserts(stack, in: [0, 1]).0
        faulty.fail(at: call)
        #expect(throws: RoutingError.self) { try stack.router.commit(changes) }
        #expect(try sessions.map { try $0.count($0.query("Author")) } == [0, 0])
      }
    }
  }

  // R-PSC-201
  @Test(arguments: StoreUnderTest.all, StoreUnderTest.all)
  func aConflictInOneStoreLeavesBothUntouched(
    first: StoreUnderTest, second: StoreUnderTest
  ) throws {
    let pair = try Pair(first, second)
    let stored = try pair.stack.insert("Author", in: 1, [["name": .string("old")]])[0]
    var changes = try CommitTests.inserts(pair.stack, in: [0, 1]).0
    let row = Stack.schema.row("Author", version: 4)
    changes.updates = [
      Stack.schema.update(stored, from: row, set: ["name": .string("new")])
    ]
    let conflicts = try pair.stack.router.commit(changes)
    guard case .version(let key, 4, 1, _?)? = conflicts.first else {
      Issue.record("\(conflicts)")
      return
    }
    #expect(key == stored)
    #expect(conflicts.count == 1)
    #expect(try pair.stack.keys(pair.stack.query("Author")) == [stored])
    let read = try pair.stack.router.row(for: stored)
    #expect(read?.text(Stack.schema, "name") == "old")
    #expect(read?.version == 1)
  }

  // R-PSC-930: a move is an insert in one store and a delete in the other, in one save
  @Test(arguments: StoreUnderTest.all, StoreUnderTest.all)
  func anObjectMovesBetweenStoresInOneSave(
    first: StoreUnderTest, second: StoreUnderTest
  ) throws {
    let pair = try Pair(first, second)
    let old = try pair.stack.insert("Author", in: 0, [["name": .string("moved")]])[0]
    let row = try #require(try pair.stack.router.row(for: old))
    let new = try pair.stack.router.reserveKeys(for: [NewObject(entity: 0, store: 1)])[0]
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: old, expectedVersion: row.version)]
    changes.inserts = [RowInsert(key: new, row: row)]
    let conflicts = try pair.stack.router.commit(changes)
    #expect(conflicts.isEmpty)
    #expect(try pair.stack.keys(pair.stack.query("Author")) == [new])
    #expect(try pair.stack.router.row(for: old) == nil)
    #expect(try pair.stack.router.row(for: new)?.text(Stack.schema, "name") == "moved")
  }

  // R-PSC-074
  @Test(arguments: StoreUnderTest.all)
  func anUnmountedStoreCanBeClosedAndMountedAgain(store: StoreUnderTest) throws {
    let session = try StoreSession(store, Stack.schema)
    let stack = try Stack(session.backend)
    let key = try stack.insert("Author", [["name": .string("kept")]])[0]
    _ = try stack.router.row(for: key)
    try stack.router.unmount(0)
    guard store.capabilities.contains(.durable) else { return }
    let again = try session.reopened()
    try withExtendedLifetime(again) {
      let mounted = try stack.router.mount(
        again.backend, name: "again", entities: StoreEntities(Stack.schema.allEntities))
      let row = try stack.router.row(for: key.inStore(mounted.ordinal))
      #expect(row?.text(Stack.schema, "name") == "kept")
      stack.router.endIdleViews()
    }
  }
}
