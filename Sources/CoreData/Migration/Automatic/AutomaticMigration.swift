// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Bringing a store to the coordinator's version of its model while it is added (R-PSC-530).
struct AutomaticMigration {
  private let subject: MigrationSubject
  private let destination: NSManagedObjectModel

  /// Nil for a request that does not ask for it, or has no file that may be written.
  init?(_ request: StoreRequest) {
    guard let url = request.url, request.options.flag(NSMigratePersistentStoresAutomaticallyOption),
      !request.options.flag(NSReadOnlyPersistentStoreOption), !request.isUnwritable
    else { return nil }
    subject = MigrationSubject(
      url: url, type: request.type, configuration: request.configuration,
      options: request.options)
    destination = request.coordinator.managedObjectModel
  }

  /// Migrates the file, or finds that another process has done so.
  ///
  /// - Parameter metadata: those of the file, of another version than the destination.
  func run(_ metadata: [String: Any]) throws {
    do { try migrate(metadata) } catch let error as CocoaError where isOutdated(error, metadata) {
      Log.migration("\(subject.url.path) has been migrated by another meanwhile.")
    }
  }

  private func migrate(_ metadata: [String: Any]) throws {
    if let staged { return try staged.run() }
    let source = try SourceModels.model(of: subject, metadata)
    if let mapping = NSMappingModel(
      from: nil, forSourceModel: source, destinationModel: destination)
    {
      return try ManualStoreMigration(subject, from: source, to: destination, by: mapping)
        .run(expected: metadata)
    }
    guard subject.options.flag(NSInferMappingModelAutomaticallyOption) else {
      throw missingMapping(
        "None may be inferred: NSInferMappingModelAutomaticallyOption is not set.")
    }
    let step = LightweightMigration(subject, from: source, to: destination)
    do { try step.run() } catch let error as CocoaError where error.code == .inferredMappingModel {
      throw missingMapping(
        error.userInfo[NSLocalizedFailureReasonErrorKey] as? String, underlying: error)
    }
  }

  /// Returns true if an error is about a version that the file is no longer of: another process has migrated
  /// it since its metadata were read, and what it keeps is of the new version (R-PSC-540).
  private func isOutdated(_ error: CocoaError, _ metadata: [String: Any]) -> Bool {
    let codes: [CocoaError.Code] = [
      .migrationMissingSourceModel, .persistentStoreIncompatibleVersionHash,
      .persistentStoreTimeout,
    ]
    // The first error is the one to report.
    guard codes.contains(error.code), let present = try? subject.metadata() else { return false }
    return VersionHashing.storedHashes(in: present) != VersionHashing.storedHashes(in: metadata)
  }

  /// Does what an earlier staged migration has left; throws for stages that cannot be used.
  func prepare() throws { try staged?.prepare() }

  private var staged: StagedMigration? {
    let key = NSPersistentStoreStagedMigrationManagerOptionKey
    guard let manager = subject.options.dictionary?[key] as? NSStagedMigrationManager else {
      return nil
    }
    return StagedMigration(manager, of: subject, to: destination)
  }

  private func missingMapping(_ reason: String?, underlying: (any Error)? = nil) -> CocoaError {
    subject.error(
      .migrationMissingMappingModel,
      "The store \(subject.name) needs a migration, and there is no mapping model for it. "
        + (reason ?? ""), underlying: underlying)
  }
}

extension StoreRequest {
  /// How often a file may turn out to be of yet another version while it is migrated.
  private static let attempts = 5

  /// Opens a store; one of another version of the model is migrated first, if that is wanted, unless
  /// it is used as it is.
  ///
  /// - Parameter open: throws 134100 for a store of another version.
  func openMigrating<Store>(_ open: () throws -> Store) throws -> Store {
    guard !options.flag(NSIgnorePersistentStoreVersioningOption),
      let migration = AutomaticMigration(self)
    else { return try open() }
    try migration.prepare()
    for _ in 0..<Self.attempts {
      do { return try open() } catch let error as CocoaError
        where error.code == .persistentStoreIncompatibleVersionHash
      {
        guard let metadata = error.userInfo["metadata"] as? [String: Any] else { throw error }
        try migration.run(metadata)
      }
    }
    return try open()
  }
}
