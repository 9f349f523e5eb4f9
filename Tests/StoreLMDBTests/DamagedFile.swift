// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport

/// A file with something of everything, and a use of it that tolerates errors.
enum DamagedFile {
  static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity(
      "Note",
      [
        "text": .string, "rank": .integer64, "code": .string, "body": .binaryData, "mark": .uuid,
        "price": .decimal, "day": .date, "isDone": .boolean,
      ])
    builder.index("Note", name: "byText", columns: ["text"])
    builder.index("Note", name: "byRank", columns: ["rank", "text"])
    builder.constraint("Note", ["code"])
    builder.entity("Folder", ["title": .string])
    builder.oneToMany("Folder", toMany: "notes", "Note", toOne: "folder")
    builder.entity("Tag", ["name": .string])
    builder.manyToMany("Tag", name: "notes", "Note", name: "tags")
    return builder.build()
  }()

  /// Makes the file and returns its bytes.
  static func make(_ url: URL) throws -> Data {
    let store = try LMDBFixture.open(url, schema)
    let folders = try store.insert(
      in: schema, entity: "Folder", objects: (0..<20).map { ["title": .string("folder \($0)")] })
    let tags = try store.insert(
      in: schema, entity: "Tag", objects: (0..<10).map { ["name": .string("tag \($0)")] })
    let notes = try store.insert(
      in: schema, entity: "Note", objects: (0..<400).map { note($0, folders) })
    var links = ChangeSet()
    links.links = notes.enumerated().map { place, note in
      schema.linkChange(
        .add, entity: "Tag", name: "notes", owner: tags[place % tags.count], member: note)
    }
    try store.commit(links)
    // So that there are free pages, in lists.
    var deletion = ChangeSet()
    deletion.deletes = notes.prefix(60).map { RowDelete(key: $0, expectedVersion: nil) }
    try store.commit(deletion)
    store.close()
    return try Data(contentsOf: url)
  }

  private static func note(_ place: Int, _ folders: [ObjectKey]) -> PropertyValues {
    [
      "text": .string("text \(place % 37)"), "rank": .integer(Int64(place)),
      "code": .string("code \(place)"), "mark": .uuid(UUID()), "day": .date(Double(place)),
      "price": .decimal(Decimal(place) / 7), "isDone": .integer(Int64(place % 2)),
      "body": .data(Data(count: place % 50 == 0 ? 9000 : place % 11)),
      "folder": .reference(folders[place % folders.count]),
    ]
  }

  // MARK: - Use

  /// Opens, reads in every way, changes and saves.
  static func use(_ url: URL, _ random: inout SplitMix64) {
    let isReadOnly = random.oneIn(4)
    _ = try? LMDBStore.readMetadata(at: url)
    _ = try? LMDBStore.inspect(at: url)
    guard
      let store = try? LMDBFixture.open(
        url, schema, configure: { $0.isReadOnly = isReadOnly })
    else { return }
    defer { store.close() }
    _ = try? store.statistics()
    if let snapshot = try? store.beginRead() {
      read(snapshot)
      snapshot.end()
    }
    guard !isReadOnly else { return }
    change(store, &random)
    if let snapshot = try? store.beginRead() {
      read(snapshot)
      snapshot.end()
    }
  }

  private static func read(_ snapshot: any StoreSnapshot) {
    for query in queries {
      try? snapshot.run(query) { batch in
        for row in batch.rows where !batch.rows.isEmpty { _ = look(row, query) }
        return true
      }
      _ = try? snapshot.count(query)
    }
    let folders = (1...20).map { ObjectKey(entity: schema.index("Folder"), number: $0) }
    let tags = (1...10).map { ObjectKey(entity: schema.index("Tag"), number: $0) }
    _ = try? snapshot.related(schema.relationship("Folder", "notes"), of: folders, withRows: true)
    _ = try? snapshot.related(schema.relationship("Tag", "notes"), of: tags, withRows: true)
    for number in stride(from: Int64(1), to: 400, by: 7) {
      _ = try? snapshot.row(for: ObjectKey(entity: schema.index("Note"), number: number))
    }
  }

  private static func look(_ row: Row, _ query: Query) -> Int {
    query.output == .keys ? 0 : schema.values(of: row).count
  }

  private static let queries: [Query] = {
    var sorted = schema.query("Note")
    sorted.sort = [SortKey(schema.path("Note", "text"))]
    var byDay = schema.query("Note")
    byDay.sort = [SortKey(schema.path("Note", "day"), ascending: false)]
    var keys = schema.query("Note")
    keys.output = .keys
    return [
      schema.query("Note"), schema.query("Folder"), schema.query("Tag"), sorted, byDay, keys,
      schema.query("Note", schema.equal("Note", column: "text", value: .string("text 5"))),
      schema.query("Note", schema.equal("Note", column: "rank", value: .integer(90))),
      schema.query(
        "Note", schema.equal("Note", column: "folder.title", value: .string("folder 3"))),
    ]
  }()

  private static func change(_ store: LMDBStore, _ random: inout SplitMix64) {
    let note = schema.index("Note")
    for number in [61, 100, 399] as [Int64] {
      let key = ObjectKey(entity: note, number: number)
      guard let row = try? store.row(key) else { continue }
      var changes = ChangeSet()
      changes.updates = [
        schema.update(key, from: row, set: ["text": .string("changed"), "rank": .integer(7)])
      ]
      _ = try? store.attempt(changes)
    }
    var deletes = ChangeSet()
    deletes.deletes = (0..<20).map { _ in
      RowDelete(
        key: ObjectKey(entity: note, number: Int64(random.below(400))), expectedVersion: nil)
    }
    _ = try? store.attempt(deletes)
    _ = try? store.insert(
      in: schema, entity: "Note",
      objects: (0..<50).map { ["text": .string("new \($0)"), "code": .string("new \($0)")] })
    _ = try? store.insert(
      in: schema, entity: "Note", objects: [["body": .data(Data(count: 50_000))]])
    _ = try? store.insert(in: schema, entity: "Tag", objects: [["name": .string("new")]])
  }
}

/// A file with something wrong.
struct Damage {
  private static let page = 4096
  let name: String
  let bytes: Data

  init(of whole: Data, _ random: inout SplitMix64) {
    var bytes = [UInt8](whole)
    let pages = bytes.count / Damage.page
    var names: [String] = []
    for _ in 0..<(1 + random.below(3)) {
      let page = random.oneIn(8) ? random.below(2) : random.below(pages)
      let start = page * Damage.page
      guard start + Damage.page <= bytes.count else { continue }
      switch random.below(9) {
      case 0:
        let count = random.below(bytes.count)
        bytes.removeSubrange(count...)
        names.append("cut to \(count)")
      case 1:
        let other = random.below(bytes.count / Damage.page) * Damage.page
        for offset in 0..<Damage.page { bytes.swapAt(start + offset, other + offset) }
        names.append("exchange page \(page) and \(other / Damage.page)")
      case 2:
        let other = random.below(bytes.count / Damage.page) * Damage.page
        for offset in 0..<Damage.page { bytes[start + offset] = bytes[other + offset] }
        names.append("page \(page) from \(other / Damage.page)")
      case 3:
        for offset in 0..<Damage.page { bytes[start + offset] = 0 }
        names.append("empty page \(page)")
      case 4, 5:
        let place = start + random.below(160)
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
        names.append("byte \(place)")
      case 6:
        let place = start + random.below(Damage.page - 200)
        for offset in 0..<random.below(200) {
          bytes[place + offset] = UInt8(truncatingIfNeeded: random.next())
        }
        names.append("bytes from \(place)")
      default:
        let place = start + random.below(Damage.page)
        bytes[place] ^= 1 << UInt8(random.below(8))
        names.append("bit of \(place)")
      }
      if bytes.count < 2 * Damage.page { break }
    }
    name = names.joined(separator: ", ")
    self.bytes = Data(bytes)
  }
}
#endif
