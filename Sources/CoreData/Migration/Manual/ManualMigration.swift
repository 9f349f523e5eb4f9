// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The migration of one store through a mapping model, step by step.
struct ManualMigration {
  private let manager: NSMigrationManager
  private let source: MigrationEnd
  private let destination: MigrationEnd
  private let mapping: NSMappingModel
  /// The entries that the new store's metadata are to have, see ``MigrationDestination``.
  var metadata: [String: Any] = [:]
  /// See ``MigrationRun/gatheringToOnes``.
  var gatheringToOnes: [String: Set<String>]?
  /// True if the new store takes the place of the old one, which must not change meanwhile.
  var replacesSource = false

  init(
    _ manager: NSMigrationManager, from source: MigrationEnd, to destination: MigrationEnd,
    by mapping: NSMappingModel
  ) {
    self.manager = manager
    self.source = source
    self.destination = destination
    self.mapping = mapping
  }

  func run() throws {
    if !replacesSource { try requireTwoPlaces() }
    manager.sourceModel.freeze()
    manager.destinationModel.freeze()
    try MappingCheck(mapping, from: manager.sourceModel, to: manager.destinationModel).run()
    let run = MigrationRun(manager, mapping, policies: try Self.policies(of: mapping))
    run.gatheringToOnes = gathered()
    try manager.begin(run)
    defer { manager.end() }
    Log.migration("Migrating \(source.name) to \(destination.name), object by object")
    try migrate(run)
  }

  /// Returns what an inferred mapping model gathers, of which no pair is lost (R-PSC-536); nil for another
  /// one.
  private func gathered() -> [String: Set<String>]? {
    if let gatheringToOnes { return gatheringToOnes }
    return mapping.inference(from: manager.sourceModel, to: manager.destinationModel).map {
      SchemaMigrationCompiler($0).gatheringToOnes
    }
  }

  /// Returns the entries that a store in another place takes over. It is another store: its objects have
  /// other numbers, and nothing that others keep by the old one's UUID is true of it.
  private static func ofClients(_ metadata: [String: Any]) -> [String: Any] {
    ManualStoreMigration.kept(metadata).filter {
      $0.key != NSStoreUUIDKey && $0.key != StagedMigration.unfinishedKey
    }
  }

  /// Throws 134150 when somebody has written the old store since a number of changes was read.
  private func requireUnchanged(_ stack: MigrationStack, since count: UInt64?) throws {
    guard try stack.store?.backend.changeCount() != count else { return }
    throw source.error(
      .migrationManagerSourceStore, "\(source.name) was written while it was migrated.")
  }

  private func requireTwoPlaces() throws {
    guard StoreLocation.isSame(source.url, destination.url),
      !StoreLocation.isMemory(source.url)
    else { return }
    throw destination.error(
      .migrationManagerDestinationStore,
      "\(source.name) cannot be migrated to its own place: choose another one, and replace the store "
        + "afterwards.")
  }

  /// One policy for each mapping, which lives through all passes.
  private static func policies(of mapping: NSMappingModel) throws -> [NSEntityMigrationPolicy] {
    try (mapping.entityMappings ?? []).map { mapping in
      guard let name = mapping.entityMigrationPolicyClassName else {
        return NSEntityMigrationPolicy()
      }
      guard let type = PolicyRegistry.type(named: name) else {
        throw CocoaError.make(
          .entityMigrationPolicy,
          reason:
            "The entity mapping '\(mapping.name ?? "")' names the migration policy '\(name)', of "
            + "which there is no class. Call NSEntityMigrationPolicy.register with it.")
      }
      return type.init()
    }
  }

  // MARK: - The two stores

  private func migrate(_ run: MigrationRun) throws {
    let former = MigrationSource(source, of: run.source.model)
    try former.open(in: run.source, for: replacesSource ? .inheritance : .policies)
    let new: MigrationDestination
    var lock: FileLock?
    do {
      defer { run.source.close() }
      let carried = replacesSource ? metadata : Self.ofClients(run.source.metadata)
      new = try MigrationDestination(
        destination, metadata: carried, isReplacement: replacesSource)
      do {
        defer { run.destination.close() }
        let configuration = run.destinationName(
          destination.configuration ?? former.configuration)
        let count = try run.source.store?.backend.changeCount()
        try fill(new, run, configuration: configuration)
        if replacesSource {
          lock = try new.lock()
          try requireUnchanged(run.source, since: count)
        }
        try manager.status.requireRunning()
      } catch {
        run.destination.close()
        new.discard()
        throw error
      }
    }
    try withExtendedLifetime(lock) { try new.settle() }
  }

  private func fill(
    _ new: MigrationDestination, _ run: MigrationRun, configuration: String?
  ) throws {
    let others = run.destinationsOfSource()
    guard replacesSource else {
      try new.open(in: run.destination, configuration: configuration, besides: others)
      return try run.fill(new)
    }
    // The store goes on with a history that it gets: what is written until then is no news.
    try new.open(
      in: run.destination, configuration: configuration, besides: others, tracksHistory: false)
    do {
      let inheritance = try StoreInheritance(run)
      run.associations.numbers = inheritance?.numbers
      try run.fill(new)
      if try inheritance?.hasHistory == true {
        run.destination.close()
        try new.open(
          in: run.destination, configuration: configuration, besides: others, tracksHistory: true)
      }
      try inheritance?.complete(run)
    } catch let error as StoreCopyError {
      throw translated(error)
    }
  }

  private func translated(_ error: StoreCopyError) -> CocoaError {
    switch error {
    case .source(let error):
      source.wrapped(error, as: .migrationManagerSourceStore, "cannot be migrated")
    case .destination(let error):
      destination.wrapped(error, as: .migrationManagerDestinationStore, "cannot be migrated to")
    case .conflict, .difference, .cancelled:
      destination.error(.migrationManagerDestinationStore, error.description)
    }
  }
}
