// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Computes a ``StoreLayout`` for a new file, or finds it in an existing one.
struct StoreLayoutBuilder {
  private let schema: StoreSchema
  private let numbers: EntityNumbers
  /// The file's tables; nil for a new file. What is there and not needed is left alone.
  private let existing: FileSchema?
  /// True if what is missing in the file is none, instead of an error.
  private let isLenient: Bool
  private let store: String
  private var isComplete = true
  private var ownerColumns: [OwnerColumn?]

  init(
    schema: StoreSchema, numbers: EntityNumbers, existing: FileSchema?, isLenient: Bool = false,
    store: String
  ) {
    self.schema = schema
    self.numbers = numbers
    self.existing = existing
    self.isLenient = isLenient
    self.store = store
    ownerColumns = Array(repeating: nil, count: schema.links.count)
  }

  mutating func layout() throws(StoreError) -> StoreLayout {
    var tables: [TableLayout] = []
    var entities = [EntityLayout?](repeating: nil, count: schema.entities.count)
    for root in schema.entities where root.parent == nil && numbers[root.index] != nil {
      guard let name = try tableName(of: root) else { continue }
      let held = root.subtree.filter { numbers[$0] != nil }
      var builder = TableBuilder(
        schema: schema, numbers: numbers,
        names: ColumnNames(
          table: name, existing: existing, isLenient: isLenient, store: store))
      let table = try builder.build(root: root, name: name, entities: held)
      if existing == nil { try require(table, beside: tables) }
      for index in held {
        entities[index] = builder.layout(
          of: schema.entities[index], number: numbers[index] ?? 0, table: tables.count)
      }
      tables.append(table)
      for (link, column) in builder.ownerColumns { ownerColumns[link] = column }
      if !builder.names.isComplete { isComplete = false }
    }
    let joins = try joins()
    let isHeld = schema.entities.allSatisfy {
      numbers[$0.index] == nil || entities[$0.index] != nil
    }
    return StoreLayout(
      schema: schema, tables: tables, entities: entities, joins: joins, ownerColumns: ownerColumns,
      entityOfNumber: numbers.inverted, isComplete: isComplete && isHeld && numbers.isComplete,
      hasForeignTriggers: existing?.hasForeignTriggers ?? false)
  }

  /// Throws where SQLite could not make a table: its names do not differ in case, and its columns are
  /// counted.
  private func require(
    _ table: TableLayout, beside others: [TableLayout]
  ) throws(StoreError) {
    let name = schema.entities[table.root].name
    if let other = others.first(where: { $0.name == table.name }) {
      throw StoreError(
        .schemaMismatch, store: store,
        message: "the entities '\(schema.entities[other.root].name)' and '\(name)' would have one "
          + "table, \(table.name): rename one of them")
    }
    let count = table.columns.count + 3
    guard count > StoreLayoutBuilder.mostColumns else { return }
    throw StoreError(
      .schemaMismatch, store: store,
      message:
        "the table of entity '\(name)' and its subentities would have \(count) columns; SQLite "
        + "has room for \(StoreLayoutBuilder.mostColumns)")
  }

  /// The columns that SQLite is built for (`SQLITE_MAX_COLUMN`).
  private static let mostColumns = 2000

  /// Returns the table of a hierarchy, which may still have the name of a renamed entity.
  private mutating func tableName(of root: EntitySchema) throws(StoreError) -> String? {
    let name = TableBuilder.tableName(root.name)
    guard let existing, !existing.tables.contains(name) else { return name }
    if let former = root.formerName.map(TableBuilder.tableName), existing.tables.contains(former),
      !schema.entities.contains(where: { TableBuilder.tableName($0.name) == former })
    {
      return former
    }
    isComplete = false
    if isLenient { return nil }
    throw StoreError(.schemaMismatch, store: store, message: "the file has no table \(name)")
  }

  private mutating func joins() throws(StoreError) -> [JoinLayout?] {
    let builder = JoinBuilder(
      schema: schema, numbers: numbers, existing: existing, isLenient: isLenient, store: store)
    var joins: [JoinLayout?] = []
    for (index, link) in schema.links.enumerated() {
      let isColumn = ownerColumns[index] != nil || existing == nil && link.isOneSided
      let join = isColumn ? nil : try builder.join(index)
      if join == nil, !isColumn, builder.isHeld(link) { isComplete = false }
      joins.append(join)
    }
    return joins
  }
}
#endif
