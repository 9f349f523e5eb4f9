// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Writes the parts of a batch request to one store, within its transaction.
final class BatchWriter {
  /// How many rows are changed at once.
  static let partCount = 512

  let transaction: BatchTransaction
  let coordinator: NSPersistentStoreCoordinator
  /// The rows, as they were, of changed objects that contexts have.
  private(set) var replaced: [(key: ObjectKey, row: Row)] = []
  private let isRegistered: (ObjectKey) -> Bool

  init(_ transaction: BatchTransaction, _ coordinator: NSPersistentStoreCoordinator) {
    self.transaction = transaction
    self.coordinator = coordinator
    isRegistered = coordinator.contexts.lookup()
  }

  /// Notes that a row is about to be changed or removed.
  func willReplace(_ key: ObjectKey, _ row: Row) {
    if isRegistered(key) { replaced.append((key, row)) }
  }

  /// Writes changes in any order; a clash of unique values is 133021.
  func write(_ changes: ChangeSet) throws {
    guard !changes.isEmpty else { return }
    var changes = changes
    changes.inserts.sort { $0.key < $1.key }
    changes.updates.sort { $0.key < $1.key }
    changes.deletes.sort { $0.key < $1.key }
    let conflicts = try transaction.apply(changes)
    if !conflicts.isEmpty { throw BatchConflict.error(conflicts, coordinator) }
  }

  /// Makes references null in rows that are still there.
  func clear(_ slots: [ObjectKey: SlotSet]) throws {
    let assembler = RowAssembler()
    try forEachPart(slots.keys.sorted()) { part in
      var changes = ChangeSet()
      for (key, row) in part {
        guard let cleared = slots[key] else { continue }
        assembler.begin(
          copying: row, of: coordinator.schema.entities[row.entity], version: row.nextVersion,
          without: cleared)
        changes.updates.append(
          RowUpdate(
            key: key, row: assembler.finish(), changed: cleared, expectedVersion: row.version))
        willReplace(key, row)
      }
      try write(changes)
    }
  }

  /// Returns the rows of keys, with the concrete keys, in parts; absent ones are left out.
  func forEachPart(
    _ keys: [ObjectKey], of count: Int = partCount,
    _ body: ([(key: ObjectKey, row: Row)]) throws -> Void
  ) throws {
    for start in stride(from: 0, to: keys.count, by: count) {
      let part = Array(keys[start..<min(start + count, keys.count)])
      var present: [(key: ObjectKey, row: Row)] = []
      for (key, row) in zip(part, try transaction.rows(for: part)) {
        guard let row else { continue }
        present.append((ObjectKey(entity: row.entity, number: key.number, store: key.store), row))
      }
      try body(present)
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// Runs a block within a transaction of a store. When it is committed, contexts that have objects
  /// of changed rows go on seeing the rows as they were (R-CTX-283).
  final func writeBatch<T>(
    to ordinal: Int, for context: NSManagedObjectContext, _ body: (BatchWriter) throws -> T
  ) throws -> T {
    try keepingReplacedRows { replaced in
      try router.transact(on: ordinal, origin: .ofBatch(in: context)) { transaction in
        let writer = BatchWriter(transaction, self)
        let result = try body(writer)
        replaced.add(writer.replaced)
        return result
      }
    }
  }

  /// Runs a block that commits a batch request, and keeps the rows that it replaces: from before the
  /// commit, since whoever watches the store may report it, and drop them, at once. A request that
  /// fails keeps none.
  private final func keepingReplacedRows<T>(_ commit: (ReplacedRows) throws -> T) throws -> T {
    let replaced = ReplacedRows(self)
    do {
      let result = try commit(replaced)
      recentWrites.add(replaced.keys)
      return result
    } catch {
      replaced.forget()
      guard let error = error as? RoutingError else { throw error }
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// Runs a block within a transaction of each of several stores; all are committed, or none
  /// (R-PSC-926). Returns the block's results in the order of the stores.
  final func writeBatches<T>(
    together stores: [Int], for context: NSManagedObjectContext,
    _ body: (BatchWriter) throws -> T
  ) throws -> [T] {
    if let client = stores.lazy.compactMap({ self.clientStores?.answeringStore($0) }).first {
      throw CocoaError.make(
        .persistentStoreUnsupportedRequestType,
        reason: "The store \(client.url?.path ?? client.type) answers batch requests itself, so it "
          + "cannot take part in an atomic one. Restrict affectedStores, or clear isAtomic.",
        userInfo: [NSAffectedStoresErrorKey: [client]])
    }
    return try keepingReplacedRows { replaced in
      try router.transact(together: stores, origin: .ofBatch(in: context)) { transactions in
        let writers = transactions.map { BatchWriter($0, self) }
        let results = try writers.map(body)
        writers.forEach { replaced.add($0.replaced) }
        return results
      }
    }
  }
}

/// The rows that one batch request replaces, for the contexts that have their objects.
private final class ReplacedRows {
  private let coordinator: NSPersistentStoreCoordinator
  /// All of them.
  private(set) var keys: [ObjectKey] = []
  /// Those of which no older row was kept.
  private var added: [ObjectKey] = []

  init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func add(_ rows: [(key: ObjectKey, row: Row)]) {
    keys += rows.map(\.key)
    added += coordinator.staleRows.add(rows, where: coordinator.contexts.lookup())
  }

  /// Nothing was committed.
  func forget() { coordinator.staleRows.drop(added) }
}

/// The effect of a batch request, store by store: the rows that were written or removed, and what
/// client stores say of theirs.
struct BatchOutcome {
  private enum Part {
    case keys([ObjectKey])
    case answer(BatchAnswer)
  }

  let coordinator: NSPersistentStoreCoordinator
  private var parts: [Part] = []

  init(coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  mutating func add(_ written: [ObjectKey]) { parts.append(.keys(written)) }

  mutating func add(_ answer: BatchAnswer) { parts.append(.answer(answer)) }

  /// Returns the merged result (R-PSC-681): all succeeded, the sum, or all IDs in the stores'
  /// order.
  func value(_ form: BatchForm) -> Any {
    switch form {
    case .status: isSuccess
    case .objectIDs: ids
    case .count: count
    }
  }

  private var isSuccess: Bool {
    parts.allSatisfy { part in
      if case .answer(.status(false)) = part { false } else { true }
    }
  }

  private var count: Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .keys(let keys): sum + keys.count
      case .answer(let answer): sum + answer.count
      }
    }
  }

  private var ids: [NSManagedObjectID] {
    parts.flatMap { part in
      switch part {
      case .keys(let keys): keys.map(coordinator.objectID(for:))
      case .answer(let answer): answer.ids
      }
    }
  }
}
