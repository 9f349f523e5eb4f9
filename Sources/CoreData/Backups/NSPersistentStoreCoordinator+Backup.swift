// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import StoreRouting

/// Backups of stores that are open and in use. Our addition.
extension NSPersistentStoreCoordinator {
  /// Copies an added store into a file that is a store again, of one moment, while the store goes on
  /// being read and saved (R-PSC-945).
  ///
  /// The backup shows the store after one save, none that ends later: of an SQLite store with a
  /// write-ahead log or an LMDB store the newest at the beginning; of an SQLite store without a log
  /// that of the last step, or the newest at the beginning if entities keep values in external
  /// files. Of binary, XML and other atomic stores it is the file as last saved. What a context has
  /// not saved is in none.
  ///
  /// It is a store of the same type with the same UUID, and the same objects under the same IDs, by
  /// which it takes the place of the original: to restore, remove the store, put the file where it
  /// was, add it. External files of an SQLite store come along, as hard links where the file system
  /// allows. An in-memory store becomes a binary store, see ``BackupOptions/typeForMemory``, and so
  /// does a client's store without a file of its own become one of its class: its objects get new
  /// IDs.
  ///
  /// What is written takes its place when it is complete and on the disk; before, and after an error
  /// or a cancellation, there is nothing at the URL, or what was there before. Savers wait for no
  /// more than a step of the copy, see ``BackupOptions/pagesInStep``, but those that must enlarge the
  /// map of an LMDB store, which wait for its end. Removing the store waits, too.
  ///
  /// Any thread; the work is done on one of its own. Takes as long as reading and writing the files
  /// does, in constant memory but for atomic stores, whose file is read at once.
  ///
  /// ```swift
  /// let progress = Progress(totalUnitCount: 1)
  /// try await coordinator.backup(
  ///   store, to: folder.appending(path: "monday.sqlite"), progress: progress)
  /// ```
  ///
  /// - Parameters:
  ///   - store: a store of this coordinator.
  ///   - url: a file in a folder that exists.
  ///   - options: the choices.
  ///   - progress: told how far it is; cancelling it ends the backup.
  /// - Throws: `CancellationError` when the task or the progress is cancelled; 134060 where a backup
  ///   gets another UUID and its class does not write metadata; 134070 for a store
  ///   that is not in this coordinator, for a URL at which there is an added store, a folder, or a
  ///   store of another type, and for a client's store that leaves no file there; 516 for a URL at
  ///   which there is something, unless it is to be replaced; 4 without the folder; 640, 513 and
  ///   134090 for lack of space, permission or a lock.
  public final nonisolated(nonsending) func backup(
    _ store: NSPersistentStore, to url: URL, options: BackupOptions = BackupOptions(),
    progress: Progress? = nil
  ) async throws {
    let work = Transferable(StoreBackup(of: store, in: self, to: url, options))
    try await BackupRun.perform(reportingTo: progress) { run in try work.value.run(run) }
  }

  /// Copies all durable stores, as of one moment, into a folder with a manifest, while they go on
  /// being read and saved (R-PSC-946).
  ///
  /// No save over several stores is in one of the copies and missing in another: the copies begin
  /// together while no such save of this coordinator is between its commits. Otherwise each copy is
  /// as ``backup(_:to:options:progress:)`` makes it, but that stores whose readers keep savers
  /// waiting do so until they are copied, and incremental stores are not saved meanwhile. UUIDs stay,
  /// whatever the options say.
  ///
  /// The folder appears when everything is in it and on the disk; after an error or a cancellation
  /// there is what was there before. In-memory stores are left out, unless they are given.
  ///
  /// ```swift
  /// let set = try await coordinator.backupSet(to: folder.appendingPathComponent("monday"))
  /// print(set.manifest.stores.map(\.path))
  /// ```
  ///
  /// - Parameters:
  ///   - directory: a folder that is not there, or empty, in one that is; with
  ///     ``BackupOptions/replacesExisting`` it may be a set, which is replaced as a whole.
  ///   - stores: those to be copied; nil, the default: all that are durable.
  ///   - options: the choices, for all of them alike.
  ///   - progress: told how far it is; cancelling it ends the backup.
  /// - Returns: the set, which can be verified and restored.
  /// - Throws: what ``backup(_:to:options:progress:)`` throws; 134070 without a durable store; 516
  ///   for a folder that is something else.
  @discardableResult
  public final nonisolated(nonsending) func backupSet(
    to directory: URL, of stores: [NSPersistentStore]? = nil,
    options: BackupOptions = BackupOptions(), progress: Progress? = nil
  ) async throws -> BackupSet {
    let work = Transferable(SetBackup(of: stores, in: self, to: directory, options))
    return try await BackupRun.perform(reportingTo: progress) { run in try work.value.run(run) }
  }
}
