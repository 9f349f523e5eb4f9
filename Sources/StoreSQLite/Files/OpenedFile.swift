// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The result of opening a file.
struct OpenedFile {
  var file: DatabaseFile
  /// The connection that opened it, set up for reading.
  var connection: Connection
  var plan: StorePlan
  var metadata: StoreMetadata
  var isUniquenessIndexed: Bool
  /// True if triggers stand for every derived attribute for which they can.
  var isDerived = true
  /// True if those triggers were made for a file that had none.
  var isDerivedAnew = false
  /// True if there is a history of changes in the file.
  var hasHistory: Bool
  /// False if there was no table of notes in the file.
  var hadNotes: Bool
  /// The version of the file's schema, if it is known.
  var schemaVersion: Int64?

  /// The abilities of its store.
  func capabilities(hasLog: Bool, _ history: HistoryChoice) -> StoreCapabilities {
    var shared: StoreCapabilities = [.concurrentReaders, .sqlNullSemantics, .engine]
    if hasLog { shared.formUnion([.queryGenerations, .keepableSnapshots]) }
    if hasHistory { shared.insert(history == .recorded ? .history : .unwrittenHistory) }
    if isDerived { shared.insert(.derives) }
    if isDerivedAnew { shared.insert(.derivesAnew) }
    guard !file.isInMemory else { return shared }
    return shared.union([
      .durable, .multiProcess, .readOnlyOpening, .flushing, .externalValues, .keepsJournal,
    ])
  }
}
#endif
