// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// An open store in a folder of its own, with the short forms that tests need.
///
/// It closes the store when it goes. Thread-safe as the backend is.
package final class StoreSession: Sendable {
  package let store: StoreUnderTest
  package let directory: TemporaryDirectory
  package let configuration: StoreConfiguration
  package let backend: any StoreBackend

  package var schema: StoreSchema { configuration.schema }

  package convenience init(
    _ store: StoreUnderTest, _ schema: StoreSchema, entities: [Int]? = nil,
    configure: (inout StoreConfiguration) -> Void = { _ in }
  ) throws {
    let directory = try TemporaryDirectory()
    var configuration = try store.configuration(
      directory: directory, schema: schema, entities: entities)
    configure(&configuration)
    try self.init(store, directory: directory, configuration: configuration)
  }

  package init(
    _ store: StoreUnderTest, directory: TemporaryDirectory, configuration: StoreConfiguration
  ) throws {
    self.store = store
    self.directory = directory
    self.configuration = configuration
    backend = try store.open(configuration)
  }

  deinit { backend.close() }

  // MARK: - Opening again

  /// Closes the store and opens what it left behind.
  package func reopened(
    configure: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> StoreSession {
    backend.close()
    return try another(configure: configure)
  }

  /// A second backend on the same file.
  package func another(
    configure: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> StoreSession {
    var configuration = configuration
    configure(&configuration)
    return try StoreSession(store, directory: directory, configuration: configuration)
  }

  // MARK: - Writing

  /// Numbers for new objects of an entity.
  package func reserve(_ entity: String, _ count: Int = 1) throws -> [ObjectKey] {
    let schema = schema[entity]
    let first = try backend.reserveNumbers(count, root: schema.root)
    return (0..<count).map { ObjectKey(entity: schema.index, number: first + Int64($0)) }
  }

  /// Inserts objects in a transaction of their own.
  @discardableResult
  package func insert(_ entity: String, _ objects: [PropertyValues]) throws -> [ObjectKey] {
    let keys = try reserve(entity, objects.count)
    var changes = ChangeSet()
    changes.inserts = zip(keys, objects).map { RowInsert(key: $0, row: schema.row(entity, $1)) }
    try commit(changes)
    return keys
  }

  @discardableResult
  package func insert(_ entity: String, _ values: PropertyValues = [:]) throws -> ObjectKey {
    try insert(entity, [values])[0]
  }

  /// Changes an object as it is stored now.
  package func update(_ key: ObjectKey, set values: PropertyValues) throws {
    guard let row = try row(key) else { throw UnexpectedAnswer("\(key) is not stored") }
    var changes = ChangeSet()
    changes.updates = [schema.update(key, from: row, set: values)]
    try commit(changes)
  }

  package func delete(_ keys: ObjectKey...) throws {
    var changes = ChangeSet()
    changes.deletes = keys.map { RowDelete(key: $0, expectedVersion: nil) }
    try commit(changes)
  }

  package func link(_ links: LinkChange...) throws {
    var changes = ChangeSet()
    changes.links = links
    try commit(changes)
  }

  /// Applies and commits; a conflict is an error.
  package func commit(_ changes: ChangeSet) throws {
    let conflicts = try attempt(changes)
    guard conflicts.isEmpty else { throw UnexpectedAnswer("conflicts: \(conflicts)") }
  }

  /// Applies and commits, or rolls back and returns the conflicts.
  package func attempt(_ changes: ChangeSet) throws -> [Conflict] {
    var changes = changes
    changes.sort()
    let transaction = try backend.beginWrite()
    defer { transaction.rollback() }
    let conflicts = try transaction.apply(changes)
    guard conflicts.isEmpty else { return conflicts }
    try transaction.prepare()
    try transaction.commit()
    return []
  }

  // MARK: - Reading

  package func read<T>(_ body: (any StoreSnapshot) throws -> T) throws -> T {
    let snapshot = try backend.beginRead()
    defer { snapshot.end() }
    return try body(snapshot)
  }

  package func row(_ key: ObjectKey) throws -> Row? { try read { try $0.row(for: key) } }

  /// What is stored for a key, nulls left out; nil when there is no row.
  package func values(_ key: ObjectKey) throws -> PropertyValues? {
    try row(key).map(schema.values)
  }

  package func fetch(_ query: Query) throws -> [StoredRow] { try read { try $0.fetch(query) } }

  package func keys(_ query: Query) throws -> [ObjectKey] { try read { try $0.keys(query) } }

  package func count(_ query: Query) throws -> Int { try read { try $0.count(query) } }

  /// The members of one owner's to-many.
  package func members(_ owner: ObjectKey, _ name: String) throws -> [ObjectKey] {
    let reference = schema.relationship(schema.entities[owner.entity].name, name)
    return try read { try $0.related(reference, of: [owner], withRows: false).keys }
  }

  /// All objects of an entity's subtree.
  package func query(_ entity: String, _ filter: Filter? = nil) -> Query {
    Query(entity: schema.index(entity), concreteEntities: schema[entity].subtree, filter: filter)
  }
}
