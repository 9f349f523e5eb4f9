// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

extension ChangeWriter {
  mutating func update(_ updates: [RowUpdate]) throws(StoreError) {
    var start = 0
    while start < updates.count {
      let first = updates[start]
      let shape = plan.update(
        of: first.row.entity, changed: first.changed, isGuarded: first.expectedVersion != nil)
      var end = start + 1
      while end < updates.count, shape.isFor(updates[end]) { end += 1 }
      if !plan.layout.isComplete { try requirePlaces(updates[start..<end]) }
      if !shape.isEmpty { try update(updates[start..<end], shape) }
      start = end
    }
  }

  private func requirePlaces(_ updates: ArraySlice<RowUpdate>) throws(StoreError) {
    for update in updates {
      let missing = plan.missingSlots(of: update.row.entity)
      try requirePlaces(update.row, missing.filter { update.changed.contains($0.slot) })
    }
  }

  /// Updates of one shape.
  private mutating func update(
    _ updates: ArraySlice<RowUpdate>, _ shape: UpdatePlan
  ) throws(StoreError) {
    if let bulk = shape.bulk, updates.count >= FeedTable.worthwhile {
      return try updateTogether(updates, shape: shape, sql: bulk.sql, columns: bulk.shape)
    }
    let statement = try connection.statement(shape.sql)
    defer { statement.finish() }
    for update in updates {
      try noteExternalFiles(of: update, shape)
      if try !write(update, shape: shape, statement: statement) { try vacate(update) }
    }
  }

  private mutating func updateTogether(
    _ updates: ArraySlice<RowUpdate>, shape: UpdatePlan, sql: String, columns: FeedShape
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
    _ update: RowUpdate, shape: UpdatePlan, statement: Statement
  ) throws(StoreError) -> Bool {
    let files = writtenFiles.count
    try bind(shape.cells, of: update.row, to: statement, first: 1)
    var next = Int32(shape.columnCount + 1)
    if shape.isGuarded {
      statement.bind(update.row.version, next)
      next += 1
    }
    statement.bind(update.key.number, next)
    if let expected = update.expectedVersion { statement.bind(expected, next + 1) }
    guard try stepUnlessTaken(statement) else {
      // The next attempt writes its own.
      obsoleteFiles += writtenFiles[files...]
      return false
    }
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

  mutating func updatePostponed() throws(StoreError) {
    for update in postponed {
      let shape = plan.update(
        of: update.row.entity, changed: update.changed, isGuarded: update.expectedVersion != nil)
      let statement = try connection.statement(shape.sql)
      defer { statement.finish() }
      if try !write(update, shape: shape, statement: statement) { hasUniquenessFailure = true }
    }
  }

  private mutating func noteExternalFiles(
    of update: RowUpdate, _ shape: UpdatePlan
  ) throws(StoreError) {
    guard shape.cells.contains(where: { $0.kind == .external }) else { return }
    try noteExternalFiles([update.key.number], update.row.entity)
  }
}
#endif
