// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The fates of all tables: made, filled from another one, or changed where it is.
struct TablePlan {
  /// The fate of a table of the destination.
  enum Fate {
    case made(TableLayout)
    case copied(TableMigration)
    case altered(TableAlteration)
  }

  private(set) var tables: [Fate] = []
  private(set) var joins: [JoinMigration] = []
  private let layouts: MigrationLayouts
  private let connection: Connection
  private let isDeferred: Bool

  /// - Parameter isDeferred: whether what only frees space waits.
  init(
    _ layouts: MigrationLayouts, _ connection: Connection, found: FileSchema, gathering: Gathering,
    isDeferred: Bool
  ) throws(StoreError) {
    self.layouts = layouts
    self.connection = connection
    self.isDeferred = isDeferred
    try planTables(found, gathering)
    planJoins()
  }

  var altered: [TableAlteration] {
    tables.compactMap { if case .altered(let table) = $0 { table } else { nil } }
  }

  /// The tables of the source that are of no more use.
  var obsolete: [String] {
    let kept = Set(joins.compactMap { $0.old?.name } + altered.map(\.migration.old.name))
    let old = layouts.source.tables.map(\.name) + layouts.source.joins.compactMap { $0?.name }
    return old.filter { !kept.contains($0) }
  }

  /// Returns the tables of the source with rows of one entity of which the migration reads the number
  /// of the entity, or that become those of several. The others are not looked through for it.
  func numbered(_ gathering: Gathering) -> [TableLayout] {
    let readsEnds = !gathering.isEmpty || joins.contains { $0.readsToOnes }
    let kept = Set(altered.map(\.migration.old.root))
    return layouts.source.tables.filter { table in
      guard !table.isHierarchy, let successor = layouts.successor(of: table.root) else {
        return false
      }
      return readsEnds || !kept.contains(table.root) || layouts.isRenumbered([table.root])
        || layouts.destination.table(of: successor)?.isHierarchy ?? true
    }
  }

  // MARK: - Tables

  private mutating func planTables(
    _ found: FileSchema, _ gathering: Gathering
  ) throws(StoreError) {
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
    guard alteration.passCount > TablePlan.passLimit, !alteration.hasStrangers, !isDeferred
    else { return false }
    let triggers =
      "SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE 'Z\\_DA\\_%' "
      + "ESCAPE '\\' AND upper(tbl_name) = \(SQLLiteral.text(alteration.migration.old.name))"
    return try connection.integer(triggers) == 0
  }

  /// Measured: a copy costs as much as this many passes, with the indexes that it makes anew.
  private static let passLimit = 2

  // MARK: - Join tables

  private mutating func planJoins() {
    var claimed: Set<Int> = []
    for (link, join) in layouts.destination.joins.enumerated() {
      guard let join else { continue }
      let migration = JoinMigration(of: link, join, layouts, claimed: claimed)
      if let base = migration.base { claimed.insert(base) }
      joins.append(migration)
    }
  }
}
#endif
