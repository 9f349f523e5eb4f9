// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import RowEngine
import StoreInterface

/// The stages of bringing a file's content to another version, in a transaction that writes beside
/// one that reads what there was.
struct ContentMigration {
  private let versions: FileVersions
  private let migration: StoreMigration
  private let input: OpaquePointer
  private let output: OpaquePointer
  private var store: String { versions.store }
  private var former: MetadataDatabase {
    MetadataDatabase(database: versions.old.metadata, transaction: input, store: store)
  }
  private var table: MetadataDatabase {
    MetadataDatabase(database: versions.new.metadata, transaction: output, store: store)
  }

  init(
    _ versions: FileVersions, _ migration: StoreMigration, from input: OpaquePointer,
    to output: OpaquePointer
  ) {
    self.versions = versions
    self.migration = migration
    self.input = input
    self.output = output
  }

  func run(_ session: inout DatabaseRegister.Session) throws(StoreError) {
    let hasHistory = try open(&session)
    try finishEarlierOne(&session)
    let report = try progress()
    try report.check()
    let counts = try migrateRows(report)
    try migrateLinks(report)
    try migrateIndexes(report)
    try CounterMigration(versions, from: input, to: output).run(rows: counts)
    try cleanUp(&session)
    if hasHistory { try migrateHistory() }
    try describe()
    try report.check()
  }

  // MARK: - Databases

  /// Returns true if the file has a history.
  private func open(_ session: inout DatabaseRegister.Session) throws(StoreError) -> Bool {
    try versions.old.open(&session, output, create: false, hasHistory: true)
    let hasHistory = try former.historyCounters() != nil
    try versions.new.open(&session, output, create: true, hasHistory: hasHistory)
    return hasHistory
  }

  private func finishEarlierOne(
    _ session: inout DatabaseRegister.Session
  ) throws(StoreError) {
    for name in try former.unfinishedDatabases() {
      try empty(Database(handle: try session.open(name, in: output, create: false)))
    }
    try table.write(unfinishedDatabases: [])
  }

  private func empty(_ database: Database) throws(StoreError) {
    guard let handle = database.handle else { return }
    try ReturnCode.check(mdb_drop(output, handle, 0), store: store, "emptying a database")
  }

  /// Empties what nothing needs any more, or notes that it is to be emptied.
  private func cleanUp(_ session: inout DatabaseRegister.Session) throws(StoreError) {
    let names = versions.old.names.subtracting(versions.new.names)
    var left: [String] = []
    for name in names.sorted() {
      let database = Database(handle: try session.open(name, in: output, create: false))
      guard database.entryCount(in: output) > 0 else { continue }
      if migration.isDeferred { left.append(name) } else { try empty(database) }
    }
    if !left.isEmpty { try table.write(unfinishedDatabases: left) }
  }

  // MARK: - Content

  private func progress() throws(StoreError) -> MigrationSteps {
    var total = 0
    for root in versions.new.roots {
      guard let origin = versions.origin(ofRoot: root) else { continue }
      total += versions.old.rows[origin].entryCount(in: input)
    }
    return MigrationSteps(
      migration.progress, total: total, schema: versions.old.schema, store: store)
  }

  /// Returns how many rows of each entity there are afterwards.
  private func migrateRows(_ report: MigrationSteps) throws(StoreError) -> [Int: Int64] {
    let search = ReferenceSearch(versions, input)
    var counts: [Int: Int64] = [:]
    for root in versions.new.roots {
      let hierarchy = HierarchyMigration(
        root, versions, from: input, to: output, search: search, report: report)
      counts.merge(try hierarchy.run()) { $0 + $1 }
    }
    return counts
  }

  private func migrateLinks(_ report: MigrationSteps) throws(StoreError) {
    for link in versions.new.links.indices where versions.new.links[link] != nil {
      try LinkMigration(link, versions, from: input, to: output).run()
      try report.check()
    }
  }

  private func migrateIndexes(_ report: MigrationSteps) throws(StoreError) {
    let recorded = try former.indexNames()
    let indexes = IndexCarrying(versions, recorded: recorded, from: input, to: output)
    for index in versions.new.indexes {
      try indexes.run(index)
      try report.check()
    }
    let prefixes = versions.old.entities.map {
      KeySpace.indexPrefix(versions.old.schema.entities[$0])
    }
    let others = recorded.filter { name in !prefixes.contains(where: name.hasPrefix) }
    try table.write(indexNames: others.union(versions.new.indexes.map(\.name)))
  }

  private func migrateHistory() throws(StoreError) {
    let history = HistoryDatabase(layout: versions.new, transaction: output, store: store)
    if let names = HistoryRenaming(versions.mapping) { try history.rename(names) }
    guard let label = migration.label else { return }
    let process = ProcessInfo.processInfo.processName
    _ = try history.append(
      HistoryEntry(
        transaction: HistoryTransaction(
          timestamp: Date().timeIntervalSinceReferenceDate, author: label,
          bundleID: Bundle.main.bundleIdentifier ?? process, processID: process)))
  }

  // MARK: - Description

  /// Says what the file is from now on; tells those who have it open as what it was.
  private func describe() throws(StoreError) {
    for entity in versions.old.entities {
      try table.removeColumns(of: versions.old.schema.entities[entity])
    }
    for entity in versions.new.entities {
      try table.writeColumns(of: versions.new.schema.entities[entity])
    }
    try table.write(versions.new.numbers)
    try table.write(
      StoreMetadata(
        identifier: migration.expected.identifier,
        properties: migration.configuration.newMetadata.properties))
    try table.write(model: migration.configuration.modelArchive?())
    // What is derived is computed anew by the next opening (R-PSC-542).
    try table.write(StoreNote(name: "derived", content: nil))
    try table.markMigration()
    try table.markReplacement()
  }
}
#endif
