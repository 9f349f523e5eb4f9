// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Changes tables where they are: rows that go, indexes that would be wrong, columns, values, and at last
/// the names of columns.
struct AlterationRun {
  private let layouts: MigrationLayouts
  private let indexes: IndexMigration
  private let connection: Connection
  /// True if columns of no more use stay for the time being.
  private let isDeferred: Bool

  init(
    _ layouts: MigrationLayouts, _ connection: Connection, indexes: IndexMigration,
    isDeferred: Bool
  ) {
    self.layouts = layouts
    self.connection = connection
    self.indexes = indexes
    self.isDeferred = isDeferred
  }

  /// Changes a join table of the source.
  func alter(_ join: JoinMigration, _ old: JoinLayout) throws(StoreError) {
    let renames = Dictionary(
      uniqueKeysWithValues: join.renames.map { ($0.from.uppercased(), $0.to) })
    try indexes.removeObsolete(
      IndexMigration.Change(table: old.name, newTable: join.new.name, columns: renames))
    var columns = TableNames(
      Set(try FileSchema(connection).columns(of: old.name)), prefix: "OCD_COLUMN")
    for (from, to) in join.renames { columns.rename(from, to: to) }
    try settle(&columns, of: old.name)
  }

  /// Changes the table of a hierarchy; says which columns are left in it for later.
  func alter(_ table: TableAlteration) throws(StoreError) -> [String] {
    let (old, new) = (table.migration.old, table.migration.new)
    if hasLeavers(old, new) || !table.migration.renumberedEntities.isEmpty {
      try connection.execute(
        "DELETE FROM \(SQLName(old.name)) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(table.migration.numbers))"
      )
    }
    try indexes.removeObsolete(change(table))
    for column in table.obstacles {
      try connection.execute("ALTER TABLE \(SQLName(old.name)) DROP COLUMN \(SQLName(column))")
    }
    for (column, name) in table.added {
      try connection.execute(
        "ALTER TABLE \(SQLName(old.name)) ADD COLUMN \(SQLName(name)) \(column.declaredType)")
    }
    if let update = table.update(layouts) { try connection.execute(update) }
    return try nameColumns(of: table)
  }

  private func hasLeavers(_ old: TableLayout, _ new: TableLayout) -> Bool {
    layouts.entities(from: old, into: new).count < old.entities.count
  }

  private func change(_ table: TableAlteration) -> IndexMigration.Change {
    let (old, new) = (table.migration.old, table.migration.new)
    var change = IndexMigration.Change(table: old.name, newTable: new.name, columns: [:])
    for column in table.dropped + table.obstacles {
      change.columns.updateValue(nil, forKey: column.uppercased())
    }
    for (name, base) in table.bases where name != base { change.columns[base.uppercased()] = name }
    change.changed = Set(table.changed.map { $0.uppercased() })
    change.isWhole = table.isWhole
    return change
  }

  // MARK: - Names of columns

  private func nameColumns(of table: TableAlteration) throws(StoreError) -> [String] {
    let old = table.migration.old.name
    for column in table.dropped where !isDeferred {
      try connection.execute("ALTER TABLE \(SQLName(old)) DROP COLUMN \(SQLName(column))")
    }
    var columns = TableNames(
      Set(try FileSchema(connection).columns(of: old)), prefix: "OCD_COLUMN")
    for (column, name) in table.added { columns.rename(name, to: column.name) }
    for (name, base) in table.bases.sorted(by: { $0.key < $1.key }) {
      columns.rename(base, to: name)
    }
    var left = isDeferred ? table.dropped : []
    try settle(&columns, of: old) { from, to in
      left = left.map { $0.uppercased() == from.uppercased() ? to : $0 }
    }
    return left
  }

  private func settle(
    _ columns: inout TableNames, of table: String, aside: (String, String) -> Void = { _, _ in }
  ) throws(StoreError) {
    try columns.settle { (from, to, isAside) throws(StoreError) in
      try connection.execute(
        "ALTER TABLE \(SQLName(table)) RENAME COLUMN \(SQLName(from)) TO \(SQLName(to))")
      if isAside { aside(from, to) }
    }
  }
}
#endif
