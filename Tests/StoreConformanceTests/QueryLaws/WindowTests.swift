// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct WindowTests {
  static let windows = [
    (0, 0), (0, 1), (0, 5), (1, 0), (3, 4), (59, 0), (60, 5), (1_000, 0), (0, 1_000), (7, 1),
  ]

  @Test(arguments: StoreUnderTest.answering, windows)
  func offsetAndLimitCutTheSortedResult(
    _ store: StoreUnderTest, _ window: (offset: Int, limit: Int)
  ) throws {  // R-REQ-101
    let law = try QueryLaw(store, .hierarchy)
    var query = law.session.query("Party")
    (query.offset, query.limit) = (window.offset, window.limit)
    try law.check(query)
    query.sort = [SortKey(law.schema.path("Party", "name"), ascending: false)]
    try law.check(query)
    query.filter = .not(.isNull(law.column("Party", "note")))
    try law.check(query)
    query.sort = []
    try law.check(query)
  }

  @Test(arguments: StoreUnderTest.answering)
  func theFirstRowsComeWithALimit(_ store: StoreUnderTest) throws {  // R-REQ-101
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert("Tag", Array(repeating: [:], count: 10))
    var query = session.query("Tag")
    query.limit = 3
    query.offset = 2
    #expect(try session.keys(query) == Array(keys[2..<5]))
    #expect(try session.count(query) == 3)
    query.offset = 9
    #expect(try session.keys(query) == [keys[9]])
    #expect(try session.count(query) == 1)
    query.offset = 10
    #expect(try session.keys(query) == [])
    #expect(try session.count(query) == 0)
  }

  @Test(arguments: StoreUnderTest.answering)
  func onlyTheConcreteEntitiesAskedForAreFound(_ store: StoreUnderTest) throws {  // R-REQ-098
    let law = try QueryLaw(store, .hierarchy)
    let party = law.schema["Party"]
    for lower in party.subtree {
      for upper in lower..<party.subtree.upperBound {
        var query = Query(entity: party.index, concreteEntities: lower..<(upper + 1))
        try law.check(query)
        query.filter = .not(.isNull(law.column("Party", "name")))
        query.sort = [SortKey(law.schema.path("Party", "name"))]
        try law.check(query)
      }
    }
    try law.check(Query(entity: party.index, concreteEntities: party.index..<party.index))
  }

  @Test(arguments: StoreUnderTest.answering)
  func aSubEntitysOwnColumnsCanBeAskedFor(_ store: StoreUnderTest) throws {
    let law = try QueryLaw(store, .hierarchy)
    for (entity, name) in [("Employee", "salary"), ("Person", "age"), ("Company", "revenue")] {
      var query = law.session.query(
        entity, .compare(law.column(entity, name), .greater, .value(.integer(0)), []))
      query.sort = [SortKey(law.schema.path(entity, name), ascending: false)]
      try law.check(query)
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func keysOnlyQueriesLeaveRowsEmpty(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    try session.insert("Tag", [[:], [:]])
    var query = session.query("Tag")
    query.output = .keys
    try session.read { snapshot in
      try snapshot.run(query) { batch in
        #expect(batch.rows.isEmpty)
        #expect(!batch.keys.isEmpty)
        return true
      }
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .transactionalReads))
  func aWriterCanQueryWhatItHasWritten(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.indexes)
    try session.insert("Item", (0..<10).map { ["a": .integer($0)] })
    let fresh = try session.reserve("Special")[0]
    let transaction = try session.backend.beginWrite()
    defer { transaction.rollback() }
    var changes = ChangeSet()
    changes.inserts = [
      RowInsert(key: fresh, row: session.schema.row("Special", ["a": .integer(5)]))
    ]
    #expect(try transaction.apply(changes).isEmpty)
    let path = session.schema.path("Item", "a")
    var query = session.query(
      "Item", .compare(.column(path), .greater, .value(.integer(4)), []))
    query.sort = [SortKey(path)]
    query.limit = 2
    #expect(try transaction.reader.keys(query).map(\.number) == [6, 11])
    #expect(try transaction.reader.count(session.query("Item")) == 11)
  }
}
