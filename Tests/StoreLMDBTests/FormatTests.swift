// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

@Suite struct FormatTests {
  private let directory: TemporaryDirectory
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  @Test func aStoreIsOneFileWithItsLockBeside() throws {
    let store = try LMDBFixture.open(url, LMDBFixture.notes)
    store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
    #expect(names == ["store.lmdb", "store.lmdb-lock"])
  }

  @Test func aStoreIsRecognisedByItsContent() throws {
    try LMDBFixture.open(url, LMDBFixture.notes).close()
    #expect(LMDBStore.recognises(contentAt: url))
    let text = directory.url.appendingPathComponent("text")
    try Data("hello".utf8).write(to: text)
    #expect(!LMDBStore.recognises(contentAt: text))
    #expect(!LMDBStore.recognises(contentAt: directory.url.appendingPathComponent("missing")))
  }

  // R-PSC-854
  @Test func rowsSurviveAShiftOfTheSchemasIndexes() throws {
    let before = FormatTests.schema(with: [])
    let store = try LMDBFixture.open(url, before)
    let home = try store.insert(in: before, entity: "Place", objects: [["name": .string("home")]])[
      0]
    let key = try store.insert(
      in: before, entity: "Person", objects: [["name": .string("Ann"), "home": .reference(home)]])[
        0]
    store.close()
    let after = FormatTests.schema(with: ["Aardvark", "Pike", "Zebra"])
    let reopened = try LMDBFixture.open(url, after)
    defer { reopened.close() }
    let moved = ObjectKey(entity: after.index("Person"), number: key.number)
    let row = try #require(try reopened.row(moved))
    #expect(row.entity == after.index("Person"))
    #expect(
      row.reference(after.slot("Person", "home"))
        == ObjectKey(entity: after.index("Place"), number: home.number))
    let snapshot = try reopened.beginRead()
    defer { snapshot.end() }
    let owner = ObjectKey(entity: after.index("Place"), number: home.number)
    let related = try snapshot.related(
      after.relationship("Place", "people"), of: [owner], withRows: true)
    #expect(related.keys == [moved])
    #expect(related.rows.first?.string(after.slot("Person", "name")) == "Ann")
  }

  // R-PSC-854
  @Test func writingAfterAShiftKeepsTheFilesNumbers() throws {
    let before = FormatTests.schema(with: [])
    try LMDBFixture.open(url, before).close()
    let after = FormatTests.schema(with: ["Aardvark"])
    let store = try LMDBFixture.open(url, after)
    let home = try store.insert(in: after, entity: "Place", objects: [["name": .string("home")]])[0]
    let key = try store.insert(in: after, entity: "Person", objects: [["home": .reference(home)]])[
      0]
    store.close()
    let reopened = try LMDBFixture.open(url, before)
    defer { reopened.close() }
    let row = try reopened.row(ObjectKey(entity: before.index("Person"), number: key.number))
    #expect(
      row?.reference(before.slot("Person", "home"))
        == ObjectKey(entity: before.index("Place"), number: home.number))
  }

  @Test func changedColumnsAreASchemaMismatch() throws {
    try LMDBFixture.open(url, FormatTests.schema(with: [])).close()
    var builder = SchemaBuilder()
    builder.entity("Person", ["name": .string, "age": .integer16])
    let other = builder.build()
    #expect(kind { try LMDBFixture.open(url, other).close() } == .schemaMismatch)
  }

  @Test func anIndexThatIsNewInTheModelIsBuiltFromTheRows() throws {
    let before = FormatTests.schema(with: [])
    let store = try LMDBFixture.open(url, before)
    try store.insert(
      in: before, entity: "Person", objects: (0..<50).map { ["name": .string("n\($0)")] })
    store.close()
    let after = FormatTests.schema(with: [], isIndexed: true)
    let reopened = try LMDBFixture.open(url, after)
    defer { reopened.close() }
    let found: (keys: [ObjectKey], steps: Int) = try reopened.keys(
      after.query("Person", after.equal("Person", column: "name", value: .string("n7"))))
    #expect(found.keys.map(\.number) == [8])
    #expect(found.steps < 5)
  }

  // R-PSC-484, R-PSC-485
  @Test func metadataIsReadAndWrittenWithoutASchema() throws {
    try LMDBFixture.open(url, LMDBFixture.notes).close()
    #expect(try LMDBStore.readMetadata(at: url).identifier == "TEST")
    let metadata = StoreMetadata(identifier: "OTHER", properties: Data([9]))
    try LMDBStore.writeMetadata(metadata, at: url)
    #expect(try LMDBStore.readMetadata(at: url) == metadata)
    let missing = directory.url.appendingPathComponent("missing")
    #expect(kind { _ = try LMDBStore.readMetadata(at: missing) } == .missingFile)
    #expect(!FileManager.default.fileExists(atPath: missing.path))
  }

  @Test func inspectionTellsRowsAndCounters() throws {
    let store = try LMDBFixture.open(url, LMDBFixture.notes)
    try store.insert(in: LMDBFixture.notes, entity: "Note", objects: [[:], [:]])
    store.close()
    let inspection = try LMDBStore.inspect(at: url)
    #expect(
      inspection.entities == [
        .init(name: "Folder", rows: 0, nextNumber: 1), .init(name: "Note", rows: 2, nextNumber: 3),
      ])
    #expect(inspection.bytes > 0)
  }

  /// People and places, and other entities that move them about.
  private static func schema(with others: [String], isIndexed: Bool = false) -> StoreSchema {
    var builder = SchemaBuilder()
    builder.entity("Person", ["name": .string])
    builder.entity("Place", ["name": .string])
    for name in others { builder.entity(name, ["name": .string]) }
    builder.oneToMany("Place", toMany: "people", "Person", toOne: "home")
    if isIndexed { builder.index("Person", name: "byName", columns: ["name"]) }
    return builder.build()
  }
}
#endif
