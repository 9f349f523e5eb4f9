// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// Reads over one connection inside a read transaction, or inside the write transaction.
final class SQLiteSnapshot: StoreSnapshot {
  let plan: StorePlan
  private var held: Connection?
  /// One a hierarchy that has been asked for rows by key, and the last one.
  private var pointReaders: [PointReader] = []
  private var lastPointReader: PointReader?
  /// Takes the connection back; nil for the reader of a transaction, which ends with it.
  private let giveBack: ((Connection) -> Void)?

  init(_ plan: StorePlan, connection: Connection, giveBack: ((Connection) -> Void)?) {
    self.plan = plan
    held = connection
    self.giveBack = giveBack
  }

  deinit { end() }

  func end() {
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
    return held
  }

  // MARK: - Queries

  func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    let connection = try connection()
    guard let select = try SelectBuilder.select(query, plan) else { return }
    try select.run(on: connection) { (statement) throws(StoreError) in
      switch query.output {
      case .rows: try sendRows(select.selection, statement, sink)
      case .keys: try sendKeys(select.selection, statement, sink)
      }
    }
  }

  private func sendRows(
    _ selection: Selection, _ statement: Statement, _ sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    let reader = RowReader(selection, plan.layout, statement, assembler: RowAssembler())
    var batch = RowBatch()
    while try statement.step() {
      if batch.keys.isEmpty { batch.reserve() }
      let key = try reader.key()
      batch.append(key, try reader.row(key))
      guard batch.keys.count == RowBatch.standardCount else { continue }
      guard sink(batch) else { return }
      batch = RowBatch()
    }
    if !batch.keys.isEmpty { _ = sink(batch) }
  }

  private func sendKeys(
    _ selection: Selection, _ statement: Statement, _ sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    let reader = RowReader(
      selection, plan.layout, statement, assembler: RowAssembler(chunkCapacity: 0))
    var batch = RowBatch()
    while try statement.step() {
      batch.keys.append(try reader.key())
      guard batch.keys.count == RowBatch.standardCount else { continue }
      guard sink(batch) else { return }
      batch = RowBatch()
    }
    if !batch.keys.isEmpty { _ = sink(batch) }
  }

  func count(_ query: Query) throws(StoreError) -> Int {
    let connection = try connection()
    guard let select = try SelectBuilder.count(query, plan) else { return 0 }
    return try select.run(on: connection) { (statement) throws(StoreError) in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  // MARK: - Rows by key

  func row(for key: ObjectKey) throws(StoreError) -> Row? {
    let root = plan.schema.entities[key.entity].root
    return try pointReader(root)?.row(for: key, plan.schema)
  }

  private func pointReader(_ root: Int) throws(StoreError) -> PointReader? {
    if let lastPointReader, lastPointReader.root == root { return lastPointReader }
    let connection = try connection()
    if let found = pointReaders.first(where: { $0.root == root }) {
      lastPointReader = found
      return found
    }
    guard let selection = plan.selection(of: root) else { return nil }
    let made = try PointReader(selection, plan.layout, connection)
    pointReaders.append(made)
    lastPointReader = made
    return made
  }

  func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    if keys.count == 1 { return [try row(for: keys[0])] }
    var result = [Row?](repeating: nil, count: keys.count)
    var byRoot: [Int: [Int]] = [:]
    for (position, key) in keys.enumerated() {
      byRoot[plan.schema.entities[key.entity].root, default: []].append(position)
    }
    for (root, positions) in byRoot {
      guard let selection = plan.selection(of: root) else { continue }
      try fill(&result, keys, positions, selection)
    }
    return result
  }

  private func fill(
    _ result: inout [Row?], _ keys: [ObjectKey], _ positions: [Int], _ selection: Selection
  ) throws(StoreError) {
    let connection = try connection()
    let sorted = positions.sorted { keys[$0].number < keys[$1].number }
    let numbers = sorted.map { keys[$0].number }
    let assembler = RowAssembler()
    for (range, parameters) in KeyChunks(count: numbers.count) {
      let statement = try connection.statement(
        "SELECT \(selection.text) FROM \(SQLName(selection.table.name)) t0 "
          + "WHERE t0.Z_PK IN (\(KeyChunks.parameters(parameters))) ORDER BY t0.Z_PK")
      defer { statement.finish() }
      KeyChunks.bind(numbers[range], parameters: parameters, to: statement)
      let reader = RowReader(selection, plan.layout, statement, assembler: assembler)
      var next = range.lowerBound
      while try statement.step() {
        let found = try reader.key()
        let row = try reader.row(found)
        while next < range.upperBound, numbers[next] < found.number { next += 1 }
        while next < range.upperBound, numbers[next] == found.number {
          let asked = plan.schema.entities[keys[sorted[next]].entity]
          if asked.subtree.contains(found.entity) { result[sorted[next]] = row }
          next += 1
        }
      }
    }
  }

  // MARK: - Relationships

  func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    let connection = try connection()
    guard let reader = RelatedReader(plan, relationship, withRows: withRows) else {
      return RelatedBatch()
    }
    return try reader.members(of: owners, connection)
  }
}

extension RowBatch {
  fileprivate mutating func reserve() {
    keys.reserveCapacity(RowBatch.standardCount)
    rows.reserveCapacity(RowBatch.standardCount)
  }
}
#endif
