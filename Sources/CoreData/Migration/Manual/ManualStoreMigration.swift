// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// One step of a store's file from one version of its model to another, through a mapping model.
///
/// A new file is filled beside the old one, and takes its place with its UUID and what clients have put
/// into its metadata (R-PSC-585), with its notes and its history, and with the numbers of objects of
/// which one has become one (R-PSC-538).
struct ManualStoreMigration {
  private let subject: MigrationSubject
  private let source: NSManagedObjectModel
  private let destination: NSManagedObjectModel
  private let mapping: NSMappingModel
  /// See ``MigrationRun/gatheringToOnes``.
  var gatheringToOnes: [String: Set<String>]?
  /// Is told how far it is, from 0 to 1, on this thread; false ends it.
  var progress: (Double) -> Bool = { _ in true }

  init(
    _ subject: MigrationSubject, from source: NSManagedObjectModel,
    to destination: NSManagedObjectModel, by mapping: NSMappingModel
  ) {
    self.subject = subject
    self.source = source
    self.destination = destination
    self.mapping = mapping
  }

  /// Migrates the file, unless it is of another version by now than it was.
  ///
  /// - Parameter expected: the metadata of the file when the mapping was chosen.
  /// - Throws: what `NSMigrationManager.migrateStore` throws; 134090 when others use the file.
  func run(expected: [String: Any]) throws {
    try requireReplaceable()
    let folder = StoreLocation.standardised(subject.url).deletingLastPathComponent()
    // Two that migrate one file would both replace it, and one of them what was written since.
    let lock = try FileLock.take(folder, timeout: StoreFileAccess(subject.options).timeout)
    try withExtendedLifetime(lock) {
      let present = try subject.metadata()
      guard
        VersionHashing.storedHashes(in: present) == VersionHashing.storedHashes(in: expected)
      else { return Log.migration("\(subject.url.path) has been migrated by somebody else") }
      try migrate(present)
    }
  }

  private func requireReplaceable() throws {
    guard case .client(let storeClass) = try StoreRegistry.kind(of: subject.type),
      !(storeClass is NSAtomicStore.Type)
    else { return }
    throw subject.error(
      .migration,
      "Stores of type \(subject.type) cannot be replaced: migrate \(subject.name) to another place by "
        + "NSMigrationManager.")
  }

  private func migrate(_ metadata: [String: Any]) throws {
    let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
    manager.progressHandler = { manager in
      guard !progress(Double(manager.migrationProgress)) else { return }
      manager.cancelMigrationWithError(
        subject.error(.migrationCancelled, "The migration of \(subject.name) was cancelled."))
    }
    let end = MigrationEnd(
      subject.url, type: subject.type, options: subject.options.dictionary,
      configuration: subject.configuration)
    var migration = ManualMigration(manager, from: end, to: end, by: mapping)
    migration.replacesSource = true
    migration.gatheringToOnes = gatheringToOnes
    migration.metadata = Self.kept(metadata)
    do { try migration.run() } catch let error as CocoaError { throw timely(error) }
  }

  /// Returns the entries that the new file takes over: the UUID and those of clients.
  static func kept(_ metadata: [String: Any]) -> [String: Any] {
    metadata.filter {
      $0.key == NSStoreUUIDKey
        || !StaticMetadata.automaticKeys.contains($0.key) && $0.key != MetadataNotes.key
    }
  }

  /// A file that others use can be migrated another time.
  private func timely(_ error: CocoaError) -> CocoaError {
    guard let inner = error.userInfo[NSUnderlyingErrorKey] as? StoreError, inner.kind == .timeout
    else { return error }
    return subject.error(
      .persistentStoreTimeout, "The store \(subject.name) is in use: \(inner)", underlying: inner)
  }
}
