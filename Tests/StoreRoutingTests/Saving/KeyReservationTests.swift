// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

struct KeyReservationTests {
  private func objects(_ list: [(String, Int)]) -> [NewObject] {
    list.map { NewObject(entity: Stack.schema.index($0.0), store: $0.1) }
  }

  // R-PSC-325, R-PSC-327
  @Test func numbersAreGivenInOrderPerHierarchyAndStore() throws {
    let (stack, _) = try Stack.tables(2)
    let keys = try stack.router.reserveKeys(
      for: objects([
        ("Book", 0), ("Author", 0), ("Disc", 0), ("Book", 1), ("Book", 0), ("Author", 1),
      ]))
    #expect(keys.map(\.number) == [1, 1, 2, 1, 3, 1])
    #expect(keys.map(\.store) == [0, 0, 0, 1, 0, 1])
    #expect(
      keys.map(\.entity)
        == ["Book", "Author", "Disc", "Book", "Book", "Author"]
        .map(Stack.schema.index))
  }

  // R-PSC-326
  @Test func numbersAreNotGivenTwice() throws {
    let (stack, _) = try Stack.tables(1)
    let first = try stack.router.reserveKeys(for: objects([("Book", 0), ("Disc", 0)]))
    let second = try stack.router.reserveKeys(for: objects([("Disc", 0), ("Book", 0)]))
    #expect((first + second).map(\.number) == [1, 2, 3, 4])
  }

  // R-PSC-327
  @Test func aStoreIsAskedOncePerHierarchy() throws {
    let store = RecordingStore(TableStore(Stack.schema))
    let stack = try Stack(store)
    _ = try stack.router.reserveKeys(
      for: Array(repeating: NewObject(entity: 2, store: 0), count: 1000)
        + Array(repeating: NewObject(entity: 0, store: 0), count: 10))
    #expect(store.count(of: .reserveNumbers) == 2)
  }

  // R-PSC-323
  @Test func nothingIsReservedWhenAStoreIsMissing() throws {
    let store = RecordingStore(TableStore(Stack.schema))
    let stack = try Stack(store)
    #expect(throws: RoutingError.self) {
      try stack.router.reserveKeys(for: objects([("Book", 0), ("Book", 5)]))
    }
    #expect(store.recorded == [])
  }

  @Test func aReadOnlyStoreIsNotAsked() throws {
    let store = RecordingStore(TableStore(Stack.schema))
    let stack = try Stack(store)
    try stack.router.setReadOnly(true, of: 0)
    #expect(throws: RoutingError.self) {
      try stack.router.reserveKeys(for: objects([("Book", 0)]))
    }
    #expect(store.recorded == [])
  }

  @Test func theErrorNamesStoreAndEntity() throws {
    let stack = try Stack(FaultingStore(TableStore(Stack.schema), failingAt: 1))
    let error = #expect(throws: RoutingError.self) {
      try stack.router.reserveKeys(for: objects([("Disc", 0)]))
    }
    guard case .reservation(_, "Disc", let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.name == "store 0")
  }
}
