// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import RowEngine
import StoreInterface

/// The rows of one hierarchy on their way to another version.
///
/// Rows that keep their size are changed where they are, if they are the most; else all are written in
/// the order of their numbers, which leaves full pages.
struct HierarchyMigration {
  private let root: Int
  private let versions: FileVersions
  private let input: OpaquePointer
  private let output: OpaquePointer
  private let report: MigrationSteps
  private let rows: RowWays
  private var target: Database { versions.new.rows[root] }

  init(
    _ root: Int, _ versions: FileVersions, from input: OpaquePointer, to output: OpaquePointer,
    search: ReferenceSearch, report: MigrationSteps
  ) {
    self.root = root
    self.versions = versions
    self.input = input
    self.output = output
    self.report = report
    rows = RowWays(into: root, versions, search: search)
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
      return try bringOver(source, origin, intoEmpty: true)
    }
    if counts.keys.allSatisfy(rows.stay) { return successors(counts) }
    let resized = counts.filter { entity, _ in !rows.keepSize(entity) }.values.reduce(0, +)
    let isMost = resized * 2 > counts.values.reduce(0, +)
    return try bringOver(source, origin, intoEmpty: isMost)
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
      if let successor = rows.successor(of: entity) { result[successor] = count }
    }
    return result
  }

  // MARK: - Rows

  private func clear() throws(StoreError) {
    guard let handle = target.handle else { return }
    try ReturnCode.check(mdb_drop(output, handle, 0), store: versions.store, "emptying rows")
  }

  /// Reads what there was from the other transaction, in which writing leaves it as it is.
  private func bringOver(
    _ source: Database, _ origin: Int, intoEmpty: Bool
  ) throws(StoreError) -> [Int: Int64] {
    if intoEmpty { try clear() }
    var counts = [Int64](repeating: 0, count: versions.new.schema.entities.count)
    var from = try Cursor(source, in: input, store: versions.store)
    var to = try Cursor(target, in: output, store: versions.store)
    var isThere = try from.first()
    while isThere {
      let number = try from.number()
      let entity = try versions.old.records.check(from.value, number: number, root: origin)
      try report.step(entity)
      if let successor = rows.successor(of: entity) {
        let row = CheckedRow(value: from.value, number: number, entity: entity)
        if try !rows.write(row, to: &to, append: intoEmpty), intoEmpty {
          try to.put(from.value, for: from.key, append: true)
        }
        counts[successor] += 1
      } else if !intoEmpty, try to.find(BigEndian(number)) {
        try to.delete()
      }
      isThere = try from.next()
    }
    return Dictionary(uniqueKeysWithValues: counts.enumerated().filter { $1 > 0 }.map { ($0, $1) })
  }
}
#endif
