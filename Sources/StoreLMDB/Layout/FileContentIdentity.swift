// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import StoreInterface
import Synchronization

/// The marks by which a file holds the store that was opened: somebody may have emptied it, or written
/// another one's content into it (R-PSC-107, R-PSC-843). Looked at when somebody else has committed.
final class FileContentIdentity: Sendable {
  private let layout: DatabaseLayout
  private let path: String
  private let identifier: String
  private let hasHistory: Bool
  private let migration: String
  /// The last transaction for which the content was found to be right.
  private let checked: Atomic<Int>
  /// The mark of the last replacement that was noticed.
  private let replacement: Mutex<String>

  init(_ opened: OpenedLayout, path: String) {
    layout = opened.layout
    identifier = opened.metadata.identifier
    hasHistory = opened.hasHistory
    migration = opened.migration
    self.path = path
    checked = Atomic(-1)
    replacement = Mutex(opened.replacement)
  }

  /// One's own commit is no news, unless others' before it were not looked at yet.
  func noteCommit(_ number: Int) {
    if checked.load(ordering: .relaxed) == number - 1 { checked.store(number, ordering: .relaxed) }
  }

  /// Returns true if nothing has been committed since this was checked last.
  @inline(__always)
  func isCurrent(_ number: Int) -> Bool { checked.load(ordering: .relaxed) == number }

  /// Checks what a transaction sees. Returns true if the content was replaced by another state of the
  /// same store.
  ///
  /// - Parameters:
  ///   - number: the last commit that it sees.
  ///   - current: the UUID that the store has now.
  /// - Throws: `.replaced` for another store, one of another version, and none.
  func isReplaced(
    _ transaction: OpaquePointer, _ number: Int, under current: String
  ) throws(StoreError) -> Bool {
    let table = MetadataDatabase(
      database: layout.metadata, transaction: transaction, store: path)
    guard let found = try table.identifier() else { throw error("was destroyed") }
    guard found == identifier || found == current else {
      throw error("holds another store now, with the UUID \(found)")
    }
    let mark = try table.replacement()
    let isReplaced = replacement.withLock { $0 != mark }
    if isReplaced {
      guard try table.migrationMark() == migration else {
        throw error("was migrated to another version of the model")
      }
      try requireLayout(table)
      replacement.withLock { $0 = mark }
    }
    checked.store(number, ordering: .relaxed)
    return isReplaced
  }

  private func requireLayout(_ table: MetadataDatabase) throws(StoreError) {
    let counters = try table.historyCounters()
    guard (counters != nil) == hasHistory else {
      throw error(
        "was replaced by a state of the store \(hasHistory ? "without" : "with") a history")
    }
    let numbers = EntityRegister(names: try table.entityNames(), schema: layout.schema)
    for entity in layout.entities {
      let schema = layout.schema.entities[entity]
      let columns = try table.columns(of: schema)
      guard
        numbers.number(of: entity) != layout.numbers.number(of: entity)
          || columns != MetadataDatabase.description(of: schema)
      else { continue }
      throw error(
        "was replaced by a store of another version: the entity \(schema.name) is not the same there"
      )
    }
    guard Set(layout.indexes.map(\.name)).isSubset(of: try table.indexNames()) else {
      throw error("was replaced by a state of the store without the indexes of this version")
    }
  }

  private func error(_ what: String) -> StoreError { DataFile.replaced(what, path) }
}
#endif
