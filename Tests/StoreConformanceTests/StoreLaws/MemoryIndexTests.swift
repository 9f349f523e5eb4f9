// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreMemory
import StoreTestSupport
import Testing

/// Ordered indexes of the store in memory: what they find, and how many rows are looked at for it.
@Suite struct MemoryIndexTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity(
      "Note", ["text": .string, "rank": .integer64, "code": .string, "price": .double])
    builder.entity("Memo", parent: "Note")
    builder.index("Note", name: "byText", columns: ["text"])
    builder.index("Note", name: "byRank", columns: ["rank", "text"])
    builder.index("Note", name: "byFolder", columns: ["folder", "rank"])
    builder.index("Note", name: "byPrice", columns: ["price"])
    builder.constraint("Note", ["code"])
    builder.entity("Folder", ["title": .string])
    builder.oneToMany("Folder", toMany: "notes", "Note", toOne: "folder")
    return builder.build()
  }()

  private var schema: StoreSchema { Self.schema }
  private let store: MemoryStore

  init() throws {
    store = try MemoryStore.open(
      StoreConfiguration(
        url: nil, schema: Self.schema, entities: Self.schema.allEntities,
        newMetadata: StoreMetadata(identifier: UUID().uuidString, properties: Data())))
  }

  private func values(_ random: inout SplitMix64) -> PropertyValues {
    var values: PropertyValues = ["code": .string("c\(random.below(1 << 40))")]
    if !random.oneIn(9) { values["text"] = .string("note \(random.below(200))") }
    if !random.oneIn(9) { values["rank"] = .integer(Int64(random.below(12))) }
    if !random.oneIn(9) {
      values["price"] = .double(random.pick([0, -0.0, .nan, 1.5, -7, Double(random.below(50))]))
    }
    return values
  }

  private func insert(_ count: Int, _ random: inout SplitMix64) throws {
    for entity in ["Note", "Memo"] {
      let first = try store.reserveNumbers(count / 2, root: schema["Note"].root)
      var changes = ChangeSet()
      for index in 0..<(count / 2) {
        let key = ObjectKey(entity: schema.index(entity), number: first + Int64(index))
        changes.inserts.append(RowInsert(key: key, row: schema.row(entity, values(&random))))
      }
      try commit(changes)
    }
  }

  private func commit(_ changes: ChangeSet) throws {
    let transaction = try store.beginWrite()
    defer { transaction.rollback() }
    #expect(try transaction.apply(changes).isEmpty)
    try transaction.prepare()
    try transaction.commit()
  }

  private func change(_ random: inout SplitMix64) throws {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var changes = ChangeSet()
    try snapshot.run(schema.query("Note")) { batch in
      for (key, row) in zip(batch.keys, batch.rows) {
        if random.oneIn(20) {
          changes.deletes.append(RowDelete(key: key, expectedVersion: nil))
        } else if random.oneIn(10) {
          changes.updates.append(schema.update(key, from: row, set: values(&random)))
        }
      }
      return true
    }
    try commit(changes)
  }

  private func condition(_ random: inout SplitMix64) -> Filter {
    let text = Operand.column(schema.path("Note", "text"))
    let rank = Operand.column(schema.path("Note", "rank"))
    let price = Operand.column(schema.path("Note", "price"))
    let number = AttributeValue.integer(Int64(random.below(12)))
    switch random.below(8) {
    case 0: return .compare(text, .equal, .value(.string("note \(random.below(200))")), [])
    case 1:
      return .match(
        .beginsWith, text,
        pattern: .value(.string("note 1\(random.below(9))")), [])
    case 2: return .isNull(text)
    case 3:
      return .and([
        .compare(rank, .equal, .value(number), []),
        .compare(text, .less, .value(.string("note 3")), []),
      ])
    case 4: return .isIn(rank, [number, .integer(99)], [])
    case 5: return .compare(price, .greaterOrEqual, .value(.double(45)), [])
    case 6: return .compare(price, .equal, .value(.double(0)), [])
    default: return .between(price, lower: .value(.double(-9)), upper: .value(.double(-1)))
    }
  }

  /// What a query answers must be what looking at every row answers: the same filter, put so that no
  /// index can be asked for it.
  @Test func indexesFindWhatAScanFinds() throws {
    var random = SplitMix64(seed: 7)
    try insert(600, &random)
    for round in 0..<60 {
      if round % 6 == 5 { try change(&random) }
      if round % 20 == 19 { try insert(40, &random) }
      let filter = condition(&random)
      for sort in [[], [SortKey(schema.path("Note", "text"), ascending: random.oneIn(2))]] {
        for entity in ["Note", "Memo"] {
          var query = question(entity, filter)
          query.sort = sort
          if random.oneIn(2) {
            (query.offset, query.limit) = (random.below(4), 1 + random.below(9))
          }
          var scan = query
          scan.filter = .or([filter, .constant(false)])
          let snapshot = try store.beginRead()
          defer { snapshot.end() }
          #expect(try keys(query, snapshot) == keys(scan, snapshot), "round \(round): \(query)")
          #expect(try snapshot.count(query) == snapshot.count(scan), "round \(round): \(query)")
        }
      }
    }
  }

  // Entries of a few bytes stand beside others of thousands.
  @Test func entriesOfAnyLengthAreKeptInOrder() throws {
    var random = SplitMix64(seed: 11)
    let texts = (0..<400).map { number in
      String(repeating: "x", count: random.oneIn(3) ? random.below(5_000) : random.below(5))
        + "\(random.below(90)) \(number % 7)"
    }
    try insert(texts)
    let ordered = sortedByText()
    for _ in 0..<2 { _ = try visited(ordered) }
    for round in 0..<6 {
      try delete(oneIn: 4, &random)
      try insert(texts.indices.filter { $0 % 6 == round }.map { texts[$0] + "+" })
      let snapshot = try store.beginRead()
      defer { snapshot.end() }
      var scan = ordered
      scan.filter = .or([try #require(ordered.filter), .constant(false)])
      #expect(try keys(ordered, snapshot) == keys(scan, snapshot), "round \(round)")
    }
    #expect(try visited(ordered) < 400)
  }

  private func sortedByText() -> Query {
    let text = schema.path("Note", "text")
    var query = question(
      "Note", .compare(.column(text), .greaterOrEqual, .value(.string("xxxx")), []))
    query.sort = [SortKey(text, ascending: true)]
    query.limit = 40
    return query
  }

  private func insert(_ texts: [String]) throws {
    let first = try store.reserveNumbers(texts.count, root: schema["Note"].root)
    var changes = ChangeSet()
    for (place, text) in texts.enumerated() {
      let key = ObjectKey(entity: schema.index("Note"), number: first + Int64(place))
      let values: PropertyValues = ["text": .string(text), "code": .string("\(key.number)")]
      changes.inserts.append(RowInsert(key: key, row: schema.row("Note", values)))
    }
    try commit(changes)
  }

  private func delete(oneIn part: Int, _ random: inout SplitMix64) throws {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var changes = ChangeSet()
    for key in try keys(schema.query("Note"), snapshot) where random.oneIn(part) {
      changes.deletes.append(RowDelete(key: key, expectedVersion: nil))
    }
    try commit(changes)
  }

  private func question(_ entity: String, _ filter: Filter) -> Query {
    var query = schema.query(entity)
    query.filter = filter
    return query
  }

  private func keys(_ query: Query, _ snapshot: any StoreSnapshot) throws -> [ObjectKey] {
    var keys: [ObjectKey] = []
    try snapshot.run(query) { batch in
      keys += batch.keys
      return true
    }
    return keys
  }

  private func visited(_ query: Query) throws -> Int {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    _ = try keys(query, snapshot)
    return (snapshot as? MemorySnapshot)?.candidateCount ?? -1
  }

  // An index is made for the third query that wants it, and kept up from then on.
  @Test func aPointFetchLooksAtItsMatches() throws {
    var random = SplitMix64(seed: 3)
    try insert(2000, &random)
    let equal = question(
      "Note",
      .compare(.column(schema.path("Note", "text")), .equal, .value(.string("note 7")), []))
    #expect(try visited(equal) == 2000)
    #expect(try visited(equal) == 2000)
    #expect(try visited(equal) < 40)
    try insert(100, &random)
    #expect(try visited(equal) < 40)
    var ordered = schema.query("Note")
    ordered.sort = [SortKey(schema.path("Note", "price"), ascending: false)]
    ordered.limit = 5
    for _ in 0..<2 { _ = try visited(ordered) }
    #expect(try visited(ordered) <= 2100)
  }

  /// Inserts folders, and notes that are spread over them. Returns the folders.
  private func insert(folders count: Int, notes: Int) throws -> [ObjectKey] {
    let first = try store.reserveNumbers(count, root: schema["Folder"].root)
    let folders = (0..<count).map {
      ObjectKey(entity: schema.index("Folder"), number: first + Int64($0))
    }
    var changes = ChangeSet()
    for (index, key) in folders.enumerated() {
      changes.inserts.append(
        RowInsert(key: key, row: schema.row("Folder", ["title": .string("\(index)")])))
    }
    let number = try store.reserveNumbers(notes, root: schema["Note"].root)
    for index in 0..<notes {
      let values: PropertyValues = [
        "code": .string("\(index)"), "rank": .integer(Int64(index / count)),
        "folder": .reference(folders[index % count]),
      ]
      changes.inserts.append(
        RowInsert(
          key: ObjectKey(entity: schema.index("Note"), number: number + Int64(index)),
          row: schema.row("Note", values)))
    }
    try commit(changes)
    return folders
  }

  // The members of a to-one's destination are few, or an index on more than the to-one is asked.
  @Test func anIndexNarrowsTheMembersOfARelationship() throws {
    let folders = try insert(folders: 2, notes: 6000)
    let folder = Filter.compare(
      .column(schema.path("Note", "folder")), .equal, .value(.reference(folders[1])), [])
    let rank = Filter.compare(
      .column(schema.path("Note", "rank")), .equal, .value(.integer(77)), [])
    let both = question("Note", .and([folder, rank]))
    let scan = question(
      "Note", .and([.or([folder, .constant(false)]), .or([rank, .constant(false)])]))
    let looks = try (0..<4).map { _ in try visited(both) }
    #expect(looks == [3000, 3000, 1, 1])
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    #expect(try keys(both, snapshot) == keys(scan, snapshot))
    #expect(try keys(both, snapshot).count == 1)
    #expect(try visited(question("Note", folder)) == 3000)
  }

  @Test func conditionsAlongPathsAreAskedAtTheirEnd() throws {
    _ = try insert(folders: 40, notes: 2000)
    let query = question(
      "Note",
      .compare(.column(schema.path("Note", "folder.title")), .equal, .value(.string("7")), []))
    #expect(try visited(query) == 50)
    let any = question(
      "Folder",
      .quantified(
        .any, schema.toMany("Folder", "notes"),
        .compare(.column(schema.path("Note", "code")), .equal, .value(.string("77")), [])))
    #expect(try visited(any) == 1)
  }
}
