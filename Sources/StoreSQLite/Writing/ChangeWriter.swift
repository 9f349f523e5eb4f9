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
    if try areAllCurrent(expected, table) {
      result += expected.map(\.key)
      return
    }
    let numbers = expected.map(\.key.number)
    var actual = [Int64](repeating: 0, count: expected.count)
    let statement = try connection.statement(
      "SELECT Z_PK, IFNULL(Z_OPT, 1) FROM \(SQLName(table.name)) "
        + "WHERE Z_PK IN (SELECT c0 FROM \(FeedTable.keys)) ORDER BY Z_PK")
    defer { statement.finish() }
    try numbers.withUnsafeBufferPointer { (buffer) throws(StoreError) in
      connection.keyFeed.pointee.feed = Feed(buffer)
      var next = 0
      while try statement.step() {
        let number = statement.integer(0)
        while next < buffer.count, buffer[next] < number { next += 1 }
        while next < buffer.count, buffer[next] == number {
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

  /// The common case, in one statement that yields a number.
  private func areAllCurrent(
    _ expected: [(key: ObjectKey, version: Int64)], _ table: TableLayout
  ) throws(StoreError) -> Bool {
    let statement = try connection.statement(
      "SELECT COUNT(*) FROM \(FeedTable.keys) CROSS JOIN \(SQLName(table.name)) "
        + "WHERE Z_PK = c0 AND IFNULL(Z_OPT, 1) = c1")
    defer { statement.finish() }
    let versions = expected.map {
      Feed.ExpectedVersion(number: $0.key.number, version: $0.version)
    }
    return try versions.withUnsafeBufferPointer { (buffer) throws(StoreError) in
      connection.keyFeed.pointee.feed = Feed(buffer)
      return try statement.step() && statement.integer(0) == Int64(expected.count)
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
    let statement = try connection.statement("\(head) (SELECT c0 FROM \(FeedTable.keys))")
    defer { statement.finish() }
    try numbers.withUnsafeBufferPointer { (buffer) throws(StoreError) in
      connection.keyFeed.pointee.feed = Feed(buffer)
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
    var start = 0
    while start < updates.count {
      let first = updates[start]
      let shape = plan.update(
        of: first.row.entity, changed: first.changed, isGuarded: first.expectedVersion != nil)
      var end = start + 1
      while end < updates.count, shape.isFor(updates[end]) { end += 1 }
      if !shape.isEmpty { try update(updates[start..<end], shape) }
      start = end
    }
  }

  /// Updates of one shape.
  private mutating func update(
    _ updates: ArraySlice<RowUpdate>, _ shape: UpdatePlan
  ) throws(StoreError) {
    if let bulk = shape.bulk, updates.count >= FeedTable.worthwhile {
      return try updateTogether(updates, shape, bulk.sql, bulk.shape)
    }
    let statement = try connection.statement(shape.sql)
    defer { statement.finish() }
    for update in updates {
      try noteExternalFiles(of: update, shape)
      if try !write(update, shape, statement) { try vacate(update) }
    }
  }

  private mutating func updateTogether(
    _ updates: ArraySlice<RowUpdate>, _ shape: UpdatePlan, _ sql: String, _ columns: FeedShape
  ) throws(StoreError) {
    let statement = try connection.statement(sql)
    defer { statement.finish() }
    connection.conflicts.pointee = []
    // Stays so unless a row is inserted.
    sqlite3_set_last_insert_rowid(connection.handle, 0)
    try updates.withUnsafeBufferPointer { (buffer) throws(StoreError) in
      connection.rowFeed.pointee.feed = Feed(buffer, columns)
      try statement.run()
    }
    var stale = Set(connection.conflicts.pointee)
    if sqlite3_last_insert_rowid(connection.handle) != 0 {
      stale.formUnion(try removeInserted(updates, try table(of: updates[updates.startIndex].key)))
    }
    guard shape.isGuarded, !stale.isEmpty else { return }
    for update in updates where stale.contains(update.key.number) {
      try addConflict(update.key, expected: update.expectedVersion ?? 0)
    }
  }

  /// Removes the rows that an update of many has inserted where there were none.
  private func removeInserted(
    _ updates: ArraySlice<RowUpdate>, _ table: TableLayout
  ) throws(StoreError) -> [Int64] {
    var missing: [Int64] = []
    for number in updates.map(\.key.number) {
      let statement = try connection.statement(
        "DELETE FROM \(SQLName(table.name)) WHERE Z_PK = ? AND Z_ENT < 0")
      defer { statement.finish() }
      statement.bind(number, 1)
      try statement.run()
      if connection.changes > 0 { missing.append(number) }
    }
    return missing
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
      let shape = plan.update(
        of: update.row.entity, changed: update.changed, isGuarded: update.expectedVersion != nil)
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
    var start = 0
    while start < inserts.count {
      let entity = inserts[start].row.entity
      _ = try table(of: inserts[start].key)
      var end = start + 1
      while end < inserts.count, inserts[end].row.entity == entity { end += 1 }
      if let shape = plan.insert(of: entity) {
        try insert(inserts[start..<end], of: entity, shape)
      }
      start = end
    }
  }

  /// Rows of one entity. What a unique index refuses together is inserted one by one.
  private mutating func insert(
    _ inserts: ArraySlice<RowInsert>, of entity: Int, _ shape: InsertPlan
  ) throws(StoreError) {
    if let bulk = shape.bulk, inserts.count >= FeedTable.worthwhile,
      try insertTogether(inserts, of: entity, number: shape.number, bulk.sql, bulk.shape)
    {
      return
    }
    let statement = try connection.statement(for: .insert, entity) {
      shape.sql
    }
    defer { statement.finish() }
    let pointer = statement.pointer
    for insert in inserts {
      sqlite3_bind_int64(pointer, 1, insert.key.number)
      sqlite3_bind_int64(pointer, 2, shape.number)
      sqlite3_bind_int64(pointer, 3, insert.row.version)
      try bind(shape.cells, of: insert.row, to: statement, first: 4)
      if try !stepUnlessTaken(statement) { hasUniquenessFailure = true }
    }
  }

  private func insertTogether(
    _ inserts: ArraySlice<RowInsert>, of entity: Int, number: Int64, _ sql: String,
    _ columns: FeedShape
  ) throws(StoreError) -> Bool {
    let statement = try connection.statement(for: .insertMany, entity) {
      sql
    }
    defer { statement.finish() }
    return try inserts.withUnsafeBufferPointer { (buffer) throws(StoreError) in
      connection.rowFeed.pointee.feed = Feed(buffer, columns, entityNumber: number)
      return try stepUnlessTaken(statement)
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
