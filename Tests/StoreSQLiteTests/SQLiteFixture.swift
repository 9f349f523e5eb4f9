// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport

/// A folder with one store's file.
struct SQLiteFixture {
  let directory: TemporaryDirectory
  let schema: StoreSchema

  init(_ schema: StoreSchema) throws {
    directory = try TemporaryDirectory()
    self.schema = schema
  }

  var url: URL { directory.url.appendingPathComponent("Store.sqlite") }

  func configuration(
    entities: [Int]? = nil, _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) -> StoreConfiguration {
    var configuration = StoreConfiguration(
      url: url, schema: schema, entities: entities ?? schema.allEntities,
      newMetadata: StoreMetadata(identifier: UUID().uuidString, properties: Data("plist".utf8)))
    configuration.timeout = 5
    change(&configuration)
    return configuration
  }

  @discardableResult
  func open(
    entities: [Int]? = nil, _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws(StoreError) -> SQLiteStore {
    try SQLiteStore.open(configuration(entities: entities, change))
  }

  /// Closes a store; until then the folder is there.
  func close(_ store: SQLiteStore) { store.close() }

  /// Makes the file and closes it.
  func create() throws { try open().close() }

  func raw() throws -> RawDatabase { try RawDatabase(url) }

  /// The statements that made some tables of a fresh file.
  func statements(_ tables: String...) throws -> [String] {
    try create()
    return try raw().statements(of: tables)
  }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
  }
}

extension StoreBackend {
  /// Inserts objects in a transaction of their own.
  @discardableResult
  func insert(
    _ entity: String, objects: [PropertyValues], schema: StoreSchema
  ) throws -> [ObjectKey] {
    let entity = schema[entity]
    let first = try reserveNumbers(objects.count, root: entity.root)
    var changes = ChangeSet()
    for (index, values) in objects.enumerated() {
      let key = ObjectKey(entity: entity.index, number: first + Int64(index))
      changes.inserts.append(RowInsert(key: key, row: schema.row(entity.name, values)))
    }
    let conflicts = try commit(changes)
    guard conflicts.isEmpty else { throw UnexpectedAnswer("conflicts: \(conflicts)") }
    return changes.inserts.map(\.key)
  }

  /// Applies and commits, or rolls back and returns the conflicts.
  func commit(_ changes: ChangeSet) throws -> [Conflict] {
    let transaction = try beginWrite()
    defer { transaction.rollback() }
    let conflicts = try transaction.apply(changes)
    guard conflicts.isEmpty else { return conflicts }
    try transaction.prepare()
    try transaction.commit()
    return []
  }

  func row(_ key: ObjectKey) throws -> Row? {
    let snapshot = try beginRead()
    defer { snapshot.end() }
    return try snapshot.row(for: key)
  }
}

/// The kind of the store error that a call throws; nil when it throws none.
func errorKind(_ body: () throws -> Void) -> StoreError.Kind? {
  do {
    try body()
    return nil
  } catch { return (error as? StoreError)?.kind }
}
#endif
