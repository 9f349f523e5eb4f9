// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

@Suite struct OpeningTests {
  private let directory: TemporaryDirectory
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  // R-PSC-059
  @Test func anotherStoresFileIsTheWrongType() throws {
    try Data("SQLite format 3\0".utf8 + [UInt8](repeating: 0, count: 4096)).write(to: url)
    #expect(kind { try LMDBFixture.open(url, LMDBFixture.notes).close() } == .wrongType)
  }

  // R-PSC-059
  @Test func unknownContentIsCorrupt() throws {
    try Data([UInt8](repeating: 7, count: 8192)).write(to: url)
    #expect(kind { try LMDBFixture.open(url, LMDBFixture.notes).close() } == .corrupt)
    #expect(try Data(contentsOf: url) == Data([UInt8](repeating: 7, count: 8192)))
  }

  // R-PSC-059
  @Test func anEmptyFileBecomesAStore() throws {
    try Data().write(to: url)
    let store = try LMDBFixture.open(url, LMDBFixture.notes)
    #expect(store.metadata.identifier == "TEST")
    store.close()
  }

  @Test func missingFoldersAreMade() throws {
    let deep = directory.url.appendingPathComponent("a/b/store.lmdb")
    try LMDBFixture.open(deep, LMDBFixture.notes).close()
    #expect(LMDBStore.recognises(contentAt: deep))
  }

  @Test func aFailedCreationLeavesNothing() throws {
    let deep = directory.url.appendingPathComponent("a/b/store.lmdb")
    let error = kind {
      try LMDBFixture.open(deep, LMDBFixture.notes) { $0.settings["mapsize"] = "\(Int.max / 2)" }
        .close()
    }
    #expect(error != nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
  }

  @Test func readOnlyOpeningNeedsAFile() {
    let error = kind {
      try LMDBFixture.open(url, LMDBFixture.notes) { $0.isReadOnly = true }.close()
    }
    #expect(error == .missingFile)
  }

  @Test func readOnlyOpeningChangesNothing() throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(url, schema)
    let key = try store.insert(in: schema, entity: "Note", objects: [["text": .string("x")]])[0]
    store.close()
    let content = try Data(contentsOf: url)
    let reader = try LMDBFixture.open(url, schema) { $0.isReadOnly = true }
    #expect(try reader.row(key)?.string(schema.slot("Note", "text")) == "x")
    #expect(kind { _ = try reader.beginWrite() } == .readOnly)
    #expect(kind { _ = try reader.reserveNumbers(1, root: key.entity) } == .readOnly)
    reader.close()
    #expect(try Data(contentsOf: url) == content)
  }

  // R-PSC-850
  @Test func aReaderAndAWriterOfOneFileShareItsEnvironment() throws {
    let schema = LMDBFixture.notes
    try LMDBFixture.open(url, schema).close()
    let reader = try LMDBFixture.open(url, schema) { $0.isReadOnly = true }
    let writer = try LMDBFixture.open(url, schema)
    let key = try writer.insert(in: schema, entity: "Note", objects: [["text": .string("x")]])[0]
    #expect(try reader.row(key) != nil)
    writer.close()
    #expect(try reader.row(key) != nil)
    reader.close()
  }

  // R-PSC-850, R-PSC-057
  @Test func closingOneStoreLeavesTheOtherOfTheFileOpen() throws {
    let schema = LMDBFixture.notes
    let first = try LMDBFixture.open(url, schema)
    let second = try LMDBFixture.open(url, schema)
    let key = try first.insert(in: schema, entity: "Note", objects: [[:]])[0]
    first.close()
    #expect(try second.row(key) != nil)
    #expect(kind { _ = try first.beginRead() } == .closed)
    second.close()
  }

  // R-PSC-851
  @Test func aSecondWriterWaitsNoLongerThanItsTimeout() throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    let impatient = try LMDBFixture.open(url, schema) { $0.timeout = 0.2 }
    defer { impatient.close() }
    let transaction = try store.beginWrite()
    defer { transaction.rollback() }
    let attempt = OtherThread { () -> StoreError.Kind? in
      kind { try impatient.beginWrite().rollback() }
    }
    #expect(try attempt.value() == .timeout)
  }

  // R-PSC-328
  @Test func aCounterBelowTheRowsIsRaised() throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(url, schema)
    var changes = ChangeSet()
    changes.inserts = [
      RowInsert(key: ObjectKey(entity: schema.index("Note"), number: 40), row: schema.row("Note"))
    ]
    try store.commit(changes)
    #expect(try store.reserveNumbers(1, root: schema.index("Note")) == 41)
    store.close()
  }

  @Test func aDamagedRowIsReported() throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(url, schema)
    let key = try store.insert(
      in: schema, entity: "Note", objects: [["text": .string("find this needle")]])[0]
    store.close()
    var content = try Data(contentsOf: url)
    let slots = schema["Note"].slotCount
    let header = withUnsafeBytes(of: (Int64(1).littleEndian, UInt64(slots).littleEndian)) {
      Data($0)
    }
    // The needle stands in the row and in the index; only a row has version and slot count.
    var found = content.startIndex
    while let needle = content.range(of: header, in: found..<content.endIndex) {
      content[needle.lowerBound - 8] ^= 0xFF
      found = needle.upperBound
    }
    try content.write(to: url)
    let damaged = try LMDBFixture.open(url, schema) { $0.isReadOnly = true }
    defer { damaged.close() }
    #expect(kind { _ = try damaged.row(key) } == .corrupt)
  }
}
#endif
