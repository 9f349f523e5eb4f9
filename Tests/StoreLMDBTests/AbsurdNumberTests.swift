// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// Rows, references and links under numbers that no object has.
@Suite struct AbsurdNumberTests {
  private let directory: TemporaryDirectory
  private let schema = DamagedFile.schema
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  private func key(_ entity: String, _ number: Int64) -> ObjectKey {
    ObjectKey(entity: schema.index(entity), number: number)
  }

  private func store(_ changes: (inout ChangeSet) -> Void) throws -> LMDBStore {
    let store = try LMDBFixture.open(url, schema)
    var made = ChangeSet()
    changes(&made)
    try store.commit(made)
    return store
  }

  private func notes(_ snapshot: any StoreSnapshot) throws {
    try snapshot.run(schema.query("Note")) { _ in true }
  }

  // R-PSC-859
  @Test(arguments: [0, -1, .min] as [Int64])
  func aRowUnderSuchANumberIsDamage(_ number: Int64) throws {
    let store = try store { changes in
      changes.inserts = [
        RowInsert(key: key("Note", number), row: schema.row("Note", ["text": .string("a")]))
      ]
    }
    defer { store.close() }
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    #expect(kind { try notes(snapshot) } == .corrupt)
    #expect(
      kind {
        _ = try snapshot.keys(
          schema.query("Note", schema.equal("Note", column: "text", value: .string("a"))))
      } == .corrupt)
  }

  // R-PSC-859
  @Test(arguments: [0, -1, .min] as [Int64])
  func aReferenceToSuchANumberIsDamage(_ number: Int64) throws {
    let store = try store { changes in
      changes.inserts = [
        RowInsert(
          key: key("Note", 1),
          row: schema.row("Note", ["folder": .reference(key("Folder", number))]))
      ]
    }
    defer { store.close() }
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    #expect(kind { try notes(snapshot) } == .corrupt)
    #expect(kind { _ = try snapshot.row(for: key("Note", 1)) } == .corrupt)
  }

  // R-PSC-859
  @Test(arguments: [("Note", 0), ("Note", -1), ("Folder", 1)] as [(String, Int64)])
  func aLinkToWhatNoObjectCanBeIsDamage(_ entity: String, _ number: Int64) throws {
    let tag = key("Tag", 1)
    let store = try store { changes in
      changes.inserts = [RowInsert(key: tag, row: schema.row("Tag", ["name": .string("a")]))]
      changes.links = [
        schema.linkChange(
          .add, entity: "Tag", name: "notes", owner: tag, member: key(entity, number))
      ]
    }
    defer { store.close() }
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    let found = kind {
      _ = try snapshot.related(schema.relationship("Tag", "notes"), of: [tag], withRows: false)
    }
    #expect(found == .corrupt)
  }
}
#endif
