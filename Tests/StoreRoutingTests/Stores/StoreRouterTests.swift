// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

struct StoreRouterTests {
  @Test func storesAreListedInAddOrder() throws {
    let (stack, _) = try Stack.tables(3)
    #expect(stack.router.stores.map(\.name) == ["store 0", "store 1", "store 2"])
    #expect(stack.router.stores.map(\.ordinal) == [0, 1, 2])
  }

  @Test func ordinalsAndIdentifiersLeadToEachOther() throws {
    let (stack, _) = try Stack.tables(2)
    #expect(stack.router.ordinal(of: "ID-1") == 1)
    #expect(stack.router.store(1)?.identifier == "ID-1")
    #expect(stack.router.ordinal(of: "ID-2") == nil)
  }

  @Test func anOrdinalIsNeverGivenTwice() throws {
    let (stack, tables) = try Stack.tables(2)
    try stack.router.unmount(1)
    let store = try stack.router.mount(tables[1], name: "again", entities: StoreEntities([0]))
    #expect(store.ordinal == 2)
  }

  // R-PSC-056
  @Test func aSecondStoreWithTheSameIdentifierIsRefused() throws {
    let (stack, _) = try Stack.tables(2)
    let copy = TableStore(Stack.schema, identifier: "ID-1")
    let error = #expect(throws: RoutingError.self) {
      try stack.router.mount(copy, name: "copy", entities: StoreEntities([]))
    }
    guard case .identifierInUse("ID-1", ordinal: 1, name: "store 1") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(stack.router.stores.count == 2)
  }

  // R-PSC-071
  @Test func unmountingTwiceIsAnError() throws {
    let (stack, _) = try Stack.tables(1)
    try stack.router.unmount(0)
    let error = #expect(throws: RoutingError.self) { try stack.router.unmount(0) }
    #expect(error?.affectedStores == [0])
  }

  @Test func aStoreCanBecomeReadOnly() throws {
    let (stack, _) = try Stack.tables(1)
    try stack.router.setReadOnly(true, of: 0)
    let store = try #require(stack.router.store(0))
    #expect(store.isReadOnly)
  }

  // R-PSC-070
  @Test func unmountingWaitsForRunningRequests() throws {
    let (stack, _) = try Stack.tables(1)
    let view = stack.router.makeReadView()
    #expect(try view.count(stack.query("Author")) == 0)
    let router = stack.router
    let removal = OtherThread { try router.unmount(0).name }
    #expect(!removal.ends(within: 0.05))
    view.end()
    #expect(try removal.value() == "store 0")
  }

  // R-PSC-074
  @Test func aViewMadeBeforeCannotTouchAnUnmountedStore() throws {
    let (stack, _) = try Stack.tables(1)
    let view = stack.router.makeReadView()
    try stack.router.unmount(0)
    #expect(throws: RoutingError.self) { try view.count(stack.query("Author")) }
  }

  @Test func unmountingEndsIdleViews() throws {
    let (stack, tables) = try Stack.tables(1)
    let key = try stack.insert("Author", [[:]])[0]
    try stack.router.withReadView { view in _ = try view.row(for: key) }
    try stack.router.unmount(0)
    #expect(tables[0].openSnapshots == 0)
  }

  @Test func statisticsCountWhatWasDone() throws {
    let (stack, _) = try Stack.tables(2)
    let keys = try stack.insert("Author", [[:], [:]])
    _ = try stack.keys(stack.query("Author"))
    _ = try stack.router.count(stack.query("Author"))
    let view = stack.router.makeReadView()
    _ = try view.rows(for: keys)
    view.end()
    let statistics = stack.router.statistics
    #expect(statistics.commits == 1)
    #expect(statistics.refusals == 0)
    #expect(statistics.fetches == 1)
    #expect(statistics.counts == 1)
    #expect(statistics.rows == 2)
    #expect(statistics.lookups == 2)
    #expect(statistics.snapshots == 5)
  }

  @Test func entitySetsHoldWhatTheyWereGiven() {
    let set = EntitySet([0, 63, 64, 200])
    #expect([0, 63, 64, 200].allSatisfy(set.contains))
    #expect(![1, 62, 65, 199, 201, 1000].contains(where: set.contains))
    #expect(set.intersects(100..<201))
    #expect(!set.intersects(65..<200))
    #expect(set.contains(allOf: [63, 0]))
    #expect(!set.contains(allOf: [63, 1]))
  }
}
