// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport

/// A router over stores with a small model, and short forms for tests.
struct Stack {
  /// Entities, by index: Author 0, Item 1 (abstract), Book 2, Disc 3. Authors have many items.
  static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Author", ["name": .string, "age": .integer64])
    builder.entity("Item", isAbstract: true, ["title": .string, "year": .integer64])
    builder.entity("Book", parent: "Item", ["pages": .integer64])
    builder.entity("Disc", parent: "Item")
    builder.oneToMany("Author", toMany: "items", "Item", toOne: "author")
    return builder.build()
  }()

  let router: StoreRouter
  let stores: [any StoreBackend]
  var schema: StoreSchema { router.schema }

  /// Every store holds every entity.
  init(_ stores: any StoreBackend...) throws { try self.init(stores) }

  init(_ stores: [any StoreBackend]) throws {
    router = StoreRouter(schema: Stack.schema)
    self.stores = stores
    for (index, store) in stores.enumerated() {
      try router.mount(
        store, name: "store \(index)", entities: StoreEntities(Stack.schema.allEntities))
    }
  }

  /// Plain stores with identifiers in add order.
  static func tables(_ count: Int) throws -> (stack: Stack, tables: [TableStore]) {
    let tables = (0..<count).map { TableStore(Stack.schema, identifier: "ID-\($0)") }
    return (try Stack(tables), tables)
  }

  /// Saves new objects in a store.
  @discardableResult
  func insert(
    _ entity: String, in store: Int = 0, _ objects: [PropertyValues]
  ) throws -> [ObjectKey] {
    let new = objects.map { _ in NewObject(entity: schema.index(entity), store: store) }
    let keys = try router.reserveKeys(for: new)
    var changes = ChangeSet()
    changes.inserts = zip(keys, objects).map { RowInsert(key: $0, row: schema.row(entity, $1)) }
    let conflicts = try router.commit(changes)
    guard conflicts.isEmpty else { throw UnexpectedAnswer("\(conflicts)") }
    return keys
  }

  func query(_ entity: String, _ filter: Filter? = nil, sort: [SortKey] = []) -> Query {
    var query = Query(
      entity: schema.index(entity), concreteEntities: schema[entity].subtree, filter: filter)
    query.sort = sort
    return query
  }

  func sort(_ entity: String, _ path: String, ascending: Bool = true) -> SortKey {
    SortKey(schema.path(entity, path), ascending: ascending)
  }

  func keys(_ query: Query, in scope: FetchScope = .everywhere) throws -> [ObjectKey] {
    var keys: [ObjectKey] = []
    try router.run(query, in: scope) { batch in
      keys += batch.keys
      return true
    }
    return keys
  }
}

extension Row {
  /// The text of an attribute, for comparing.
  func text(_ schema: StoreSchema, _ name: String) -> String? {
    string(schema.entities[entity].slot(named: name))
  }
}
