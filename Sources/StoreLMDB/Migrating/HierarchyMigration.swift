// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import RowEngine
import StoreInterface

/// The rows of one hierarchy on their way to another version.
///
/// Rows that stay as they are stay where they are, if they are the most; else all are written in the
/// order of their numbers, which leaves full pages.
struct HierarchyMigration {
  private let root: Int
  private let versions: FileVersions
  private let input: OpaquePointer
  private let output: OpaquePointer
  private let search: ReferenceSearch
  private let report: MigrationSteps
  private let assembler = RowAssembler()
  private var target: Database { versions.new.rows[root] }

  init(
    _ root: Int, _ versions: FileVersions, from input: OpaquePointer, to output: OpaquePointer,
    search: ReferenceSearch, report: MigrationSteps
  ) {
    self.root = root
    self.versions = versions
    self.input = input
    self.output = output
    self.search = search
    self.report = report
  }

  /// Returns how many rows of each entity there are afterwards.
  func run() throws(StoreError) -> [Int: Int64] {
    guard let origin = versions.origin(ofRoot: root) else {
      try clear()
      return [:]
    }
    let source = versions.old.rows[origin]
    let counts = try formerCounts(origin)
    guard source.handle != nil, source.handle == target.handle else {
      return try rewrite(source, origin)
    }
    let changed = counts.filter { entity, _ in !stays(entity) }
    if changed.isEmpty { return successors(counts) }
    let (some, all) = (changed.values.reduce(0, +), counts.values.reduce(0, +))
    return some * 2 > all ? try rewrite(source, origin) : try edit(origin)
  }

  /// Returns true if all rows of an entity stay as they are.
  private func stays(_ entity: Int) -> Bool {
    guard let rows = versions.rows(of: entity, in: root) else { return false }
    return rows.keepsSlots && !rows.demandsSomething
  }

  // MARK: - Counts

  /// Returns how many rows of each entity of a hierarchy there are, of those that have some or may.
  private func formerCounts(_ origin: Int) throws(StoreError) -> [Int: Int64] {
    let table = CounterTable(
      database: versions.old.counts, transaction: input, store: versions.store)
    let stored = Int64(versions.old.rows[origin].entryCount(in: input))
    var counts: [Int: Int64] = [:]
    for entity in versions.old.schema.entities[origin].subtree {
      guard let number = versions.old.numbers.number(of: entity) else { continue }
      let count = try table.value(number) ?? stored
      counts[entity] = count == CounterTable.ofDatabase ? stored : count
    }
    return counts.filter { $0.value > 0 }
  }

  private func successors(_ counts: [Int: Int64]) -> [Int: Int64] {
    var result: [Int: Int64] = [:]
    for (entity, count) in counts {
      if let rows = versions.rows(of: entity, in: root) { result[rows.destination.index] = count }
    }
    return result
  }

  // MARK: - Writing all

  private func clear() throws(StoreError) {
    guard let handle = target.handle else { return }
    try ReturnCode.check(mdb_drop(output, handle, 0), store: versions.store, "emptying rows")
  }

  private func rewrite(_ source: Database, _ origin: Int) throws(StoreError) -> [Int: Int64] {
    try clear()
    var counts = [Int64](repeating: 0, count: versions.new.schema.entities.count)
    var from = try Cursor(source, in: input, store: versions.store)
    var to = try Cursor(target, in: output, store: versions.store)
    var copier = RowCopier()
    var isThere = try from.first()
    while isThere {
      let number = try from.number()
      let entity = try versions.old.records.check(from.value, number: number, root: origin)
      try report.step(versions.old.schema.entities[entity])
      if let rows = versions.rows(of: entity, in: root) {
        if let row = try migrated(
          from.value, number: number, entity: entity, by: rows, copier: &copier)
        {
          try put(row, number, to: &to, append: true)
        } else {
          try to.put(from.value, for: from.key, append: true)
        }
        counts[rows.destination.index] += 1
      }
      isThere = try from.next()
    }
    return Dictionary(uniqueKeysWithValues: counts.enumerated().filter { $1 > 0 }.map { ($0, $1) })
  }

  /// Returns the new row of a stored one; nil if it stays as it is.
  private func migrated(
    _ value: UnsafeRawBufferPointer, number: Int64, entity: Int, by rows: RowMigration,
    copier: inout RowCopier
  ) throws(StoreError) -> Row? {
    if rows.keepsSlots, !rows.demandsSomething { return nil }
    let row = try versions.old.records.copy(value, number: number, entity: entity, into: &copier)
    if rows.keepsSlots, !rows.lacksSomething(row) { return nil }
    let found = try search.find(rows.elsewhere, number)
    do {
      return try rows.migrate(row, number: number, with: assembler, found: found)
    } catch {
      throw error.error(in: versions.store)
    }
  }

  private func put(
    _ row: Row, _ number: Int64, to cursor: inout Cursor, append: Bool
  ) throws(StoreError) {
    let records = versions.new.records
    let place = try cursor.reserve(
      records.byteCount(of: row), for: BigEndian(number), append: append)
    withExtendedLifetime(row) { if let place { records.write(row.start, to: place) } }
  }

  // MARK: - Writing some

  private func edit(_ origin: Int) throws(StoreError) -> [Int: Int64] {
    var counts: [Int: Int64] = [:]
    var cursor = try Cursor(target, in: output, store: versions.store)
    var copier = RowCopier()
    var isThere = try cursor.first()
    while isThere {
      let number = try cursor.number()
      let entity = try versions.old.records.check(cursor.value, number: number, root: origin)
      try report.step(versions.old.schema.entities[entity])
      if let rows = versions.rows(of: entity, in: root) {
        if let row = try migrated(
          cursor.value, number: number, entity: entity, by: rows, copier: &copier)
        {
          try put(row, number, to: &cursor, append: false)
        }
        counts[rows.destination.index, default: 0] += 1
      } else {
        try cursor.delete()
      }
      isThere = try cursor.next()
    }
    return counts
  }
}
#endif
