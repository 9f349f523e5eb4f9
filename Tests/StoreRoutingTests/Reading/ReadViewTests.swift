// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

struct ReadViewTests {
  private func names(_ stack: Stack, _ rows: [Row?]) -> [String?] {
    rows.map { $0?.text(stack.schema, "name") }
  }

  @Test func rowsComeInTheOrderOfTheirKeys() throws {
    let (stack, _) = try Stack.tables(3)
    let keys = try (0..<3).map {
      try stack.insert("Author", in: $0, [["name": .string("author \($0)")]])[0]
    }
    let view = stack.router.makeReadView()
    defer { view.end() }
    let missing = ObjectKey(entity: 0, number: 99, store: 1)
    let new = ObjectKey(entity: 0, number: 1, store: ObjectKey.unassignedStore)
    let found = try view.rows(for: [keys[2], missing, keys[0], new, keys[1], keys[2]])
    #expect(
      names(stack, found) == ["author 2", nil, "author 0", nil, "author 1", "author 2"])
    #expect(try view.rows(for: []).isEmpty)
    #expect(try names(stack, view.rows(for: [keys[1], missing])) == ["author 1", nil])
    #expect(try view.row(for: keys[2])?.text(stack.schema, "name") == "author 2")
    #expect(try view.row(for: missing) == nil)
    #expect(try view.row(for: new) == nil)
  }

  // R-PSC-074
  @Test func aKeyOfAnUnknownStoreIsAnError() throws {
    let (stack, _) = try Stack.tables(1)
    let view = stack.router.makeReadView()
    defer { view.end() }
    let key = ObjectKey(entity: 0, number: 1, store: 3)
    #expect(throws: RoutingError.self) { try view.row(for: key) }
    #expect(throws: RoutingError.self) { try view.rows(for: [key]) }
  }

  @Test func membersComeByOwnerWhateverItsStore() throws {
    let (stack, _) = try Stack.tables(2)
    var owners: [ObjectKey] = []
    for store in 0..<2 {
      let authors = try stack.insert("Author", in: store, [[:], [:]])
      owners += authors
      try stack.insert(
        "Book", in: store,
        [0, 1, 0].map { ["author": .reference(authors[$0].inStore(0))] })
    }
    let view = stack.router.makeReadView()
    defer { view.end() }
    let items = stack.schema.relationship("Author", "items")
    let order = [3, 0, 2, 1]
    let batch = try view.related(items, of: order.map { owners[$0] }, withRows: true)
    #expect(batch.owners == [0, 1, 1, 2, 2, 3])
    #expect(batch.keys.map(\.store) == [1, 0, 0, 1, 1, 0])
    #expect(batch.keys.map(\.number) == [2, 1, 3, 1, 3, 2])
    #expect(batch.rows.count == 6)
    let single = try view.related(items, of: [owners[2]], withRows: false)
    #expect(single.keys.map(\.store) == [1, 1])
    #expect(single.rows.isEmpty)
    #expect(try view.related(items, of: [], withRows: false).keys.isEmpty)
  }

  @Test func snapshotsAreBegunWhenNeededAndKept() throws {
    let stores = (0..<2).map { RecordingStore(TableStore(Stack.schema, identifier: "\($0)")) }
    let stack = try Stack(stores)
    let key = try stack.insert("Author", in: 1, [[:]])[0]
    for store in stores { store.forget() }
    let view = stack.router.makeReadView()
    for _ in 0..<3 { _ = try view.row(for: key) }
    #expect(stores.map { $0.count(of: .beginRead) } == [0, 1])
    view.end()
  }

  @Test func aViewShowsOneState() throws {
    let (stack, _) = try Stack.tables(2)
    let view = stack.router.makeReadView()
    defer { view.end() }
    try view.pin()
    for store in 0..<2 { try stack.insert("Author", in: store, [[:]]) }
    #expect(try view.count(stack.query("Author")) == 0)
    #expect(try stack.router.count(stack.query("Author")) == 2)
  }

  @Test func endingGivesEverythingBack() throws {
    let (stack, tables) = try Stack.tables(2)
    let view = stack.router.makeReadView()
    try view.pin()
    #expect(tables.map(\.openSnapshots) == [1, 1])
    view.end()
    view.end()
    #expect(tables.map(\.openSnapshots) == [0, 0])
    do {
      let forgotten = stack.router.makeReadView()
      try forgotten.pin()
    }
    #expect(tables.map(\.openSnapshots) == [0, 0])
  }

  @Test func aFailedBeginningLeavesNothingOpen() throws {
    let tables = (0..<2).map { TableStore(Stack.schema, identifier: "\($0)") }
    let stack = try Stack(tables[0], FaultingStore(tables[1], failingAt: 1))
    let view = stack.router.makeReadView()
    #expect(throws: RoutingError.self) { try view.pin() }
    view.end()
    #expect(tables.map(\.openSnapshots) == [0, 0])
    for ordinal in 0..<2 { try stack.router.unmount(ordinal) }
  }
}
