// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Synchronization
import Testing

/// Saves over stores that write before they commit, and what stores hear of those beside them.
struct FlushTests {
  private func stack(_ capabilities: [StoreCapabilities]) throws -> (Stack, [TableStore]) {
    let tables = capabilities.enumerated().map {
      TableStore(Stack.schema, identifier: "ID-\($0)", capabilities: $1)
    }
    return (try Stack(tables), tables)
  }

  // R-PSC-928
  @Test func storesThatWriteWhenTheyCommitGoBeforeThoseThatHaveWritten() throws {
    let (stack, tables) = try stack([[.durable, .flushing], .durable, [], [.durable, .flushing]])
    let commits = Mutex<[Int]>([])
    stack.router.commitHook = { point in
      if case .didCommit(let ordinal) = point { commits.withLock { $0.append(ordinal) } }
    }
    #expect(try stack.router.commit(CommitTests.inserts(stack, in: [0, 1, 2, 3]).0).isEmpty)
    stack.router.commitHook = nil
    #expect(commits.withLock { $0 } == [1, 0, 3, 2])
    #expect(tables.map(\.flushes) == [1, 1, 1, 1])
  }

  // R-PSC-928
  @Test func aSaveOfOneStoreDoesNotWriteAhead() throws {
    let (stack, tables) = try stack([[.durable, .flushing], .durable])
    #expect(try stack.router.commit(CommitTests.inserts(stack, in: [0]).0).isEmpty)
    #expect(tables.map(\.flushes) == [0, 0])
  }

  // R-PSC-928
  @Test func aStoreThatCannotWriteAheadLeavesAllAsTheyWere() throws {
    let (stack, tables) = try stack([[.durable, .flushing], .durable])
    tables[0].state.withLock { $0.isFull = true }
    #expect(throws: RoutingError.self) {
      try stack.router.commit(CommitTests.inserts(stack, in: [0, 1]).0)
    }
    #expect(tables.map(\.rows.count) == [0, 0])
    #expect(tables.map(\.isWriting) == [false, false])
  }

  // R-PSC-142
  @Test func storesHearOfDurableStoresBesideThem() throws {
    let (stack, tables) = try stack([.durable, []])
    #expect(tables.map(\.hasCompanions) == [false, false])
    let third = TableStore(Stack.schema, identifier: "third")
    let mounted = try stack.router.mount(
      third, name: "third", entities: StoreEntities(Stack.schema.allEntities))
    #expect(tables[0].hasCompanions)
    #expect(third.hasCompanions)
    try stack.router.setReadOnly(true, of: mounted.ordinal)
    #expect(!tables[0].hasCompanions)
    try stack.router.setReadOnly(false, of: mounted.ordinal)
    #expect(tables[0].hasCompanions)
    try stack.router.unmount(mounted.ordinal)
    #expect(!tables[0].hasCompanions)
  }
}
