// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// One migration of a file that nobody else uses, inside its transaction, stage by stage.
///
/// What other rows must know of rows is gathered first; then tables are copied that get rows of others'
/// tables, and changed in place where all of theirs stay. Names are given at the end.
final class InPlaceMigration {
  /// The fate of a table of the destination.
  private enum Table {
    case made(TableLayout)
    case copied(TableMigration)
    case altered(TableAlteration)
  }

  private let migration: StoreMigration
  private let connection: Connection
  private let layouts: MigrationLayouts
  private let stored: [String: PrimaryKeyTable.Entry]
  private let gathering: Gathering
  private let writer: SchemaWriter
  private let indexes: IndexMigration
  private var tables: [Table] = []
  private var joins: [JoinMigration] = []
  private var names: TableNames
  private var deferred = DeferredTasks()
  private var report: MigrationReport

  init(_ migration: StoreMigration, _ connection: Connection) throws(StoreError) {
    self.migration = migration
    self.connection = connection
    let found = try FileSchema(connection)
    stored = try PrimaryKeyTable.entries(connection)
    layouts = try MigrationLayouts(migration, found, stored: stored, store: connection.store)
    gathering = Gathering(layouts)
    writer = SchemaWriter(layout: layouts.destination)
    indexes = IndexMigration(layouts, connection)
    names = TableNames(found.tables, prefix: "OCD_TABLE")
    report = MigrationReport(
      migration.progress, total: layouts.destination.tables.count * 2 + 8, store: connection.store)
    try plan(found)
  }

  /// Returns false if the result is not what a store would find in the file; then nothing of it counts.
  func run() throws(StoreError) -> Bool {
    try dropTriggers()
    try report.step(nil)
    try gathering.run(connection)
    try copyTables()
    try removePairs()
    try alterTables()
    try dropTables()
    try giveNames()
    try gathering.end(connection)
    try report.step(nil)
    try order()
    try report.step(nil)
    try indexes.make()
    try report.step(nil)
    try KeyTableMigration(layouts, stored: stored).write(connection)
    try HistoryMigration(layouts, connection).run()
    try report.step(nil)
    try derive()
    try report.step(nil)
    try RequiredValues(layouts).check(connection)
    try report.step(nil)
    try writeFacts()
    try report.step(nil)
    return try isAsWanted()
  }

  // MARK: - Planning

  private func plan(_ found: FileSchema) throws(StoreError) {
    let heirs = heirs()
    for new in layouts.destination.tables {
      guard let old = layouts.origin(of: new) else {
        tables.append(.made(new))
        continue
      }
      let table = TableMigration(new, from: old, layouts, gathering: gathering)
      let alteration = TableAlteration(
        table, declarations: try found.declarations(of: old.name))
      let isCopied = try heirs[old.root] != new.root ? true : isCopyCheaper(alteration)
      tables.append(isCopied ? .copied(table) : .altered(alteration))
    }
    var claimed: Set<Int> = []
    for (link, join) in layouts.destination.joins.enumerated() {
      guard let join else { continue }
      let migration = JoinMigration(of: link, join, layouts, claimed: claimed)
      if let base = migration.base { claimed.insert(base) }
      joins.append(migration)
    }
  }

  /// By root entity of the source: the root of the destination whose table its table becomes: that of its
  /// own objects, or else that of most entities.
  private func heirs() -> [Int: Int] {
    var heirs: [Int: Int] = [:]
    for old in layouts.source.tables {
      let found = layouts.destination.tables.map { new in
        (table: new, count: layouts.entities(from: old, into: new).count)
      }.filter { $0.count > 0 }
      let own = layouts.successor(of: old.root)
      let heir =
        found.first { own.map($0.table.entities.contains) ?? false }
        ?? found.max { $0.count < $1.count }
      heirs[old.root] = heir?.table.root
    }
    return heirs
  }

  /// Removing several columns writes every row as many times. What nobody knows of a table would be
  /// lost with it.
  private func isCopyCheaper(_ alteration: TableAlteration) throws(StoreError) -> Bool {
    guard alteration.passCount > InPlaceMigration.passLimit, !alteration.hasStrangers,
      !migration.isDeferred
    else { return false }
    let triggers =
      "SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE 'Z\\_DA\\_%' "
      + "ESCAPE '\\' AND upper(tbl_name) = \(SQLLiteral.text(alteration.migration.old.name))"
    return try connection.integer(triggers) == 0
  }

  /// Measured: a copy costs as much as this many passes, with the indexes that it makes anew.
  private static let passLimit = 2

  // MARK: - Stages

  /// Triggers of derived attributes are made anew at the end.
  private func dropTriggers() throws(StoreError) {
    for name in try FileSchema(connection).triggers where name.hasPrefix("Z_DA_") {
      try connection.execute("DROP TRIGGER \(SQLName(name))")
    }
  }

  private func copyTables() throws(StoreError) {
    for table in tables {
      switch table {
      case .made(let new):
        try connection.execute(writer.statement(of: new, named: names.place(new.name)))
      case .copied(let table):
        try report.step(entity(table.new))
        let name = names.place(table.new.name)
        try connection.execute(writer.statement(of: table.new, named: name))
        try connection.execute(table.copy(into: name))
      case .altered: break
      }
    }
    for join in joins where join.old == nil {
      let name = names.place(join.new.name)
      try connection.execute(writer.statement(of: join.new, named: name))
      for statement in join.copies(into: name) { try connection.execute(statement) }
    }
  }

  private func removePairs() throws(StoreError) {
    for join in joins { if let statement = join.removal { try connection.execute(statement) } }
  }

  private func alterTables() throws(StoreError) {
    for join in joins {
      guard let old = join.old else { continue }
      try alter(join, old)
      names.rename(old.name, to: join.new.name)
    }
    for case .altered(let table) in tables {
      try report.step(entity(table.migration.new))
      try alter(table)
      names.rename(table.migration.old.name, to: table.migration.new.name)
    }
  }

  private func alter(_ join: JoinMigration, _ old: JoinLayout) throws(StoreError) {
    let renames = Dictionary(
      uniqueKeysWithValues: join.renames.map { ($0.from.uppercased(), $0.to) })
    try indexes.removeObsolete(
      IndexMigration.Change(table: old.name, newTable: join.new.name, columns: renames))
    var columns = TableNames(
      Set(try FileSchema(connection).columns(of: old.name)), prefix: "OCD_COLUMN")
    for (from, to) in join.renames { columns.rename(from, to: to) }
    try settle(&columns, of: old.name)
  }

  private func alter(_ table: TableAlteration) throws(StoreError) {
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
    try nameColumns(of: table)
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

  private func nameColumns(of table: TableAlteration) throws(StoreError) {
    let old = table.migration.old.name
    for column in table.dropped where !migration.isDeferred {
      try connection.execute("ALTER TABLE \(SQLName(old)) DROP COLUMN \(SQLName(column))")
    }
    var columns = TableNames(
      Set(try FileSchema(connection).columns(of: old)), prefix: "OCD_COLUMN")
    for (column, name) in table.added { columns.rename(name, to: column.name) }
    for (name, base) in table.bases.sorted(by: { $0.key < $1.key }) {
      columns.rename(base, to: name)
    }
    var left = migration.isDeferred ? table.dropped : []
    try settle(&columns, of: old) { from, to in
      left = left.map { $0.uppercased() == from.uppercased() ? to : $0 }
    }
    for column in left {
      deferred.add(.column(table: table.migration.new.name, column: column))
    }
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

  private func dropTables() throws(StoreError) {
    let kept = Set(
      joins.compactMap { $0.old?.name }
        + tables.compactMap { table in
          if case .altered(let table) = table { table.migration.old.name } else { nil }
        })
    let old = layouts.source.tables.map(\.name) + layouts.source.joins.compactMap { $0?.name }
    for name in old where !kept.contains(name) {
      if migration.isDeferred {
        deferred.add(.table(name))
      } else {
        try connection.execute("DROP TABLE \(SQLName(name))")
        names.remove(name)
      }
    }
  }

  private func giveNames() throws(StoreError) {
    try names.settle { (from, to, isAside) throws(StoreError) in
      try connection.execute("ALTER TABLE \(SQLName(from)) RENAME TO \(SQLName(to))")
      if isAside { deferred.rename(table: from, to: to) }
    }
  }

  private func order() throws(StoreError) {
    for table in tables {
      let statements =
        switch table {
        case .made: [String]()
        case .copied(let table): table.orderingStatements()
        case .altered(let table): table.migration.orderingStatements()
        }
      for statement in statements { try connection.execute(statement) }
    }
  }

  private func derive() throws(StoreError) {
    for attribute in DerivationTriggers(layouts.destination).attributes {
      if let statement = attribute.recomputation { try connection.execute(statement) }
      for trigger in attribute.triggers { try connection.execute(trigger.sql) }
    }
  }

  private func writeFacts() throws(StoreError) {
    try MetadataTable.write(migration.configuration.newMetadata, connection)
    try ModelCacheTable.write(migration.configuration.modelArchive?(), connection)
    try deferred.write(connection)
    try noteUnderived()
    if let label = migration.label { try HistoryMigration(layouts, connection).record(label) }
    // Whoever has the file open looks at it again when the version of its schema is another.
    try connection.execute("CREATE TABLE OCD_VERSION (x); DROP TABLE OCD_VERSION")
  }

  /// Notes that values which only saves can compute are to be computed when the store is opened.
  private func noteUnderived() throws(StoreError) {
    guard layouts.mapping.destination.derived.contains(where: { !$0.derivation.isRelational })
    else { return }
    try NotesTable.write([StoreNote(name: StoreNote.underived, content: Data())], connection)
  }

  /// Reads the file as a store does, and compares.
  private func isAsWanted() throws(StoreError) -> Bool {
    let schema = layouts.mapping.destination
    let held = Set(layouts.destination.held(schema.entities.indices))
    let numbers = try EntityNumbers(
      schema: schema, held: held, stored: try PrimaryKeyTable.entries(connection),
      store: connection.store)
    var builder = StoreLayoutBuilder(
      schema: schema, numbers: numbers, existing: try FileSchema(connection),
      store: connection.store)
    return try builder.layout().isLike(layouts.destination)
  }

  private func entity(_ table: TableLayout) -> String {
    layouts.mapping.destination.entities[table.root].name
  }
}
#endif
