// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// A history in the words of another version: it keeps its transactions and their numbers. Changes of
/// removed entities go, and removed properties are named no more (R-PSC-751).
struct HistoryMigration {
  private struct Renamed {
    let entity: Int
    let properties: PropertyMapping
    let former: HistoryBits
    let later: HistoryBits

    var isNeeded: Bool { !properties.isIdentity || former != later }
  }

  private let layouts: MigrationLayouts
  private let connection: Connection

  init(_ layouts: MigrationLayouts, _ connection: Connection) {
    self.layouts = layouts
    self.connection = connection
  }

  /// Entities of the source whose objects stay.
  private var entities: [Int] { layouts.stayingEntities }

  func run() throws(StoreError) {
    let found = try FileSchema(connection)
    guard found.hasHistory else { return }
    try connection.execute(
      "DELETE FROM ACHANGE WHERE ZENTITY IS NULL "
        + "OR ZENTITY NOT IN (\(layouts.oldNumbers(entities)))")
    let mappings = entities.compactMap { entity in
      PropertyMapping(layouts.mapping, of: entity).map { (entity: entity, properties: $0) }
    }
    // Whose file it is stays.
    let isKnown = try !found.isForeign()
    let renamed = mappings.map { entity, properties in
      Renamed(
        entity: entity, properties: properties,
        former: properties.formerBits(in: layouts.source, isOrderKnown: isKnown),
        later: properties.bits(in: layouts.destination, isOrderKnown: isKnown))
    }.filter(\.isNeeded)
    try completeChanges()
    if !renamed.isEmpty { try gatherProperties(renamed) }
    try rewrite(mappings, renamed: renamed.map(\.entity))
    if !renamed.isEmpty { try connection.execute("DROP TABLE \(Self.properties)") }
  }

  // MARK: - Rewriting

  /// One pass over the changes of those entities of which something is another.
  private func rewrite(
    _ mappings: [(entity: Int, properties: PropertyMapping)], renamed: [Int]
  ) throws(StoreError) {
    var assignments: [String] = []
    var changed = Set(renamed)
    let renumbered = entities.filter { layouts.oldNumber(of: $0) != layouts.newNumber(of: $0) }
    if !renumbered.isEmpty {
      assignments.append("ZENTITY = \(layouts.renumbered("ZENTITY", entities))")
      changed.formUnion(renumbered)
    }
    if !renamed.isEmpty {
      assignments.append(
        "ZCOLUMNS = CASE WHEN ZENTITY IN (\(layouts.oldNumbers(renamed))) AND ZCOLUMNS NOT NULL "
          + "THEN (SELECT new FROM \(Self.properties) p WHERE p.entity = ZENTITY "
          + "AND p.old = ZCOLUMNS) ELSE ZCOLUMNS END")
    }
    for (column, cases) in tombstones(mappings) {
      assignments.append("\(column) = CASE ZENTITY\(cases.map(\.sql).joined()) ELSE \(column) END")
      changed.formUnion(cases.map(\.entity))
    }
    guard !assignments.isEmpty else { return }
    try connection.execute(
      "UPDATE ACHANGE SET \(assignments.joined(separator: ", ")) "
        + "WHERE ZENTITY IN (\(layouts.oldNumbers(changed.sorted())))")
  }

  // MARK: - Updated properties

  private static let properties = "temp.OCD_PROPERTIES"

  /// Many changes have the same sets of properties.
  private func gatherProperties(_ renamed: [Renamed]) throws(StoreError) {
    try connection.execute(
      "CREATE TABLE \(Self.properties) (entity INTEGER, old BLOB, new BLOB, "
        + "PRIMARY KEY (entity, old)) WITHOUT ROWID")
    for mapping in renamed {
      let number = layouts.oldNumber(of: mapping.entity)
      for former in try sets(number) { try note(former, of: number, mapping) }
    }
  }

  private func sets(_ number: Int64) throws(StoreError) -> [Data] {
    let statement = try connection.statement(
      "SELECT DISTINCT ZCOLUMNS FROM ACHANGE WHERE ZENTITY = ? AND typeof(ZCOLUMNS) = 'blob'")
    defer { statement.finish() }
    statement.bind(number, 1)
    var sets: [Data] = []
    while try statement.step() { sets.append(Data(statement.bytes(0))) }
    return sets
  }

  private func note(
    _ former: Data, of number: Int64, _ mapping: Renamed
  ) throws(StoreError) {
    let places = former.withUnsafeBytes { mapping.former.properties($0) }
    let statement = try connection.statement("INSERT INTO \(Self.properties) VALUES (?, ?, ?)")
    defer { statement.finish() }
    statement.bind(number, 1)
    statement.bind(blob: former, 2)
    statement.bind(blob: mapping.later.data(mapping.properties.renewed(places)), 3)
    try statement.run()
  }

  // MARK: - Values of deleted objects

  /// A file from before an attribute was preserved lacks columns that its own model asks for.
  private func completeChanges() throws(StoreError) {
    for layout in [layouts.source, layouts.destination] {
      try HistoryTables(layout, connection).addColumns(to: .change)
    }
  }

  /// The columns in which values stand for other attributes than before.
  private func tombstones(
    _ mappings: [(entity: Int, properties: PropertyMapping)]
  ) -> [(column: String, cases: [(entity: Int, sql: String)])] {
    let count =
      mappings.map { max($0.properties.tombstones.count, $0.properties.formerTombstoneCount) }
      .max() ?? 0
    return (0..<count).compactMap { place in
      let cases: [(entity: Int, sql: String)] = mappings.compactMap { entity, properties in
        let isThere = place < properties.tombstones.count
        let source = isThere ? properties.tombstones[place] : nil
        let hadValue = place < properties.formerTombstoneCount
        guard source != place, source != nil || hadValue else { return nil }
        let value = source.map(HistoryTables.tombstone) ?? "NULL"
        return (entity, " WHEN \(layouts.oldNumber(of: entity)) THEN \(value)")
      }
      return cases.isEmpty ? nil : (HistoryTables.tombstone(place), cases)
    }
  }

  // MARK: - The migration itself

  /// Tells in the history that there was a migration (R-PSC-618).
  func record(_ label: String) throws(StoreError) {
    let found = try FileSchema(connection)
    guard found.hasHistory else { return }
    let tables = HistoryTables(layouts.destination, connection)
    if !tables.areComplete(found) { try tables.make() }
    let process = ProcessInfo.processInfo.processName
    let transaction = HistoryTransaction(
      timestamp: Date().timeIntervalSinceReferenceDate, author: label,
      bundleID: Bundle.main.bundleIdentifier ?? process, processID: process)
    let plan = StorePlan(layout: layouts.destination, store: layouts.store)
    _ = try HistoryWriter(plan, connection).write(HistoryEntry(transaction: transaction))
  }
}
#endif
