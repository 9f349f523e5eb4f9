// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport

/// Short forms for tests of this store alone.
enum LMDBFixture {
  static func open(
    _ url: URL, _ schema: StoreSchema, configure: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> LMDBStore {
    var configuration = StoreConfiguration(
      url: url, schema: schema, entities: schema.allEntities,
      newMetadata: StoreMetadata(identifier: "TEST", properties: Data([1, 2, 3])))
    configuration.timeout = 20
    configuration.settings["sync"] = "none"
    configure(&configuration)
    return try LMDBStore.open(configuration)
  }

  /// Notes with a text, an index on it and on a number, and a constraint.
  static let notes: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity(
      "Note", ["text": .string, "rank": .integer64, "code": .string, "body": .binaryData])
    builder.index("Note", name: "byText", columns: ["text"])
    builder.index("Note", name: "byRank", columns: ["rank", "text"])
    builder.constraint("Note", ["code"])
    builder.entity("Folder", ["title": .string])
    builder.oneToMany("Folder", toMany: "notes", "Note", toOne: "folder")
    return builder.build()
  }()
}

extension LMDBStore {
  /// Inserts objects in a transaction of their own.
  @discardableResult
  func insert(
    in schema: StoreSchema, entity: String, objects: [PropertyValues]
  ) throws -> [ObjectKey] {
    let first = try reserveNumbers(objects.count, root: schema[entity].root)
    let keys = objects.indices.map {
      ObjectKey(entity: schema.index(entity), number: first + Int64($0))
    }
    var changes = ChangeSet()
    changes.inserts = zip(keys, objects).map { RowInsert(key: $0, row: schema.row(entity, $1)) }
    try commit(changes)
    return keys
  }

  func commit(_ changes: ChangeSet) throws {
    let conflicts = try attempt(changes)
    guard conflicts.isEmpty else { throw UnexpectedAnswer("conflicts: \(conflicts)") }
  }

  /// Commits, or rolls back and returns the conflicts.
  func attempt(_ changes: ChangeSet) throws -> [Conflict] {
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

  /// The keys that match, and how many entries were visited for them.
  func keys(_ query: Query) throws -> (keys: [ObjectKey], steps: Int) {
    let snapshot = try beginRead()
    defer { snapshot.end() }
    let keys = try snapshot.keys(query)
    return (keys, (snapshot as? LMDBSnapshot)?.cursorSteps ?? 0)
  }

  func keys(_ query: Query) throws -> [ObjectKey] { try keys(query).keys }
}

extension StoreSchema {
  func query(_ entity: String, _ filter: Filter? = nil) -> Query {
    Query(entity: index(entity), concreteEntities: self[entity].subtree, filter: filter)
  }

  func equal(_ entity: String, column: String, value: AttributeValue) -> Filter {
    .compare(.column(path(entity, column)), .equal, .value(value), [])
  }
}

/// The kind of the error that `body` throws; nil when it throws none.
func kind(_ body: () throws -> Void) -> StoreError.Kind? {
  do {
    try body()
    return nil
  } catch let error as StoreError {
    return error.kind
  } catch {
    return .engine
  }
}
#endif
