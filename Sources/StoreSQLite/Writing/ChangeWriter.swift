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
  /// True if a unique index stands for every constraint; else constraints are checked by query.
  let isUniquenessIndexed: Bool
  private(set) var conflicts: [Conflict] = []
  /// External files written, to be removed on rollback, and no longer needed after the commit.
  private(set) var writtenFiles: [String] = []
  var obsoleteFiles: [String] = []
  var hasUniquenessFailure = false
  /// Updates that ran into a unique value which another pending change may still give up.
  var postponed: [RowUpdate] = []

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
    try JoinWriter(plan, connection, keepsAllOwners: changes.keepsAllOwners).write(changes.links)
  }

  func table(of key: ObjectKey) throws(StoreError) -> TableLayout {
    guard plan.schema.entities.indices.contains(key.entity),
      let table = plan.layout.table(of: key.entity)
    else {
      throw StoreError(
        .engine, store: plan.store, message: "the store does not hold the entity of \(key)")
    }
    return table
  }

  /// Refuses values that the file has no column for: it is of another version of the model.
  func requirePlaces(
    _ row: Row, _ missing: [(slot: Int, name: String)]
  ) throws(StoreError) {
    guard let (_, name) = missing.first(where: { !row.isNull($0.slot) }) else { return }
    let table = plan.layout.table(of: row.entity)?.name ?? ""
    throw StoreError(
      .schemaMismatch, store: plan.store,
      message: "the table \(table) has no column for \(name) of "
        + "\(plan.schema.entities[row.entity].name), which has a value to be saved; the file is of "
        + "another version of the model")
  }

  // MARK: - Versions

  private mutating func checkVersions(_ checks: [VersionCheck]) throws(StoreError) {
    _ = try current(checks.map { ($0.key, $0.expectedVersion) })
  }

  /// Returns the keys that have their expected versions; the others become conflicts.
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
      "SELECT Z_PK, \(RowVersion.sql) FROM \(SQLName(table.name)) "
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
        + "WHERE Z_PK = c0 AND \(RowVersion.sql) = c1")
    defer { statement.finish() }
    let versions = expected.map {
      Feed.ExpectedVersion(number: $0.key.number, version: $0.version)
    }
    return try versions.withUnsafeBufferPointer { (buffer) throws(StoreError) in
      connection.keyFeed.pointee.feed = Feed(buffer)
      return try statement.step() && statement.integer(0) == Int64(expected.count)
    }
  }

  mutating func addConflict(
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
      let link = plan.schema.links[index]
      if let column = plan.layout.ownerColumns[index],
        plan.schema.entities[link.firstEntity].subtree.contains(entity)
      {
        let owner = SQLName(column.owner)
        let order = column.order.map { ", \(SQLName($0)) = NULL" } ?? ""
        try run(
          "UPDATE \(SQLName(column.table)) SET \(owner) = NULL\(order) WHERE \(owner) IN", numbers)
      }
      guard let join = plan.layout.joins[index] else { continue }
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
  mutating func noteExternalFiles(_ numbers: [Int64], _ entity: Int) throws(StoreError) {
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
    if !plan.layout.isComplete {
      for insert in inserts { try requirePlaces(insert.row, plan.missingSlots(of: entity)) }
    }
    if let bulk = shape.bulk, inserts.count >= FeedTable.worthwhile,
      try insertTogether(
        inserts, of: entity, number: shape.number, sql: bulk.sql, columns: bulk.shape)
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
    _ inserts: ArraySlice<RowInsert>, of entity: Int, number: Int64, sql: String,
    columns: FeedShape
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
  mutating func bind(
    _ cells: [RowCell], of row: Row, to statement: Statement, first: Int32
  ) throws(StoreError) {
    let binder = RowBinder(statement: statement.pointer, layout: plan.layout)
    for cell in cells {
      binder.bind(cell, of: row, at: first + cell.column, entityAt: first + cell.entityColumn)
      if cell.kind == .external, !row.isNull(Int(cell.slot)) {
        try bindExternal(row, slot: Int(cell.slot), to: statement, parameter: first + cell.column)
      }
    }
  }

  private mutating func bindExternal(
    _ row: Row, slot: Int, to statement: Statement, parameter: Int32
  ) throws(StoreError) {
    if let path = row.externalPath(slot) {
      return try bind(file: path, of: row, slot, to: statement, parameter)
    }
    let content = row.bytes(slot)
    guard let files = connection.externalFiles, content.count > ExternalFiles.threshold else {
      return statement.bind(blob: Data([ExternalFiles.inlineTag]) + Data(content), parameter)
    }
    let name = try files.write(content)
    writtenFiles.append(name)
    statement.bind(blob: ExternalFiles.stored(name), parameter)
  }

  /// Binds what lies in a file already: of a row that had been deleted, or of another store. It gets
  /// a name of its own. Where there is no file the reference is kept, in case the file comes back.
  private mutating func bind(
    file path: String, of row: Row, _ slot: Int, to statement: Statement, _ parameter: Int32
  ) throws(StoreError) {
    guard let files = connection.externalFiles else {
      let content = row.externalContent(slot)
      return statement.bind(
        content.map { .blob(Data([ExternalFiles.inlineTag]) + $0) } ?? .null, parameter)
    }
    if let name = try files.adopt(path) {
      writtenFiles.append(name)
      return statement.bind(blob: ExternalFiles.stored(name), parameter)
    }
    let name = (path as NSString).lastPathComponent
    statement.bind(
      UUID(uuidString: name) == nil ? .null : .blob(ExternalFiles.stored(name)), parameter)
  }

  /// Runs a statement; false when a unique index refuses.
  func stepUnlessTaken(_ statement: Statement) throws(StoreError) -> Bool {
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
    let lookup = StoredValues(
      plan: plan, connection: connection, reader: reader, changes: changes, check: check)
    let found = try check.conflicts(of: changes, in: lookup)
    conflicts += found
    guard found.isEmpty, hasUniquenessFailure, conflicts.isEmpty else { return }
    throw StoreError(
      .engine, store: plan.store,
      message: "a unique index of the file refuses values that the model allows")
  }
}
#endif
