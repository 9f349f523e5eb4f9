// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Values that SQLite itself would not keep, and large ones.
@Suite struct ValueTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Thing", ["number": .double, "amount": .decimal, "text": .string])
    builder.attribute("Thing", name: "photo", type: .binaryData, isExternal: true)
    return builder.build()
  }()

  /// Attributes stand in the order of their names.
  private static let (amount, number, photo) = (0, 1, 2)

  private func keep(_ name: String, _ value: AttributeValue) throws -> Row? {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let key = try store.insert("Thing", objects: [[name: value]], schema: Self.schema)[0]
    return try store.row(key)
  }

  @Test func theSignOfZeroIsKept() throws {
    let row = try keep("number", .double(-0.0))
    #expect(row?.double(Self.number).sign == .minus)
    #expect(row?.isNull(Self.number) == false)
  }

  @Test func notANumberIsKept() throws {
    let row = try keep("number", .double(.nan))
    #expect(row?.double(Self.number).isNaN == true)
  }

  @Test(arguments: [
    "0", "-1.5", "123456789012345678", "99999999999999999999999999999999999999",
    "0.1234567890123456789", "1000000000000000000000", "0.0000000000000000000001",
  ])
  func decimalsAreExact(_ text: String) throws {
    let value = DecimalCoding.decimal(text)
    let row = try keep("amount", .decimal(value))
    #expect(row?.decimal(Self.amount) == value)
  }

  private func numbers(where comparison: ComparisonOperator, _ constant: Double) throws -> [Double]
  {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let values = [-1, -0.0, 0, 1, Double.nan, .infinity]
    try store.insert("Thing", objects: values.map { ["number": .double($0)] }, schema: Self.schema)
    var query = Query(entity: 0, concreteEntities: 0..<1)
    query.filter = .compare(
      .column(ColumnPath(.attribute(Self.number))), comparison, .value(.double(constant)), [])
    var result: [Double] = []
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    try snapshot.run(query) { batch in
      result += batch.rows.map { $0.double(Self.number) }
      return true
    }
    return result
  }

  // R-REQ-080
  @Test func specialNumbersCompareAsNumbersDo() throws {
    #expect(try numbers(where: .equal, 0) == [-0.0, 0])
    #expect(try numbers(where: .less, 1) == [-1, -0.0, 0])
    #expect(try numbers(where: .greater, 0) == [1, .infinity])
    #expect(try numbers(where: .greaterOrEqual, 0) == [-0.0, 0, 1, .infinity])
    #expect(try numbers(where: .greater, -1) == [-0.0, 0, 1, .infinity])
    #expect(try numbers(where: .lessOrEqual, 0) == [-1, -0.0, 0])
  }

  private func externalFolder(_ fixture: SQLiteFixture) -> URL {
    fixture.directory.url.appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA")
  }

  private func externalFiles(_ fixture: SQLiteFixture) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: externalFolder(fixture).path)) ?? []
  }

  // R-REQ-172
  @Test func largeValuesLieInFiles() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    let large = Data(repeating: 9, count: 200_000)
    let keys = try store.insert(
      "Thing", objects: [["photo": .data(large)], ["photo": .data(Data("small".utf8))]],
      schema: Self.schema)
    #expect(try store.row(keys[0])?.data(Self.photo) == large)
    #expect(try store.row(keys[1])?.data(Self.photo) == Data("small".utf8))
    let files = externalFiles(fixture)
    #expect(files.count == 1)
    #expect(
      try fixture.raw().rows("SELECT hex(substr(ZPHOTO, 1, 1)), length(ZPHOTO) FROM ZTHING") == [
        "02|38", "01|6",
      ])
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: keys[0], expectedVersion: 1)]
    #expect(try store.commit(changes).isEmpty)
    #expect(externalFiles(fixture).isEmpty)
    store.close()
  }

  // R-REQ-172
  @Test func aRollbackRemovesItsFiles() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { store.close() }
    let transaction = try store.beginWrite()
    var changes = ChangeSet()
    let large = Data(repeating: 9, count: 200_000)
    changes.inserts = [
      RowInsert(
        key: ObjectKey(entity: 0, number: 1), row: Self.schema.row("Thing", ["photo": .data(large)])
      )
    ]
    #expect(try transaction.apply(changes).isEmpty)
    #expect(externalFiles(fixture).count == 1)
    transaction.rollback()
    #expect(externalFiles(fixture).isEmpty)
  }

  // R-REQ-172
  @Test func filesThatNothingNamesAreLeftAlone() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    let large = Data(repeating: 9, count: 200_000)
    try store.insert("Thing", objects: [["photo": .data(large)]], schema: Self.schema)
    store.close()
    let stranger = externalFolder(fixture).appendingPathComponent(UUID().uuidString)
    try Data([1]).write(to: stranger)
    try fixture.create()
    #expect(externalFiles(fixture).count == 2)
  }

  // R-REQ-172: the list that a process has left behind that died while it wrote
  @Test func closingRemovesWhatADeadWriterHasLeft() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    let large = Data(repeating: 9, count: 200_000)
    let key = try store.insert("Thing", objects: [["photo": .data(large)]], schema: Self.schema)[0]
    let named = try #require(externalFiles(fixture).first)
    let left = UUID().uuidString
    try Data([1]).write(to: externalFolder(fixture).appendingPathComponent(left))
    let list = externalFolder(fixture).deletingLastPathComponent()
      .appendingPathComponent("Store.sqlite-unused")
    #expect(!FileManager.default.fileExists(atPath: list.path))
    try Data("\(left)\n\(named)\n".utf8).write(to: list)
    store.close()
    #expect(externalFiles(fixture) == [named])
    #expect(!FileManager.default.fileExists(atPath: list.path))
    let again = try fixture.open()
    defer { again.close() }
    #expect(try again.row(key)?.data(Self.photo) == large)
  }

  // R-REQ-172
  @Test func aSnapshotKeepsTheFilesOfItsRows() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { store.close() }
    let (old, new) = (Data(repeating: 9, count: 200_000), Data(repeating: 8, count: 200_000))
    let key = try store.insert("Thing", objects: [["photo": .data(old)]], schema: Self.schema)[0]
    let snapshot = try store.beginRead()
    var changes = ChangeSet()
    var changed = SlotSet()
    changed.insert(Self.photo)
    changes.updates = [
      RowUpdate(
        key: key, row: Self.schema.row("Thing", ["photo": .data(new)], version: 2),
        changed: changed, expectedVersion: 1)
    ]
    #expect(try store.commit(changes).isEmpty)
    #expect(externalFiles(fixture).count == 2)
    #expect(try snapshot.row(for: key)?.data(Self.photo) == old)
    snapshot.end()
    #expect(externalFiles(fixture).count == 1)
    #expect(try store.row(key)?.data(Self.photo) == new)
  }

  // R-REQ-172
  @Test func aRowKeepsTheFileThatItNames() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { store.close() }
    let large = Data(repeating: 9, count: 200_000)
    let key = try store.insert("Thing", objects: [["photo": .data(large)]], schema: Self.schema)[0]
    var row = try store.row(key)
    #expect(row?.isExternal(Self.photo) == true)
    #expect(row.map { $0.byteCount < 1000 } == true)
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: key, expectedVersion: 1)]
    #expect(try store.commit(changes).isEmpty)
    #expect(row?.data(Self.photo) == large)
    row = nil
    #expect(try store.row(key) == nil)
    #expect(externalFiles(fixture).isEmpty)
  }
}
#endif
