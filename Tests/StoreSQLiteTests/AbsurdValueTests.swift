// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Bookkeeping of files that no store has written so.
@Suite struct AbsurdValueTests {
  private func fixture(_ change: String) throws -> SQLiteFixture {
    let fixture = try SQLiteFixture(FaultTests.schema)
    let store = try fixture.open()
    try store.insert(
      "Item", objects: [["name": .string("a")], ["name": .string("b")]], schema: FaultTests.schema)
    store.close()
    try fixture.raw().run(change)
    return fixture
  }

  // R-PSC-320
  @Test(arguments: ["'many'", "'7'", "x'00'", "1e300", "-5", "NULL", "2.5"])
  func aCounterThatIsNoWholeNumberEndsInNumbersOrAnError(_ counter: String) throws {
    let fixture = try fixture("UPDATE Z_PRIMARYKEY SET Z_MAX = \(counter)")
    let store = try fixture.open()
    defer { store.close() }
    var first: Int64 = 3
    let kind = errorKind { first = try store.reserveNumbers(3, root: 0) }
    #expect(first > 2)
    #expect(kind == (counter == "1e300" ? .numbersExhausted : nil))
  }

  // MARK: - References

  private static let folders: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Folder", ["title": .string])
    builder.entity("Trash", parent: "Folder")
    builder.entity("Note", ["text": .string])
    builder.oneToMany("Folder", toMany: "notes", "Note", toOne: "folder")
    return builder.build()
  }()

  /// A note in a folder of the number 1, in a file that was changed thereafter; the notes read back.
  private func notes(_ change: String) throws -> RowBatch {
    let schema = Self.folders
    let fixture = try SQLiteFixture(schema)
    let store = try fixture.open()
    let folder = try store.insert("Trash", objects: [["title": .string("a")]], schema: schema)[0]
    try store.insert("Note", objects: [["folder": .reference(folder)]], schema: schema)
    store.close()
    try fixture.raw().run(change)
    let again = try fixture.open()
    defer { again.close() }
    let snapshot = try again.beginRead()
    defer { snapshot.end() }
    var notes = RowBatch()
    let query = Query(
      entity: schema.index("Note"), concreteEntities: schema["Note"].subtree, filter: nil)
    try snapshot.run(query) { batch in
      for (key, row) in zip(batch.keys, batch.rows) { notes.append(key, row) }
      return true
    }
    return notes
  }

  // R-PSC-845, R-REQ-131
  @Test(arguments: ["3", "77", "-1", "'text'", "NULL"])
  func anEntityThatTheRelationshipDoesNotLeadToIsTheDeclaredOne(_ entity: String) throws {
    let schema = Self.folders
    let row = try #require(try notes("UPDATE ZNOTE SET Z1_FOLDER = \(entity)").rows.first)
    let folder = row.destination(schema["Note"].toOnes[0].slot, from: 0)
    #expect(folder == ObjectKey(entity: schema.index("Folder"), number: 1))
  }

  // R-PSC-845
  @Test(arguments: ["0", "-7", "'text'"])
  func aReferenceToNoNumberNamesTheColumn(_ number: String) throws {
    let error = #expect(throws: StoreError.self) {
      try notes("UPDATE ZNOTE SET ZFOLDER = \(number)")
    }
    #expect(error?.kind == .corrupt)
    #expect(error?.message.contains("the row 1 of ZNOTE") == true)
    #expect(error?.message.contains("ZFOLDER") == true)
  }
}
#endif
