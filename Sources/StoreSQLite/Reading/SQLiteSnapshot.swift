// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import StoreInterface

/// Reads over one connection inside a read transaction, or inside the write transaction.
package final class SQLiteSnapshot: StoreSnapshot {
  let plan: StorePlan
  private let hasHistory: Bool
  private var held: Connection?
  /// One a hierarchy that has been asked for rows by key, and the last one.
  private var pointReaders: [PointReader] = []
  private var lastPointReader: PointReader?
  /// Takes the connection back; nil for the reader of a transaction, which ends with it.
  private let giveBack: ((Connection) -> Void)?

  init(
    _ plan: StorePlan, connection: Connection, hasHistory: Bool = false,
    giveBack: ((Connection) -> Void)?
  ) {
    self.plan = plan
    self.hasHistory = hasHistory
    held = connection
    self.giveBack = giveBack
  }

  /// How many statements its connection has been asked for so far.
  package var statementCount: Int { held?.useCount ?? 0 }

  deinit { end() }

  package func end() {
    guard let connection = held else { return }
    held = nil
    for reader in pointReaders { reader.finish() }
    pointReaders = []
    lastPointReader = nil
    giveBack?(connection)
  }

  func connection() throws(StoreError) -> Connection {
    guard let held else {
      throw StoreError(.closed, store: plan.store, message: "the snapshot has ended")
    }
    // SQLite ends a transaction by itself after errors; what it reads then is a newer state.
    guard held.isInTransaction else {
      throw StoreError(
        .inputOutput, store: plan.store, message: "the snapshot was lost after an earlier error")
    }
    held.followWatchers()
    return held
  }

  // MARK: - Queries

  package func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    let connection = try connection()
    guard let select = SelectBuilder.select(query, plan) else { return }
    try select.run(on: connection) { (statement) throws(StoreError) in
      switch query.output {
      case .rows:
        try sendRows(
          of: query, selection: select.selection, statement: statement, connection: connection,
          to: sink)
      case .keys: try sendKeys(of: select.selection, statement: statement, to: sink)
      }
    }
  }

  /// Rows that are read into a small chunk, and its size; further rows allocate further chunks.
  private static let few = 4
  private static let fewBytes = 1024

  private func sendRows(
    of query: Query, selection: Selection, statement: Statement, connection: Connection,
    to sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    // A few rows need little memory.
    let reader =
      query.limit > 0 && query.limit <= SQLiteSnapshot.few && query.sort.isEmpty
      ? RowReader(
        selection, connection, chunkCapacity: SQLiteSnapshot.fewBytes, expected: query.limit)
      : RowReader(selection, connection)
    if query.limit > 0 {
      // A sorter may be shown any number of rows to find the first few.
      reader.setLimit(max(4096, 4 * (min(query.limit, 1 << 40) + min(query.offset, 1 << 40))))
    }
    try reader.send(
      statement,
      missing: { (number) throws(StoreError) in
        let key = ObjectKey(entity: selection.table.root, number: number)
        guard let row = try row(for: key) else { return nil }
        return (ObjectKey(entity: row.entity, number: number), row)
      }, sink)
  }

  private func sendKeys(
    of selection: Selection, statement: Statement, to sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    var batch = RowBatch()
    while try statement.step() {
      if batch.keys.isEmpty { batch.keys.reserveCapacity(RowBatch.standardCount) }
      batch.keys.append(try selection.key(statement, at: 0, plan))
      guard batch.keys.count == RowBatch.standardCount else { continue }
      guard sink(batch) else { return }
      batch = RowBatch()
    }
    if !batch.keys.isEmpty { _ = sink(batch) }
  }

  package func count(_ query: Query) throws(StoreError) -> Int {
    let connection = try connection()
    guard let select = SelectBuilder.count(query, plan) else { return 0 }
    return try select.run(on: connection) { (statement) throws(StoreError) in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  package func plan(of query: Query) throws(StoreError) -> QueryPlan? {
    let connection = try connection()
    guard let select = SelectBuilder.select(query, plan) else { return nil }
    return QueryPlan(text: select.sql, steps: connection.steps(of: select.sql))
  }

  package func notes(under prefix: String) throws(StoreError) -> [StoreNote] {
    try NotesTable.read(under: prefix, try connection())
  }

  package func releasePages() { held?.releasePages() }

  // MARK: - History

  package func historyBounds() throws(StoreError) -> HistoryBounds? {
    hasHistory ? try HistoryReader(plan, try connection()).bounds() : nil
  }

  package func history(
    _ range: HistoryRange, into sink: (HistoryEntry) -> Bool
  ) throws(StoreError) {
    guard hasHistory else { return }
    try HistoryReader(plan, try connection()).read(range, into: sink)
  }

  package func historyNumber(from time: Double) throws(StoreError) -> Int64? {
    hasHistory ? try HistoryReader(plan, try connection()).number(from: time) : nil
  }

  // MARK: - Rows by key

  package func row(for key: ObjectKey) throws(StoreError) -> Row? {
    let root = plan.schema.entities[key.entity].root
    guard let reader = try pointReader(root) else { return nil }
    do { return try reader.row(for: key, plan.schema) } catch {
      // The next one asks whether the snapshot is still there.
      for reader in pointReaders { reader.finish() }
      pointReaders = []
      lastPointReader = nil
      throw error
    }
  }

  private func pointReader(_ root: Int) throws(StoreError) -> PointReader? {
    if let lastPointReader, lastPointReader.root == root { return lastPointReader }
    let connection = try connection()
    if let found = pointReaders.first(where: { $0.root == root }) {
      lastPointReader = found
      return found
    }
    guard let selection = plan.selection(of: root) else { return nil }
    // Who watches wants to see each look-up.
    let made = try PointReader(
      selection, connection, isReading: giveBack != nil && connection.trace == nil)
    pointReaders.append(made)
    lastPointReader = made
    return made
  }

  package func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    if keys.count == 1 { return [try row(for: keys[0])] }
    var result = [Row?](repeating: nil, count: keys.count)
    var byRoot: [Int: [Int]] = [:]
    for (position, key) in keys.enumerated() {
      byRoot[plan.schema.entities[key.entity].root, default: []].append(position)
    }
    for (root, positions) in byRoot {
      guard let selection = plan.selection(of: root) else { continue }
      try fill(&result, keys: keys, positions: positions, selection: selection)
    }
    return result
  }

  private func fill(
    _ result: inout [Row?], keys: [ObjectKey], positions: [Int], selection: Selection
  ) throws(StoreError) {
    let connection = try connection()
    let sorted = positions.sorted { keys[$0].number < keys[$1].number }
    let numbers = sorted.map { keys[$0].number }
    let statement = try connection.statement(
      "SELECT \(selection.text) FROM \(FeedTable.keys) "
        + "CROSS JOIN \(SQLName(selection.table.name)) t0 ON t0.Z_PK = c0")
    defer { statement.finish() }
    let reader = RowReader(selection, connection)
    try numbers.withUnsafeBufferPointer { (numbers) throws(StoreError) in
      connection.keyFeed.pointee.feed = Feed(numbers)
      var next = 0
      while try reader.step(statement) {
        guard let number = try reader.number(statement, at: 0) else { continue }
        let found = reader.key(number)
        let row = try reader.row(number)
        while next < numbers.count, numbers[next] < found.number { next += 1 }
        guard next < numbers.count, numbers[next] == found.number else { continue }
        let asked = plan.schema.entities[keys[sorted[next]].entity]
        if asked.subtree.contains(found.entity) { result[sorted[next]] = row }
        next += 1
      }
    }
  }

  // MARK: - Relationships

  package func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    let connection = try connection()
    guard let reader = MemberQuery(plan, relationship, withRows: withRows) else {
      return RelatedBatch()
    }
    return try reader.members(of: owners, connection)
  }
}
#endif
