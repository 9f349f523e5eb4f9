// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Computes a ``StoreLayout`` for a new file, or finds it in an existing one.
enum LayoutBuilder {
  /// - Parameter existing: the file's tables; nil for a new file. What is there and not needed is
  ///   left alone.
  static func layout(
    schema: StoreSchema, numbers: EntityNumbers, existing: FileSchema?, store: String
  ) throws(StoreError) -> StoreLayout {
    var tables: [TableLayout] = []
    var entities = [EntityLayout?](repeating: nil, count: schema.entities.count)
    for root in schema.entities where root.parent == nil && numbers[root.index] != nil {
      let held = root.subtree.filter { numbers[$0] != nil }
      let name = TableBuilder.tableName(root)
      guard existing?.tables.contains(name) != false else {
        throw StoreError(.schemaMismatch, store: store, message: "the file has no table \(name)")
      }
      var builder = TableBuilder(
        schema: schema, numbers: numbers,
        names: ColumnNames(table: name, existing: existing, store: store))
      let table = try builder.build(root: root, entities: held)
      for index in held {
        entities[index] = builder.layout(
          of: schema.entities[index], number: numbers[index] ?? 0, table: tables.count)
      }
      tables.append(table)
    }
    return StoreLayout(
      schema: schema, tables: tables, entities: entities,
      joins: try joins(schema, numbers, existing, store), entityOfNumber: numbers.inverted)
  }

  private static func joins(
    _ schema: StoreSchema, _ numbers: EntityNumbers, _ existing: FileSchema?,
    _ store: String
  ) throws(StoreError) -> [JoinLayout?] {
    let builder = JoinBuilder(schema: schema, numbers: numbers, existing: existing, store: store)
    var joins: [JoinLayout?] = []
    for index in schema.links.indices { joins.append(try builder.join(index)) }
    return joins
  }
}
#endif
