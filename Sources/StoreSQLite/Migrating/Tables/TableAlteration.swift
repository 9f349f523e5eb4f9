// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// A table that stays where it is: columns that are added, filled in by one pass, renamed and removed.
struct TableAlteration {
  let migration: TableMigration
  /// By column of the destination: the column of the source that becomes it.
  private(set) var bases: [String: String] = [:]
  /// Columns that are not there, with the names that they have until the end.
  private(set) var added: [(column: ColumnLayout, name: String)] = []
  /// Columns that are of no more use.
  private(set) var dropped: [String]
  /// Columns that nobody knows, and that are in the way.
  private(set) var obstacles: [String]
  /// True if there are columns that nobody knows.
  let hasStrangers: Bool
  /// The columns that rows get values in.
  private(set) var changed: Set<String> = []
  private var assignments: [String] = []
  private var conditions: [Int: [String]] = [:]
  private var whole: Set<Int> = []

  init(_ migration: TableMigration, declarations: [(name: String, type: String)]) {
    self.migration = migration
    let present = Dictionary(
      declarations.map { ($0.name.uppercased(), $0.type.uppercased()) },
      uniquingKeysWith: { first, _ in first })
    let known = Set(
      ["Z_PK", "Z_ENT", "Z_OPT"] + migration.old.columns.map { $0.name.uppercased() })
    let strangers = present.keys.filter { !known.contains($0) }
    hasStrangers = !strangers.isEmpty
    let wanted = Set(migration.new.columns.map { $0.name.uppercased() })
    obstacles = strangers.filter(wanted.contains).sorted()
    dropped = []
    chooseBases(present)
    let used = Set(bases.values)
    dropped = migration.old.columns.map(\.name).filter { !used.contains($0) }
    for column in migration.new.columns where bases[column.name] == nil {
      let isTaken = present[column.name.uppercased()] != nil
      added.append((column, isTaken ? "OCD_COLUMN\(added.count)" : column.name))
    }
    renumber()
    for column in migration.new.columns { assign(column.name) }
  }

  /// Columns become those in which most entities find their values.
  private mutating func chooseBases(_ present: [String: String]) {
    var claims: [(count: Int, isNamesake: Bool, new: ColumnLayout, old: String)] = []
    for column in migration.new.columns {
      let found = migration.entities.compactMap { migration.value(of: column.name, in: $0).column }
      for (old, uses) in Dictionary(grouping: found, by: { $0 })
      where present[old.uppercased()] == column.declaredType.uppercased() {
        claims.append((uses.count, old == column.name, column, old))
      }
    }
    claims.sort {
      if $0.count != $1.count { return $0.count > $1.count }
      if $0.isNamesake != $1.isNamesake { return $0.isNamesake }
      return ($0.new.name, $0.old) < ($1.new.name, $1.old)
    }
    var used: Set<String> = []
    for claim in claims where bases[claim.new.name] == nil && !used.contains(claim.old) {
      bases[claim.new.name] = claim.old
      used.insert(claim.old)
    }
  }

  // MARK: - The pass

  private mutating func renumber() {
    let entities = migration.renumberedEntities
    guard !entities.isEmpty else { return }
    assignments.append("Z_ENT = \(migration.renumbered)")
    whole.formUnion(entities)
    changed.insert("Z_ENT")
  }

  private mutating func assign(_ column: String) {
    let base = bases[column]
    var groups: [(entities: [Int], sql: String)] = []
    for entity in migration.entities {
      let value = migration.value(of: column, in: entity)
      guard note(value, over: base, entity) else { continue }
      if let place = groups.firstIndex(where: { $0.sql == value.sql }) {
        groups[place].entities.append(entity)
      } else {
        groups.append(([entity], value.sql))
      }
    }
    guard !groups.isEmpty, let name = base ?? added.first(where: { $0.column.name == column })?.name
    else { return }
    let otherwise = base.map { "\(SQLName($0))" } ?? "NULL"
    assignments.append("\(SQLName(name)) = \(migration.choice(groups, otherwise: otherwise))")
    changed.insert(name)
  }

  /// Notes for which rows of an entity a column is to be changed. False for none.
  private mutating func note(_ value: ColumnValue, over base: String?, _ entity: Int) -> Bool {
    switch value {
    case .nothing:
      guard let base, migration.mayFill(base, entity) else { return false }
      conditions[entity, default: []].append("\(SQLName(base)) NOT NULL")
    case .kept(let column):
      if column == base { return false }
      whole.insert(entity)
    case .computed(_, let like, let condition):
      if let condition, like == base {
        conditions[entity, default: []].append(condition)
      } else {
        whole.insert(entity)
      }
    }
    return true
  }

  /// True if all rows are changed.
  var isWhole: Bool { !assignments.isEmpty && migration.entities.allSatisfy(whole.contains) }

  /// How often all rows are written: by the pass, and for each column that is removed.
  var passCount: Int { (whole.isEmpty ? 0 : 1) + dropped.count }

  /// The statement that changes the rows; nil if none changes.
  func update(_ layouts: MigrationLayouts) -> String? {
    guard !assignments.isEmpty else { return nil }
    return "UPDATE \(SQLName(migration.old.name)) SET \(assignments.joined(separator: ", "))"
      + condition(layouts)
  }

  private func condition(_ layouts: MigrationLayouts) -> String {
    let entities = migration.entities
    if isWhole { return "" }
    var terms: [String] = []
    let wholes = entities.filter(whole.contains)
    if !wholes.isEmpty { terms.append("Z_ENT IN (\(layouts.oldNumbers(wholes)))") }
    let parts = entities.filter { !whole.contains($0) && conditions[$0] != nil }
    for (text, group) in Dictionary(
      grouping: parts, by: { Set(conditions[$0] ?? []).sorted().joined(separator: " OR ") }
    ).sorted(by: { $0.key < $1.key }) {
      let isAll = group.count == entities.count
      terms.append(isAll ? "(\(text))" : "Z_ENT IN (\(layouts.oldNumbers(group))) AND (\(text))")
    }
    return " WHERE " + terms.joined(separator: " OR ")
  }
}
#endif
