// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Synchronization
import Testing

/// Saves over stores that only find out at the commit whether they can: they go first.
struct SinglePhaseTests {
  /// Stores by their identifiers, in the order of a save without regard to phases.
  private struct Scene {
    let stack: Stack
    let tables: [TableStore]
    let faulty: [FaultingStore]

    init(_ capabilities: [StoreCapabilities]) throws {
      tables = capabilities.enumerated().map {
        TableStore(Stack.schema, identifier: "ID-\($0)", capabilities: $1)
      }
      faulty = tables.map { FaultingStore($0, failingAt: 0) }
      stack = try Stack(faulty)
    }

    /// Saves a new author in each store; the commit of one of them fails.
    func save(failing store: Int? = nil) throws {
      let changes = try CommitTests.inserts(stack, in: Array(tables.indices)).0
      // Begin, apply, prepare, commit.
      if let store { faulty[store].fail(at: 4) }
      let conflicts = try stack.router.commit(changes)
      #expect(conflicts.isEmpty)
    }

    var counts: [Int] { tables.map(\.rows.count) }
  }

  private static let single: StoreCapabilities = [.durable, .singlePhase]

  // R-PSC-901
  @Test func singlePhaseStoresCommitFirstAndVolatileOnesLast() throws {
    let scene = try Scene([[], .durable, Self.single, .durable, Self.single])
    let commits = Mutex<[Int]>([])
    scene.stack.router.commitHook = { point in
      if case .didCommit(let ordinal) = point { commits.withLock { $0.append(ordinal) } }
    }
    try scene.save()
    scene.stack.router.commitHook = nil
    #expect(commits.withLock { $0 } == [2, 4, 1, 3, 0])
    #expect(scene.counts == [1, 1, 1, 1, 1])
  }

  // R-PSC-901
  @Test func aSinglePhaseStoreThatFailsLeavesNothingWrittenAnywhere() throws {
    let scene = try Scene([.durable, Self.single, []])
    let error = #expect(throws: RoutingError.self) { try scene.save(failing: 1) }
    guard case .store(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.ordinal == 1)
    #expect(scene.counts == [0, 0, 0])
    #expect(!scene.tables.contains { $0.isWriting })
    try scene.save()
    #expect(scene.counts == [1, 1, 1])
  }

  // R-PSC-202, R-PSC-901
  @Test func theSecondSinglePhaseStoreThatFailsMakesThePartOfTheFirst() throws {
    let scene = try Scene([.durable, Self.single, Self.single])
    let error = #expect(throws: RoutingError.self) { try scene.save(failing: 2) }
    guard case .partialCommit(let committed, let failure, let undone)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(committed == [1])
    #expect(failure.ordinal == 2)
    #expect(undone == [0])
    #expect(scene.counts == [0, 1, 0])
    #expect(!scene.tables.contains { $0.isWriting })
  }

  // R-PSC-450, R-PSC-901
  @Test func conflictsFoundAtTheFirstCommitLeaveNothingWritten() throws {
    let scene = try Scene([.durable, Self.single])
    let stored = try scene.stack.insert("Author", in: 1, [[:]])[0]
    let changes = try CommitTests.inserts(scene.stack, in: [0, 1]).0
    scene.faulty[1].failConflicting(
      at: 4, [.version(key: stored.inStore(0), expected: 1, actual: 2, stored: nil)])
    let conflicts = try scene.stack.router.commit(changes)
    guard case .version(let key, 1, 2, nil)? = conflicts.first, conflicts.count == 1 else {
      Issue.record("\(conflicts)")
      return
    }
    #expect(key == stored)
    #expect(scene.counts == [0, 1])
  }
}
