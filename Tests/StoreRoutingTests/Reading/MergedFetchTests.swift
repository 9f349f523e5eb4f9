// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

struct MergedFetchTests {
  /// Authors named as given, per store; every store has a Book of year 1 as well.
  private func stack(_ names: [[String]]) throws -> Stack {
    let stack = try Stack.tables(names.count).stack
    for (store, names) in names.enumerated() {
      try stack.insert("Author", in: store, names.map { ["name": .string($0)] })
    }
    return stack
  }

  private func names(_ stack: Stack, _ query: Query) throws -> [String] {
    var names: [String] = []
    try stack.router.run(query) { batch in
      names += batch.rows.map { $0.text(stack.schema, "name") ?? "-" }
      return true
    }
    return names
  }

  // R-PSC-270
  @Test func unsortedResultsFollowAddOrder() throws {
    let stack = try stack([["b", "a"], ["d"], ["c", "e", "f", "g"]])
    #expect(
      try names(stack, stack.query("Author")) == ["b", "a", "d", "c", "e", "f", "g"])
    #expect(
      try stack.keys(stack.query("Author")).map(\.store) == [0, 0, 1, 2, 2, 2, 2])
  }

  // R-PSC-271
  @Test func sortedResultsAreMerged() throws {
    let stack = try stack([["b", "e"], ["d", "a"], [], ["c", "f"]])
    let query = stack.query("Author", sort: [stack.sort("Author", "name")])
    #expect(try names(stack, query) == ["a", "b", "c", "d", "e", "f"])
  }

  // R-PSC-271
  @Test func equalMatchesStandInAddOrder() throws {
    let stack = try stack([["b", "a"], ["a", "b"], ["b", "a"]])
    let query = stack.query("Author", sort: [stack.sort("Author", "name")])
    #expect(try stack.keys(query).map(\.store) == [0, 1, 2, 0, 1, 2])
  }

  // R-PSC-273
  @Test(arguments: [0, 1, 3, 4, 7, 9], [0, 1, 2, 5, 20])
  func offsetAndLimitAreGlobal(offset: Int, limit: Int) throws {
    let stack = try stack([["b", "a", "i"], ["d", "h"], ["c", "e"]])
    for sort in [[], [stack.sort("Author", "name")]] {
      var query = stack.query("Author", sort: sort)
      let all = try names(stack, query)
      (query.offset, query.limit) = (offset, limit)
      let part = all.dropFirst(offset).prefix(limit == 0 ? 99 : limit)
      #expect(try names(stack, query) == Array(part))
      #expect(try stack.router.count(query) == part.count)
    }
  }

  // R-PSC-273
  @Test func storesBeforeTheOffsetAreOnlyCounted() throws {
    let stores = (0..<3).map { RecordingStore(TableStore(Stack.schema, identifier: "\($0)")) }
    let stack = try Stack(stores)
    for store in 0..<3 { try stack.insert("Author", in: store, [[:], [:]]) }
    for store in stores { store.forget() }
    var query = stack.query("Author")
    (query.offset, query.limit) = (2, 2)
    #expect(try stack.keys(query).map(\.store) == [1, 1])
    #expect(stores[0].count(of: .run) == 0)
    #expect(stores[2].count(of: .run) == 0)
  }

  @Test func keysCanBeMergedWithoutRows() throws {
    let stack = try stack([["b"], ["a"]])
    var query = stack.query("Author", sort: [stack.sort("Author", "name", ascending: false)])
    query.output = .keys
    var batches: [RowBatch] = []
    try stack.router.run(query) { batch in
      batches.append(batch)
      return true
    }
    #expect(batches.flatMap(\.keys).map(\.store) == [0, 1])
    #expect(batches.flatMap(\.rows).isEmpty)
  }

  @Test(arguments: [false, true])
  func aSinkThatHasEnoughGetsNoMore(sorted: Bool) throws {
    let stack = try stack([Array(repeating: "a", count: 400), Array(repeating: "b", count: 400)])
    let query = stack.query("Author", sort: sorted ? [stack.sort("Author", "name")] : [])
    var calls = 0
    try stack.router.run(query) { _ in
      calls += 1
      return false
    }
    #expect(calls == 1)
  }

  // R-PSC-260
  @Test func onlyStoresThatHoldTheEntityAreAsked() throws {
    let stores = (0..<2).map { RecordingStore(TableStore(Stack.schema, identifier: "\($0)")) }
    let router = StoreRouter(schema: Stack.schema)
    try router.mount(
      stores[0], name: "authors", entities: StoreEntities([Stack.schema.index("Author")]))
    try router.mount(
      stores[1], name: "discs", entities: StoreEntities([Stack.schema.index("Disc")]))
    let items = Query(
      entity: Stack.schema.index("Item"), concreteEntities: Stack.schema["Item"].subtree)
    try router.run(items) { _ in true }
    #expect(stores[0].recorded == [])
    #expect(stores[1].recorded == [.beginRead, .run])
  }

  // R-PSC-175
  @Test func anEntityThatNoStoreHoldsHasNoObjects() throws {
    let router = StoreRouter(schema: Stack.schema)
    try router.mount(TableStore(Stack.schema), name: "authors", entities: StoreEntities([0]))
    let books = Query(
      entity: Stack.schema.index("Book"), concreteEntities: Stack.schema["Book"].subtree)
    #expect(try router.count(books) == 0)
    try router.run(books) { _ in
      Issue.record("There is nothing to hand on.")
      return true
    }
  }

  // R-PSC-260, R-PSC-261
  @Test func aRestrictionIsASet() throws {
    let stack = try stack([["a"], ["b"], ["c"]])
    let query = stack.query("Author")
    #expect(
      try stack.keys(query, in: FetchScope(stores: [2, 0, 2])).map(\.store) == [0, 2])
    #expect(try stack.keys(query, in: FetchScope(stores: [])).isEmpty)
    #expect(try stack.router.count(query, in: FetchScope(stores: [1])) == 1)
    #expect(throws: RoutingError.self) { try stack.keys(query, in: FetchScope(stores: [0, 3])) }
  }

  // R-PSC-264
  @Test(arguments: [0, 1])
  func oneFailingStoreFailsTheFetch(failing: Int) throws {
    let stores = (0..<2).map {
      FaultingStore(TableStore(Stack.schema, identifier: "\($0)"), failingAt: 0)
    }
    let stack = try Stack(stores)
    for sort in [[], [stack.sort("Author", "name")]] {
      for call in 1...2 {
        stores[failing].fail(at: call)
        let error = #expect(throws: RoutingError.self) {
          try stack.keys(stack.query("Author", sort: sort))
        }
        #expect(error?.affectedStores == [failing])
      }
    }
  }

  // R-REQ-094
  @Test func nullsCountAsTheStoreSaysUnlessTheScopeDoes() throws {
    let stack = try Stack(
      TableStore(Stack.schema, capabilities: [.sqlNullSemantics]), TableStore(Stack.schema))
    for store in 0..<2 { try stack.insert("Author", in: store, [[:]]) }
    let name = Operand.column(stack.schema.path("Author", "name"))
    let query = stack.query("Author", .compare(name, .notEqual, .value(.string("x")), []))
    #expect(try stack.keys(query).map(\.store) == [1])
    #expect(try stack.router.count(query) == 1)
    #expect(
      try stack.keys(query, in: FetchScope(nullSemantics: .definite)).map(\.store) == [0, 1])
    #expect(try stack.keys(query, in: FetchScope(nullSemantics: .unknown)).isEmpty)
  }

  // R-PSC-271
  @Test func sortingOverRelationshipsReadsTheOwningStore() throws {
    let stack = try Stack.tables(2).stack
    for (store, names) in [["zoe", "bob"], ["ann", "carl"]].enumerated() {
      let authors = try stack.insert("Author", in: store, names.map { ["name": .string($0)] })
      try stack.insert(
        "Book", in: store, authors.map { ["author": .reference($0.inStore(0))] } + [[:]])
    }
    let query = stack.query("Item", sort: [stack.sort("Item", "author.name")])
    let view = stack.router.makeReadView()
    defer { view.end() }
    var names: [String] = []
    try view.run(query) { batch in
      for (key, row) in zip(batch.keys, batch.rows) {
        let slot = stack.schema["Book"].slot(named: "author")
        let author = row.reference(slot).flatMap { reference in
          // A row that cannot be read shows as a missing name.
          try? view.row(for: reference.inStore(key.store))
        }
        names.append(author?.text(stack.schema, "name") ?? "-")
      }
      return true
    }
    #expect(names == ["-", "-", "ann", "bob", "carl", "zoe"])
  }

  // R-PSC-271, R-PSC-272
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func theMergeEqualsSortingTheUnion(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = 1 + random.below(4)
    let (stack, _) = try Stack.tables(count)
    let (single, _) = try Stack.tables(1)
    for store in 0..<count {
      let objects = (0..<random.below(60)).map { _ -> PropertyValues in
        var values: PropertyValues = [:]
        if !random.oneIn(4) { values["name"] = .string(random.pick(["a", "b", "c", ""])) }
        if !random.oneIn(4) { values["age"] = .integer(Int64(random.below(5))) }
        return values
      }
      // The same objects, numbered in the order of the concatenation.
      try stack.insert("Author", in: store, objects)
      try single.insert("Author", objects)
    }
    let sort = [
      stack.sort("Author", "name", ascending: random.oneIn(2)),
      stack.sort("Author", "age", ascending: random.oneIn(2)),
    ]
    var query = stack.query("Author", sort: Array(sort.prefix(1 + random.below(2))))
    (query.offset, query.limit) = (random.below(10), random.below(50))
    #expect(try contents(stack, query) == (try contents(single, query)))
  }

  private func contents(_ stack: Stack, _ query: Query) throws -> [PropertyValues] {
    var found: [PropertyValues] = []
    try stack.router.run(query) { batch in
      found += batch.rows.map(stack.schema.values)
      return true
    }
    return found
  }
}
