// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// The history of a source on its way into a destination that keeps one: entries keep their numbers
/// (R-PSC-538), in terms of the new version (R-PSC-751).
struct MigratedHistory {
  /// How many changes go into one transaction.
  private static let batchCount = 5_000

  private let migration: SchemaMigration
  private let source: any StoreSnapshot
  private let destination: any StoreBackend

  init(
    _ migration: SchemaMigration, from source: any StoreSnapshot, to destination: any StoreBackend
  ) {
    self.migration = migration
    self.source = source
    self.destination = destination
  }

  /// - Parameter label: see ``MigrationCopy/run(metadata:label:progress:)``.
  func copy(label: String?) throws(StoreCopyError) {
    guard destination.capabilities.contains(.history) else { return }
    try copyEntries()
    guard let label else { return }
    try write([.migration(label)], last: 0)
  }

  private func copyEntries() throws(StoreCopyError) {
    let bounds: HistoryBounds?
    do { bounds = try source.historyBounds() } catch { throw .source(error) }
    guard let bounds else { return }
    let mapping = HistoryTranslation(migration)
    var batch: [HistoryEntry] = []
    var count = 0
    var failure: StoreCopyError?
    do {
      try source.history(HistoryRange()) { entry in
        batch.append(mapping.translate(entry))
        count += entry.changes.count + 1
        guard count >= MigratedHistory.batchCount else { return true }
        do throws(StoreCopyError) { try write(batch, last: 0) } catch {
          failure = error
          return false
        }
        (batch, count) = ([], 0)
        return true
      }
    } catch { throw .source(error) }
    if let failure { throw failure }
    try write(batch, last: bounds.last)
  }

  /// - Parameter last: the number that was given out last; 0: what the entries say.
  private func write(_ entries: [HistoryEntry], last: Int64) throws(StoreCopyError) {
    do {
      let transaction = try destination.beginWrite()
      defer { transaction.rollback() }
      for entry in entries {
        let (number, change) = (entry.transaction.number, entry.changes.first?.number ?? 0)
        try transaction.raiseHistory(transaction: max(0, number - 1), change: max(0, change - 1))
        try transaction.record(entry)
      }
      try transaction.raiseHistory(transaction: last, change: 0)
      try transaction.prepare()
      try transaction.commit()
    } catch { throw .destination(error) }
  }
}

extension HistoryEntry {
  /// An entry that says that the store was migrated.
  fileprivate static func migration(_ label: String) -> HistoryEntry {
    HistoryEntry(
      transaction: HistoryTransaction(
        timestamp: Date().timeIntervalSinceReferenceDate, author: label,
        bundleID: ProcessIdentity.bundle, processID: ProcessIdentity.name))
  }
}
