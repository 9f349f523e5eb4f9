// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// One migration of a file that nobody else uses, inside its transaction, stage by stage.
///
/// What other rows must know of rows is gathered first; then tables are copied that get rows of others'
/// tables, and changed in place where all of theirs stay. Names are given at the end.
final class InPlaceMigration {
  private let migration: StoreMigration
  private let connection: Connection
  private let layouts: MigrationLayouts
  private let stored: [String: PrimaryKeyTable.Entry]
  private let gathering: Gathering
  private let writer: SchemaWriter
  private let indexes: IndexMigration
  private let plan: TablePlan
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
    plan = try TablePlan(
      layouts, connection, found: found, gathering: gathering, isDeferred: migration.isDeferred)
  }

  /// Returns false if the result is not what a store would find in the file; then nothing of it counts.
  func run() throws(StoreError) -> Bool {
    let file = MigratedFile(migration, layouts, on: connection)
    try dropTriggers()
    let places = try SpatialIndexMigration(connection, altered: plan.altered)
    try report.step(nil)
    try numberRows()
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
    try places.fill()
    try report.step(nil)
    try KeyTableMigration(layouts, stored: stored).write(connection)
    try HistoryMigration(layouts, connection).run()
    try MirroringMigration(layouts, connection).run()
    try report.step(nil)
    try file.derive()
    try report.step(nil)
    try RequiredValues(layouts).check(connection)
    try report.step(nil)
    try file.writeFacts(deferred)
    try report.step(nil)
    return try file.isAsWanted()
  }

  // MARK: - Stages

  /// Triggers of derived attributes are made anew at the end.
  private func dropTriggers() throws(StoreError) {
    for name in try FileSchema(connection).triggers where name.hasPrefix("Z_DA_") {
      try connection.execute("DROP TRIGGER \(SQLName(name))")
    }
  }

  /// Rows of tables of one entity may have no number of an entity, or another, which nobody asks for there
  /// (R-REQ-098). They get theirs, so that the others' statements find them.
  private func numberRows() throws(StoreError) {
    for table in plan.numbered(gathering) {
      let number = layouts.oldNumber(of: table.root)
      try connection.execute(
        "UPDATE \(SQLName(table.name)) SET Z_ENT = \(number) WHERE Z_ENT IS NOT \(number)")
    }
  }

  private func copyTables() throws(StoreError) {
    for table in plan.tables {
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
    for join in plan.joins where join.old == nil {
      let name = names.place(join.new.name)
      try connection.execute(writer.statement(of: join.new, named: name))
      for statement in join.copies(into: name) { try connection.execute(statement) }
    }
  }

  private func removePairs() throws(StoreError) {
    for join in plan.joins {
      if let statement = join.removal { try connection.execute(statement) }
    }
  }

  private func alterTables() throws(StoreError) {
    let run = AlterationRun(
      layouts, connection, indexes: indexes, isDeferred: migration.isDeferred)
    for join in plan.joins {
      guard let old = join.old else { continue }
      try run.alter(join, old)
      names.rename(old.name, to: join.new.name)
    }
    for table in plan.altered {
      let (old, new) = (table.migration.old, table.migration.new)
      try report.step(entity(new))
      for column in try run.alter(table) {
        deferred.add(.column(table: new.name, column: column))
      }
      names.rename(old.name, to: new.name)
    }
  }

  private func dropTables() throws(StoreError) {
    for name in plan.obsolete {
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
    for table in plan.tables {
      let statements =
        switch table {
        case .made: [String]()
        case .copied(let table): table.orderingStatements()
        case .altered(let table): table.migration.orderingStatements()
        }
      for statement in statements { try connection.execute(statement) }
    }
  }

  private func entity(_ table: TableLayout) -> String {
    layouts.mapping.destination.entities[table.root].name
  }
}
#endif
