// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import RowEngine
import StoreInterface

/// Writes one change set through the writer's connection, inside its transaction.
struct ChangeWriter {
  let plan: StorePlan
  let connection: Connection
  let reader: SQLiteSnapshot
  /// Whether a unique index stands for every constraint; else constraints are checked by query.
  let isUniquenessIndexed: Bool
  private(set) var conflicts: [Conflict] = []
  /// External files written, to be removed on rollback, and no longer needed after the commit.
  private(set) var writtenFiles: [String] = []
  private(set) var obsoleteFiles: [String] = []
  private var hasUniquenessFailure = false
  /// Updates that ran into a unique value which another pending change may still give up.
  private var postponed: [RowUpdate] = []

  init(
    _ plan: StorePlan, _ connection: Connection, reader: SQLiteSnapshot, isUniquenessIndexed: Bool
  ) {
    self.plan = plan
    self.connection = connection
    self.reader = reader
    self.isUniquenessIndexed = isUniquenessIndexed
  }

  /// Deletes first, so that unique values may pass on; links last, so that rows are written in key
  /// order without seeking elsewhere in between.
  mutating func apply(_ changes: ChangeSet) throws(StoreError) {
    try checkVersions(changes.checks)
    try delete(changes.deletes)
    try update(changes.updates)
    try updatePostponed()
    try insert(changes.inserts)
    try checkUniqueness(changes)
    try LinkWriter(plan, connection).write(changes.links)
  }

  private func table(of key: ObjectKey) throws(StoreError) -> TableLayout {
    guard plan.schema.entities.indices.contains(key.entity),
      let table = plan.layout.table(of: key.entity)
    else {
      throw StoreError(
        .engine, store: plan.store, message: "the store does not hold the entity of \(key)")
    }
    return table
  }

  // MARK: - Versions

  private mutating func checkVersions(_ checks: [VersionCheck]) throws(StoreError) {
    _ = try current(checks.map { ($0.key, $0.expectedVersion) })
  }

  /// The keys that have their expected versions; the others become conflicts.
  private mutating func current(
    _ expected: [(key: ObjectKey, version: Int64)]
  ) throws(StoreError) -> [ObjectKey] {
    var result: [ObjectKey] = []
    var start = 0
    while start < expected.count {
      let table = try table(of: expected[start].key)
      var end = start + 1
      while end < expected.count, try self.table(of: expected[end].key).root == table.root {
        end += 1
      }
      let part = expected[start..<end].sorted { $0.key.number < $1.key.number }
      try gatherCurrent(part, table, into: &result)
      start = end
    }
    return result
  }

  private mutating func gatherCurrent(
    _ expected: [(key: ObjectKey, version: Int64)], _ table: TableLayout,
    into result: inout [ObjectKey]
  ) throws(StoreError) {
    let numbers = expected.map(\.key.number)
    var actual = [Int64](repeating: 0, count: expected.count)
    for (range, parameters) in KeyChunks(count: numbers.count) {
      let statement = try connection.statement(
        "SELECT Z_PK, IFNULL(Z_OPT, 1) FROM \(SQLName(table.name)) "
          + "WHERE Z_PK IN (\(KeyChunks.parameters(parameters))) ORDER BY Z_PK")
      defer { statement.finish() }
      KeyChunks.bind(numbers[range], parameters: parameters, to: statement)
      var next = range.lowerBound
      while try statement.step() {
        let number = statement.integer(0)
        while next < range.upperBound, numbers[next] < number { next += 1 }
        while next < range.upperBound, numbers[next] == number {
          actual[next] = statement.integer(1)
          next += 1
        }
      }
    }
    for (entry, version) in zip(expected, actual) {
      if version == entry.version {
        result.append(entry.key)
      } else {
        try addConflict(entry.key, expected: entry.version)
      }
    }
  }

  private mutating func addConflict(
    _ key: ObjectKey, expected: Int64
  ) throws(StoreError) {
    let stored = try reader.row(for: key)
    conflicts.append(
      .version(key: key, expected: expected, actual: stored?.version ?? 0, stored: stored))
  }

  // MARK: - Deletes

  private mutating func delete(_ deletes: [RowDelete]) throws(StoreError) {
    guard !deletes.isEmpty else { return }
    var guarded: [(key: ObjectKey, version: Int64)] = []
    var keys: [ObjectKey] = []
    for delete in deletes {
      if let version = delete.expectedVersion {
        guarded.append((delete.key, version))
      } else {
        keys.append(delete.key)
      }
    }
    keys += try current(guarded)
    var byEntity: [Int: [Int64]] = [:]
    for key in keys { byEntity[key.entity, default: []].append(key.number) }
    for (entity, numbers) in byEntity.sorted(by: { $0.key < $1.key }) {
      try delete(numbers.sorted(), of: entity)
    }
  }

  private mutating func delete(_ numbers: [Int64], of entity: Int) throws(StoreError) {
    let table = try table(of: ObjectKey(entity: entity, number: 0))
    try noteExternalFiles(numbers, entity)
    try run("DELETE FROM \(SQLName(table.name)) WHERE Z_PK IN", numbers)
    for index in plan.links(of: entity) {
      guard let join = plan.layout.joins[index] else { continue }
      let link = plan.schema.links[index]
      if plan.schema.entities[link.firstEntity].subtree.contains(entity) {
        try run("DELETE FROM \(SQLName(join.name)) WHERE \(SQLName(join.first)) IN", numbers)
      }
      if plan.schema.entities[link.secondEntity].subtree.contains(entity) {
        try run("DELETE FROM \(SQLName(join.name)) WHERE \(SQLName(join.second)) IN", numbers)
      }
    }
  }

  private func run(_ head: String, _ numbers: [Int64]) throws(StoreError) {
    for (range, parameters) in KeyChunks(count: numbers.count) {
      let statement = try connection.statement("\(head) (\(KeyChunks.parameters(parameters)))")
      defer { statement.finish() }
      KeyChunks.bind(numbers[range], parameters: parameters, to: statement)
      try statement.run()
    }
  }

  /// Notes the files that stored values name, before the values go.
  private mutating func noteExternalFiles(_ numbers: [Int64], _ entity: Int) throws(StoreError) {
    guard connection.externalFiles != nil, let table = plan.layout.table(of: entity) else { return }
    for column in plan.externalColumns(of: entity) {
      for (range, parameters) in KeyChunks(count: numbers.count) {
        let statement = try connection.statement(
          "SELECT \(SQLName(column)) FROM \(SQLName(table.name)) WHERE Z_PK IN "
            + "(\(KeyChunks.parameters(parameters))) AND substr(\(SQLName(column)), 1, 1) = x'02'")
        defer { statement.finish() }
        KeyChunks.bind(numbers[range], parameters: parameters, to: statement)
        while try statement.step() {
          if let name = ExternalFiles.fileName(statement.bytes(0)) { obsoleteFiles.append(name) }
        }
      }
    }
  }

  // MARK: - Updates

  private mutating func update(_ updates: [RowUpdate]) throws(StoreError) {
    var shape: UpdatePlan?
    var statement: Statement?
    defer { statement?.finish() }
    for update in updates {
      if shape?.isFor(update) != true {
        let made = UpdatePlan(
          entity: plan.schema.entities[update.row.entity], changed: update.changed,
          isGuarded: update.expectedVersion != nil, plan.layout)
        statement?.finish()
        statement = nil
        if !made.isEmpty { statement = try connection.statement(made.sql) }
        shape = made
      }
      guard let shape, let statement else { continue }
      try noteExternalFiles(of: update, shape)
      guard try write(update, shape, statement) else {
        try vacate(update)
        continue
      }
    }
  }

  /// False when a unique index refuses the values.
  private mutating func write(
    _ update: RowUpdate, _ shape: UpdatePlan, _ statement: Statement
  ) throws(StoreError) -> Bool {
    try bind(shape.cells, of: update.row, to: statement, first: 1)
    var next = Int32(shape.columnCount + 1)
    if shape.isGuarded {
      statement.bind(update.row.version, next)
      next += 1
    }
    statement.bind(update.key.number, next)
    if let expected = update.expectedVersion { statement.bind(expected, next + 1) }
    guard try stepUnlessTaken(statement) else { return false }
    if let expected = update.expectedVersion, sqlite3_changes64(connection.handle) == 0 {
      try addConflict(update.key, expected: expected)
    }
    return true
  }

  /// Empties the unique columns that an update changes, so that other rows may take their values;
  /// the update is tried again when all others are done.
  private mutating func vacate(_ update: RowUpdate) throws(StoreError) {
    let entity = plan.schema.entities[update.row.entity]
    var slots = SlotSet()
    for constraint in entity.constraints {
      for column in constraint.columns {
        let slot = entity.slot(of: column)
        if slot >= 0, update.changed.contains(slot) { slots.insert(slot) }
      }
    }
    let shape = UpdatePlan(entity: entity, changed: slots, isGuarded: true, plan.layout)
    let statement = try connection.statement(shape.sql)
    defer { statement.finish() }
    for index in 0..<shape.columnCount { statement.bind(.null, Int32(index + 1)) }
    let next = Int32(shape.columnCount + 1)
    let stored = try reader.row(for: update.key)
    let expected = update.expectedVersion ?? stored?.version ?? 0
    statement.bind(expected, next)
    statement.bind(update.key.number, next + 1)
    statement.bind(expected, next + 2)
    try statement.run()
    postponed.append(update)
  }

  private mutating func updatePostponed() throws(StoreError) {
    for update in postponed {
      let shape = UpdatePlan(
        entity: plan.schema.entities[update.row.entity], changed: update.changed,
        isGuarded: update.expectedVersion != nil, plan.layout)
      let statement = try connection.statement(shape.sql)
      defer { statement.finish() }
      if try !write(update, shape, statement) { hasUniquenessFailure = true }
    }
  }

  private mutating func noteExternalFiles(
    of update: RowUpdate, _ shape: UpdatePlan
  ) throws(StoreError) {
    guard shape.cells.contains(where: { $0.kind == .external }) else { return }
    try noteExternalFiles([update.key.number], update.row.entity)
  }

  // MARK: - Inserts

  private mutating func insert(_ inserts: [RowInsert]) throws(StoreError) {
    var entity = -1
    var statement: Statement?
    var shape: InsertPlan?
    defer { statement?.finish() }
    for insert in inserts {
      if insert.row.entity != entity {
        entity = insert.row.entity
        _ = try table(of: insert.key)
        shape = plan.insert(of: entity)
        statement?.finish()
        statement = nil
        if let shape {
          statement = try connection.statement(number: plan.schema.entities.count + entity) {
            shape.sql
          }
        }
      }
      guard let shape, let statement else { continue }
      let pointer = statement.pointer
      sqlite3_bind_int64(pointer, 1, insert.key.number)
      sqlite3_bind_int64(pointer, 2, shape.number)
      sqlite3_bind_int64(pointer, 3, insert.row.version)
      try bind(shape.cells, of: insert.row, to: statement, first: 4)
      if try !stepUnlessTaken(statement) { hasUniquenessFailure = true }
    }
  }

  @inline(__always)
  private mutating func bind(
    _ cells: [RowCell], of row: Row, to statement: Statement, first: Int32
  ) throws(StoreError) {
    let binder = RowBinder(statement: statement.pointer, layout: plan.layout)
    for cell in cells {
      binder.bind(cell, of: row, at: first + cell.column, entityAt: first + cell.entityColumn)
      if cell.kind == .external, !row.isNull(Int(cell.slot)) {
        try bindExternal(row.bytes(Int(cell.slot)), to: statement, first + cell.column)
      }
    }
  }

  private mutating func bindExternal(
    _ content: UnsafeRawBufferPointer, to statement: Statement, _ parameter: Int32
  ) throws(StoreError) {
    guard let files = connection.externalFiles, content.count > ExternalFiles.threshold else {
      return statement.bind(blob: Data([ExternalFiles.inlineTag]) + Data(content), parameter)
    }
    do {
      let (stored, name) = try files.write(content)
      writtenFiles.append(name)
      statement.bind(blob: stored, parameter)
    } catch {
      throw StoreError(.inputOutput, store: plan.store, message: "the store \(error.reason)")
    }
  }

  /// Runs a statement; false when a unique index refuses.
  private func stepUnlessTaken(_ statement: Statement) throws(StoreError) -> Bool {
    let code = sqlite3_step(statement.pointer)
    if code == SQLITE_DONE {
      sqlite3_reset(statement.pointer)
      return true
    }
    let error = connection.error("cannot run \(statement.sql)")
    sqlite3_reset(statement.pointer)
    guard error.engineCode == SQLITE_CONSTRAINT | (8 << 8) else { throw error }
    return false
  }

  // MARK: - Uniqueness

  /// Finds out who stands in whose way. Reached with failures only, unless an index is missing.
  private mutating func checkUniqueness(_ changes: ChangeSet) throws(StoreError) {
    guard hasUniquenessFailure || !isUniquenessIndexed else { return }
    let check = UniquenessCheck(plan.schema)
    let lookup = StoredValues(plan, connection, reader, changes, check)
    let found = try check.conflicts(of: changes, in: lookup)
    conflicts += found
    guard found.isEmpty, hasUniquenessFailure, conflicts.isEmpty else { return }
    throw StoreError(
      .engine, store: plan.store,
      message: "a unique index of the file refuses values that the model allows")
  }
}
#endif
