// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

/// The heritage of a store that takes the place of another: numbers, notes and history, for the entities
/// whose objects become one object each (R-PSC-538, 543).
struct StoreInheritance {
  /// For the objects of the run.
  let numbers: KeptNumbers
  private let migration: SchemaMigration
  private let source: any StoreBackend

  /// Nil unless both stores are open. The new store gives out none of the old numbers from here.
  init?(_ run: MigrationRun) throws {
    guard let source = run.source.store, let destination = run.destination.store else {
      return nil
    }
    let matching = MappingMatch(
      run.mapping.entityMappings ?? [], from: run.source.model, to: run.destination.model)
    migration = SchemaMigrationCompiler(
      matching.match, from: run.source.model, to: run.destination.model
    ).migration()
    self.source = source.backend
    destination.continueNumbers(of: source)
    let records = MigratedRecords(migration, from: source.backend, to: destination.backend)
    numbers = KeptNumbers(
      from: run.source, to: run.destination, heirs: matching.heirs,
      nextNumbers: try records.raiseNumbers(of: Array(migration.destination.entities.indices)))
  }

  /// True if the old store keeps a history.
  var hasHistory: Bool {
    get throws {
      do {
        let snapshot = try source.beginRead()
        defer { snapshot.end() }
        return try snapshot.historyBounds() != nil
      } catch { throw StoreCopyError.source(error) }
    }
  }

  /// Writes what belongs to no object, once all objects are there, into the open destination.
  func complete(_ run: MigrationRun) throws {
    guard let destination = run.destination.store else { return }
    try MigratedRecords(migration, from: source, to: destination.backend).copy()
  }
}
