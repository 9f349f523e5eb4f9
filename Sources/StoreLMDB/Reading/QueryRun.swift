// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Answers one query: finds candidates by the best index, tests what the index does not guarantee,
/// sorts unless the candidates come in order.
struct QueryRun {
  let query: Query
  let snapshot: LMDBSnapshot
  let layout: DatabaseLayout
  let access: AccessPath
  let residual: Filter?
  private let rows: Database

  init(_ query: Query, _ snapshot: LMDBSnapshot) throws(StoreError) {
    let query = try QueryRun.reduced(query, snapshot)
    self.query = query
    self.snapshot = snapshot
    layout = snapshot.layout
    access = try AccessPath(query, snapshot)
    residual = access.residual(query)
    rows = layout.rows[layout.schema.entities[query.entity].root]
  }

  /// The query with conditions on what relationships lead to reduced, unless an index narrows it
  /// already.
  private static func reduced(
    _ query: Query, _ snapshot: LMDBSnapshot
  ) throws(StoreError) -> Query {
    guard JoinReduction.applies(to: query), case .scan = try AccessPath(query, snapshot) else {
      return query
    }
    let questions = JoinReduction.Questions(
      count: { entities throws(StoreError) in
        var count = 0
        for entity in entities { count += try snapshot.storedCount(of: entity) }
        return count
      },
      run: { query, sink throws(StoreError) in try snapshot.run(query, into: sink) })
    return try JoinReduction(snapshot.layout.schema, questions).reduced(query)
  }

  func run(into sink: (RowBatch) -> Bool) throws(StoreError) {
    guard !access.isInOrder(query) else { return try stream(into: sink) }
    let comparator = RowComparator(query.sort, schema: layout.schema, entity: query.entity)
    if let order = FlatOrder(comparator), layout.records.isIdentity {
      try sortInPlace(order, into: sink)
    } else {
      try sort(comparator, into: sink)
    }
  }

  // MARK: - Counting

  func count() throws(StoreError) -> Int {
    let wanted = query.limit > 0 ? query.offset + query.limit : Int.max
    let matches: Int
    if query.filter == nil {
      matches = try countAll()
    } else if residual == nil, case .index(let access) = access {
      matches = try countEntries(access, wanted)
    } else {
      matches = try countRows(wanted)
    }
    return max(0, min(matches, wanted) - query.offset)
  }

  private func countAll() throws(StoreError) -> Int {
    var count = 0
    for entity in query.concreteEntities { count += try snapshot.storedCount(of: entity) }
    return count
  }

  private func countEntries(_ access: IndexAccess, _ wanted: Int) throws(StoreError) -> Int {
    try IndexReader(access: access, query: query, snapshot: snapshot).count(upTo: wanted)
  }

  private func countRows(_ wanted: Int) throws(StoreError) -> Int {
    var scan = RowScan(query, snapshot, filter: residual)
    var count = 0
    try forEachCandidate { number, value throws(StoreError) in
      if try scan.accepts(value, number) >= 0 { count += 1 }
      return count < wanted
    }
    return count
  }

  // MARK: - Rows

  private func stream(into sink: (RowBatch) -> Bool) throws(StoreError) {
    if case .scan = access, query.output == .rows, query.offset == 0, query.limit == 0,
      let scan = WholeScan(query, layout)
    {
      return try scan.run(snapshot, into: sink)
    }
    var output = RowOutput(query)
    if query.output == .keys, residual == nil, case .index(let access) = access {
      try forEachEntry(access) { number, entity throws(StoreError) in
        output.add(ObjectKey(entity: entity, number: number), QueryRun.noRow, to: sink)
        return !output.isFinished
      }
    } else if query.output == .keys {
      var scan = RowScan(query, snapshot, filter: residual)
      try forEachCandidate { number, value throws(StoreError) in
        let entity = try scan.accepts(value, number)
        guard entity >= 0 else { return true }
        output.add(ObjectKey(entity: entity, number: number), QueryRun.noRow, to: sink)
        return !output.isFinished
      }
    } else {
      var scan = RowScan(query, snapshot, filter: residual)
      try forEachCandidate { number, value throws(StoreError) in
        let entity = try scan.accepts(value, number)
        guard entity >= 0, !output.skips() else { return true }
        let key = ObjectKey(entity: entity, number: number)
        output.add(key, try scan.copy(value, number: number, entity: entity), to: sink)
        return !output.isFinished
      }
    }
    output.flush(to: sink)
  }

  /// Sorts what lies in the map; only what comes out is copied.
  private func sortInPlace(
    _ order: FlatOrder, into sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    var sorter = FlatSorter(order, wanted: query.limit > 0 ? query.offset + query.limit : 0)
    var scan = RowScan(query, snapshot, filter: residual)
    try forEachCandidate { number, value throws(StoreError) in
      let entity = try scan.accepts(value, number)
      guard entity >= 0, let image = RecordLayout.image(value) else { return true }
      sorter.add(image, ObjectKey(entity: entity, number: number))
      return true
    }
    var output = RowOutput(query)
    var copier = RowCopier()
    for item in sorter.finish() {
      if output.skips() { continue }
      if query.output == .keys {
        output.add(item.key, QueryRun.noRow, to: sink)
      } else {
        let count = Int(item.start.loadUnaligned(as: UInt32.self))
        output.add(item.key, copier.copy(item.start, count), to: sink)
      }
      if output.isFinished { return }
    }
    output.flush(to: sink)
  }

  private func sort(
    _ comparator: RowComparator, into sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    var sorter = RowSorter(comparator, wanted: query.limit > 0 ? query.offset + query.limit : 0)
    var scan = RowScan(query, snapshot, filter: residual)
    let source: any RowSource = comparator.needsSource ? KeptRows(SnapshotRows(snapshot)) : NoRows()
    try forEachCandidate { number, value throws(StoreError) in
      let entity = try scan.accepts(value, number)
      guard entity >= 0 else { return true }
      let key = ObjectKey(entity: entity, number: number)
      sorter.add(
        try comparator.record(scan.copy(value, number: number, entity: entity), key, from: source))
      return true
    }
    var output = RowOutput(query)
    for record in sorter.finish() {
      output.add(record.key, record.row, to: sink)
      if output.isFinished { return }
    }
    output.flush(to: sink)
  }

  /// Stands for the rows of a query that wants keys only.
  private static let noRow: Row = {
    let assembler = RowAssembler(chunkCapacity: Row.headerSize)
    assembler.begin(entity: 0, slotCount: 0, version: 0)
    return assembler.finish()
  }()

  // MARK: - Candidates

  /// Calls `body` with the number and the stored bytes of each candidate until it returns false.
  func forEachCandidate(
    _ body: (Int64, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    switch access {
    case .scan: try forEachRow(body)
    case .numbers(let numbers):
      var reader = try NumberReader(rows, snapshot)
      defer { snapshot.cursorSteps += reader.steps }
      for number in numbers {
        guard let value = try reader.value(of: number) else { continue }
        guard try body(number, value) else { return }
      }
    case .index(let access):
      var reader = try NumberReader(rows, snapshot)
      defer { snapshot.cursorSteps += reader.steps }
      try forEachEntry(access) { number, _ throws(StoreError) in
        guard let value = try reader.value(of: number) else { return true }
        return try body(number, value)
      }
    }
  }

  private func forEachRow(
    _ body: (Int64, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var cursor = try Cursor(rows, in: snapshot.current(), store: snapshot.path)
    defer { snapshot.cursorSteps += cursor.steps }
    var isThere = try cursor.first()
    while isThere, try body(cursor.number(), cursor.value) {
      isThere = try cursor.next()
    }
  }

  /// Entries in the query's order if the index has it, else by number: that is the order of a query
  /// without sort keys, and the one in which rows are found fastest.
  private func forEachEntry(
    _ access: IndexAccess, _ body: (Int64, Int) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let reader = IndexReader(access: access, query: query, snapshot: snapshot)
    guard access.direction == nil else { return try reader.forEach(body) }
    // Numbers are positive, so they sort as words; the entity travels along.
    var entries: [SortWord] = []
    try reader.forEach { number, entity throws(StoreError) in
      entries.append(SortWord(word: UInt64(bitPattern: number), index: UInt32(entity)))
      return true
    }
    SortWord.sort(&entries)
    for entry in entries where try !body(Int64(bitPattern: entry.word), Int(entry.index)) {
      return
    }
  }
}
#endif
