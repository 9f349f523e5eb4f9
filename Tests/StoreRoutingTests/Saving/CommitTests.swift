// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import StoreTestSupport
import Synchronization
import Testing

struct CommitTests {
  /// One new author for each store.
  static func inserts(_ stack: Stack, in stores: [Int]) throws -> (ChangeSet, [ObjectKey]) {
    let keys = try stack.router.reserveKeys(for: stores.map { NewObject(entity: 0, store: $0) })
    var changes = ChangeSet()
    changes.inserts = keys.map { RowInsert(key: $0, row: stack.schema.row("Author")) }
    return (changes, keys)
  }

  private func recording(_ identifiers: [String]) throws -> (Stack, [RecordingStore]) {
    let stores = identifiers.map {
      RecordingStore(TableStore(Stack.schema, identifier: $0))
    }
    return (try Stack(stores), stores)
  }

  private func points(
    _ stack: Stack, _ changes: ChangeSet, metadata: [Int: StoreMetadata] = [:]
  ) throws -> [CommitPoint] {
    let points = Mutex<[CommitPoint]>([])
    stack.router.commitHook = { point in points.withLock { $0.append(point) } }
    defer { stack.router.commitHook = nil }
    _ = try stack.router.commit(changes, metadata: metadata)
    return points.withLock { $0 }
  }

  // R-PSC-901
  @Test func everyStoreIsWrittenInOneSave() throws {
    let (stack, tables) = try Stack.tables(3)
    let (changes, keys) = try CommitTests.inserts(stack, in: [0, 1, 2])
    #expect(try stack.router.commit(changes).isEmpty)
    #expect(tables.map(\.rows.count) == [1, 1, 1])
    #expect(try stack.router.makeReadView().rows(for: keys).allSatisfy { $0 != nil })
  }

  // R-PSC-901, R-PSC-924
  @Test func storesAreLockedByIdentifierAndAllVoteBeforeOneCommits() throws {
    let (stack, _) = try recording(["C", "A", "B"])
    let changes = try CommitTests.inserts(stack, in: [0, 1, 2]).0
    #expect(
      try points(stack, changes) == [
        .willBegin, .didBegin(ordinal: 1), .didBegin(ordinal: 2), .didBegin(ordinal: 0),
        .didApply(ordinal: 1), .didApply(ordinal: 2), .didApply(ordinal: 0),
        .didPrepare(ordinal: 1), .didPrepare(ordinal: 2), .didPrepare(ordinal: 0), .willCommit,
        .didCommit(ordinal: 1), .didCommit(ordinal: 2), .didCommit(ordinal: 0), .didFinish,
      ])
  }

  // R-PSC-913
  @Test func volatileStoresCommitLast() throws {
    let stack = try Stack(
      TableStore(Stack.schema, identifier: "A", capabilities: []),
      TableStore(Stack.schema, identifier: "B"))
    let changes = try CommitTests.inserts(stack, in: [0, 1]).0
    let commits = try points(stack, changes).filter {
      if case .didCommit = $0 { true } else { false }
    }
    #expect(commits == [.didCommit(ordinal: 1), .didCommit(ordinal: 0)])
  }

  // R-PSC-200
  @Test func aStoreWithoutChangesIsNotTouched() throws {
    let (stack, stores) = try recording(["A", "B"])
    let changes = try CommitTests.inserts(stack, in: [1]).0
    for store in stores { store.forget() }
    #expect(try stack.router.commit(changes).isEmpty)
    #expect(stores[0].recorded == [])
    #expect(stores[1].recorded == [.beginWrite, .apply, .prepare, .commit])
  }

  @Test func savingNothingTouchesNothing() throws {
    let (stack, stores) = try recording(["A"])
    #expect(try stack.router.commit(ChangeSet()).isEmpty)
    #expect(stores[0].recorded == [])
  }

  @Test func metadataAloneIsWritten() throws {
    let (stack, tables) = try Stack.tables(2)
    let metadata = StoreMetadata(identifier: "ID-1", properties: Data([1, 2]))
    #expect(try stack.router.commit(ChangeSet(), metadata: [1: metadata]).isEmpty)
    #expect(tables[1].metadata == metadata)
    #expect(tables[0].metadata.properties.isEmpty)
  }

  // R-PSC-201
  @Test func conflictsOfAllStoresComeBackAndNothingIsWritten() throws {
    let (stack, tables) = try Stack.tables(3)
    let stored = try (0..<3).map { try stack.insert("Author", in: $0, [[:]])[0] }
    var changes = try CommitTests.inserts(stack, in: [0, 1, 2]).0
    changes.checks = [1, 2].map { VersionCheck(key: stored[$0], expectedVersion: 5) }
    let conflicts = try stack.router.commit(changes)
    let keys = conflicts.compactMap { conflict -> ObjectKey? in
      if case .version(let key, 5, 1, _?) = conflict { key } else { nil }
    }
    #expect(keys == [stored[1], stored[2]])
    #expect(tables.map(\.rows.count) == [1, 1, 1])
    #expect(!tables.contains { $0.isWriting })
    #expect(stack.router.statistics.refusals == 1)
  }

  // R-PSC-197, R-PSC-201
  @Test func aReadOnlyStoreRefusesTheWholeSave() throws {
    let (stack, stores) = try recording(["A", "B"])
    let changes = try CommitTests.inserts(stack, in: [0, 1]).0
    try stack.router.setReadOnly(true, of: 1)
    for store in stores { store.forget() }
    let error = #expect(throws: RoutingError.self) { try stack.router.commit(changes) }
    guard case .readOnly(ordinal: 1, name: "store 1") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(stores.map(\.recorded) == [[], []])
  }

  // R-PSC-075
  @Test func aRemovedStoreRefusesTheWholeSave() throws {
    let (stack, tables) = try Stack.tables(2)
    let changes = try CommitTests.inserts(stack, in: [0, 1]).0
    try stack.router.unmount(1)
    let error = #expect(throws: RoutingError.self) { try stack.router.commit(changes) }
    #expect(error?.affectedStores == [1])
    #expect(tables.allSatisfy { $0.rows.isEmpty && !$0.isWriting })
    #expect(try stack.router.unmount(0).ordinal == 0)
  }

  // R-PSC-924
  @Test func aTimeoutIsTriedAgainAndThenReported() throws {
    let (stack, stores) = try recording(["A", "B"])
    let changes = try CommitTests.inserts(stack, in: [0, 1]).0
    let other = try stores[1].inner.beginWrite()
    for store in stores { store.forget() }
    let error = #expect(throws: RoutingError.self) { try stack.router.commit(changes) }
    guard case .store(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.ordinal == 1)
    #expect(failure.error.kind == .timeout)
    #expect(stores.map { $0.count(of: .beginWrite) } == [3, 3])
    other.rollback()
    #expect(try stack.router.commit(changes).isEmpty)
  }

  @Test func aSingleStoresTimeoutIsFinal() throws {
    let (stack, stores) = try recording(["A"])
    let changes = try CommitTests.inserts(stack, in: [0]).0
    let other = try stores[0].inner.beginWrite()
    stores[0].forget()
    #expect(throws: RoutingError.self) { try stack.router.commit(changes) }
    #expect(stores[0].count(of: .beginWrite) == 1)
    other.rollback()
  }

  // R-PSC-795, R-PSC-923
  @Test func aReaderNeverSeesHalfOfASave() throws {
    let (stack, _) = try Stack.tables(2)
    let router = stack.router
    let query = stack.query("Author")
    let writer = OtherThread {
      for _ in 0..<200 {
        let changes = try CommitTests.inserts(stack, in: [0, 1]).0
        _ = try router.commit(changes)
      }
    }
    while !writer.ends(within: 0) {
      let view = router.makeReadView()
      try view.pin()
      let counts = try [0, 1].map { try view.count(query, in: FetchScope(stores: [$0])) }
      #expect(counts[0] == counts[1])
      view.end()
    }
    try writer.value()
  }
}
