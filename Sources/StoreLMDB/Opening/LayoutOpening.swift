// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// The result of opening a file.
struct OpenedLayout {
  let layout: DatabaseLayout
  let hasHistory: Bool
  let metadata: StoreMetadata
  /// See ``MetadataDatabase/replacement()``.
  let replacement: String
  /// See ``MetadataDatabase/migrationMark()``.
  let migration: String
  /// True if a migration has left databases to be emptied.
  let hasUnfinished: Bool
  /// True if somebody has left notes in the file.
  let hadNotes: Bool

  init(_ layout: DatabaseLayout, hasHistory: Bool, _ table: MetadataDatabase) throws(StoreError) {
    self.layout = layout
    self.hasHistory = hasHistory
    metadata = try table.metadata()
    replacement = try table.replacement()
    migration = try table.migrationMark()
    hasUnfinished = try !table.unfinishedDatabases().isEmpty
    hadNotes = try table.hasNotes()
  }
}

/// Finds the databases of a store in an environment, and makes what is missing.
///
/// An opening that finds everything in place writes nothing.
struct LayoutOpening {
  let environment: Environment
  let configuration: StoreConfiguration
  let isSynced: Bool
  private var store: String { environment.path }
  private var schema: StoreSchema { configuration.schema }

  init(_ environment: Environment, _ configuration: StoreConfiguration, isSynced: Bool) {
    self.environment = environment
    self.configuration = configuration
    self.isSynced = isSynced
  }

  func run(until deadline: Deadline) throws(StoreError) -> OpenedLayout {
    let found = try environment.databases.whileOpening { session throws(StoreError) in
      try find(&session, until: deadline)
    }
    if let found { return found }
    guard !configuration.isReadOnly else {
      throw StoreError(.missingStore, store: store, message: "there is no store yet in the file")
    }
    return try make(until: deadline)
  }

  // MARK: - Finding

  /// Returns the file as it is; nil when something must be written first.
  private func find(
    _ session: inout DatabaseRegister.Session, until deadline: Deadline
  ) throws(StoreError) -> OpenedLayout? {
    let transaction = try environment.beginRead(until: deadline)
    defer { environment.endOpening(transaction) }
    guard try !isEmpty(&session, transaction) else { return nil }
    let database = try session.open(KeySpace.metadata, in: transaction, create: false)
    let table = MetadataDatabase(
      database: Database(handle: database), transaction: transaction, store: store)
    try table.checkFormat()
    try checkColumns(table)
    let numbers = EntityRegister(names: try table.entityNames(), schema: schema)
    let layout = DatabaseLayout(
      schema: schema, entities: configuration.entities, numbers: numbers, store: store)
    let names = try table.indexNames()
    let hasHistory = try table.historyCounters() != nil
    let isComplete = try layout.open(
      &session, transaction, create: false, indexNames: names, hasHistory: hasHistory)
    // A history that nobody goes on with: nothing is written (R-PSC-140).
    let isUntold = hasHistory && configuration.history == .untold
    guard
      configuration.isReadOnly || isUntold
        || isComplete && hasHistory == (configuration.history == .recorded)
          && isSettled(layout, transaction: transaction, names: names, table: table)
    else { return nil }
    return try OpenedLayout(layout, hasHistory: hasHistory, table)
  }

  /// Returns true if nothing has ever been written to the file, or everything was taken out.
  private func isEmpty(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer
  ) throws(StoreError) -> Bool {
    if try Database.isNothing(in: transaction, store: store) { return true }
    guard let metadata = try session.open(KeySpace.metadata, in: transaction, create: false) else {
      return false
    }
    return Database(handle: metadata).entryCount(in: transaction) == 0
  }

  private func checkColumns(_ table: MetadataDatabase) throws(StoreError) {
    for entity in configuration.entities.map({ schema.entities[$0] }) {
      guard let columns = try table.columns(of: entity) else { continue }
      let wanted = MetadataDatabase.description(of: entity)
      guard columns == wanted else {
        let (stored, modelled) = (
          MetadataDatabase.names(in: columns), MetadataDatabase.names(in: wanted)
        )
        throw StoreError(
          .schemaMismatch, store: store,
          message: "the stored columns of the entity \(entity.name) are not the model's: the file "
            + "has \(stored.joined(separator: ", ")); the model \(modelled.joined(separator: ", "))"
        )
      }
    }
  }

  /// Returns true if no index is out of date, no entity new and no counter too low.
  private func isSettled(
    _ layout: DatabaseLayout, transaction: OpaquePointer, names: Set<String>,
    table: MetadataDatabase
  ) -> Bool {
    do throws(StoreError) {
      // Entities of other stores get a number here when something is written anyway.
      for entity in configuration.entities where layout.numbers.number(of: entity) == nil {
        return false
      }
      for entity in layout.entities
      where try table.columns(of: schema.entities[entity]) == nil { return false }
      guard IndexChanges(layout, recorded: names).isEmpty else { return false }
      guard layout.names.isDisjoint(with: try table.unfinishedDatabases()) else { return false }
      guard try countChanges(layout, transaction).isEmpty else { return false }
      return try raised(layout, transaction).isEmpty
    } catch {
      // What cannot be read is found again, and reported, by the opening that writes.
      return false
    }
  }

  /// Returns the counters that stand below the highest stored number, by root, with what they
  /// should be (R-PSC-328).
  private func raised(
    _ layout: DatabaseLayout, _ transaction: OpaquePointer
  ) throws(StoreError) -> [Int: Int64] {
    let allocator = CounterTable(
      database: layout.allocator, transaction: transaction, store: store)
    var result: [Int: Int64] = [:]
    for root in layout.roots {
      guard let number = layout.numbers.number(of: root) else { continue }
      var cursor = try Cursor(layout.rows[root], in: transaction, store: store)
      let highest = try cursor.last() ? cursor.number() : 0
      let next = try allocator.value(number)
      if highest < .max, highest >= next ?? 0 { result[root] = highest + 1 }
    }
    return result
  }

  // MARK: - Making

  private func make(until deadline: Deadline) throws(StoreError) -> OpenedLayout {
    // The right to write comes first: nobody waits for it with the register locked.
    let transaction = try environment.beginWrite(isSynced: isSynced, until: deadline)
    defer { environment.endWrite() }
    return try environment.databases.whileOpening { session throws(StoreError) in
      try environment.writeGrowing(&session, from: transaction, until: deadline, fill)
    }
  }

  private func fill(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer
  ) throws(StoreError) -> OpenedLayout {
    let isNew = try isEmpty(&session, transaction)
    let database = try session.open(KeySpace.metadata, in: transaction, create: isNew)
    let table = MetadataDatabase(
      database: Database(handle: database), transaction: transaction, store: store)
    if isNew {
      try table.writeFormat()
      try table.write(configuration.newMetadata)
      try table.write(model: configuration.modelArchive?())
    }
    try table.checkFormat()
    try checkColumns(table)
    let numbers = EntityRegister(names: try table.entityNames(), schema: schema)
      .completed(for: schema)
    try table.write(numbers)
    for entity in configuration.entities { try table.writeColumns(of: schema.entities[entity]) }
    let layout = DatabaseLayout(
      schema: schema, entities: configuration.entities, numbers: numbers, store: store)
    let names = try table.indexNames()
    let isRecorded = configuration.history == .recorded
    try layout.open(&session, transaction, create: true, hasHistory: isRecorded)
    try emptyLeftovers(&session, transaction, in: layout, with: table)
    if isRecorded {
      if try table.historyCounters() == nil { try table.write(HistoryCounters()) }
    } else {
      try dropHistory(&session, transaction, with: table)
    }
    try bringUpToDate(
      layout, session: &session, transaction: transaction, recorded: names, table: table)
    return try OpenedLayout(layout, hasHistory: isRecorded, table)
  }

  /// Empties databases that a migration has left and that something new needs now.
  private func emptyLeftovers(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer,
    in layout: DatabaseLayout, with table: MetadataDatabase
  ) throws(StoreError) {
    let left = try table.unfinishedDatabases()
    let needed = layout.names.intersection(left)
    guard !needed.isEmpty else { return }
    for name in needed.sorted() {
      let handle = try session.open(name, in: transaction, create: false)
      if let handle { mdb_drop(transaction, handle, 0) }
    }
    try table.write(unfinishedDatabases: left.filter { !needed.contains($0) })
  }

  /// Empties the databases of a history that is given up.
  private func dropHistory(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer,
    with table: MetadataDatabase
  ) throws(StoreError) {
    guard try table.historyCounters() != nil else { return }
    for name in [KeySpace.history, KeySpace.historyTimes] {
      let handle = try session.open(name, in: transaction, create: false)
      if let handle { mdb_drop(transaction, handle, 0) }
    }
    try table.removeHistoryCounters()
  }

  /// Fills new indexes, empties those that no model needs any more, and raises counters.
  private func bringUpToDate(
    _ layout: DatabaseLayout, session: inout DatabaseRegister.Session,
    transaction: OpaquePointer, recorded names: Set<String>, table: MetadataDatabase
  ) throws(StoreError) {
    let changes = IndexChanges(layout, recorded: names)
    for name in changes.obsolete.union(changes.missing.map { layout.indexes[$0].name }) {
      let handle = try session.open(name, in: transaction, create: false)
      if let handle { mdb_drop(transaction, handle, 0) }
    }
    let writer = IndexWriter(layout: layout, transaction: transaction, store: store)
    for index in changes.missing { try writer.build(layout.indexes[index]) }
    if !changes.isEmpty { try table.write(indexNames: changes.names) }
    let allocator = CounterTable(
      database: layout.allocator, transaction: transaction, store: store)
    for (root, next) in try raised(layout, transaction) {
      if let number = layout.numbers.number(of: root) { try allocator.set(next, number) }
    }
    let counts = CounterTable(database: layout.counts, transaction: transaction, store: store)
    for (number, count) in try countChanges(layout, transaction) {
      try counts.set(count, number)
    }
  }

  /// Returns the counts that are missing, or are kept in the wrong way: an entity alone in its
  /// hierarchy has as many rows as the hierarchy's database, any other a count of its own.
  private func countChanges(
    _ layout: DatabaseLayout, _ transaction: OpaquePointer
  ) throws(StoreError) -> [UInt32: Int64] {
    let counts = CounterTable(database: layout.counts, transaction: transaction, store: store)
    var result: [UInt32: Int64] = [:]
    for entity in layout.entities.map({ schema.entities[$0] }) {
      guard let number = layout.numbers.number(of: entity.index) else { continue }
      let stored = Int64(layout.rows[entity.root].entryCount(in: transaction))
      let isAlone = entity.root == entity.index && entity.subtree.count == 1
      let count = try counts.value(number)
      if isAlone, count != CounterTable.ofDatabase, count ?? 0 == stored {
        result[number] = CounterTable.ofDatabase
      } else if !isAlone, count == CounterTable.ofDatabase {
        result[number] = stored
      } else if count == nil {
        result[number] = 0
      }
    }
    return result
  }
}
#endif
