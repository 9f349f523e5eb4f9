// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Looking for what is wrong in a store. Our addition; see `docs/verify.md`.
extension NSPersistentStoreCoordinator {
  /// Reads a whole store and returns what is wrong in it (R-PSC-951): damage of the file by the
  /// engine's own check, references that lead nowhere or not back, missing and undecodable values,
  /// duplicates, a counter that would give a number again, files without an object, links and derived
  /// values.
  ///
  /// Saves go on meanwhile; without `repair` the store is read as of one moment. With it everything
  /// that can be mended without a decision is, objects in one transaction, which keeps other savers
  /// waiting for as long as the reading takes; a second call finds only the rest. Contexts that have
  /// repaired objects refresh them.
  ///
  /// Any thread; the work is done on one of its own. Memory is constant but for the values of uniqueness
  /// constraints and the positions in ordered relationships.
  ///
  /// ```swift
  /// for issue in try await coordinator.verify(store) { print(issue) }
  /// ```
  ///
  /// - Parameters:
  ///   - store: a store of this coordinator.
  ///   - repair: whether to mend what can be; false by default.
  ///   - progress: told how far it is; cancelling it ends the call.
  /// - Throws: `CancellationError` when the task or the progress is cancelled, the store being as it
  ///   was but for its files; 134070 for a store that is not in this coordinator; 513 for one that is to be
  ///   repaired and cannot be written; 134090 when a lock was not free in time.
  public final nonisolated(nonsending) func verify(
    _ store: NSPersistentStore, repair: Bool = false, progress: Progress? = nil
  ) async throws -> [IntegrityIssue] {
    let work = Transferable(StoreVerification(of: store, in: self, isRepairing: repair))
    return try await BackupRun.perform(reportingTo: progress) { run in try work.value.run(run) }
  }
}
