// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

/// Mends what a check has found, in the transaction that it has read in.
struct ContentRepair {
  private let check: ContentCheck
  private let transaction: BatchTransaction
  private let assembler = RowAssembler()

  init(of check: ContentCheck, in transaction: BatchTransaction) {
    self.check = check
    self.transaction = transaction
  }

  func run() throws {
    try apply(referenceUpdates())
    try repairDerivedValues()
    check.noteRepairs([.danglingReference, .missingOrder, .wrongDerivedValue])
  }

  private func repairDerivedValues() throws {
    var failure: (any Error)?
    try check.computeDerivedValues { updates in
      guard failure == nil else { return }
      var changes = ChangeSet()
      changes.updates = updates
      for place in updates.indices {
        changes.updates[place].key = updates[place].key.inStore(transaction.ordinal)
      }
      changes.isDerived = true
      // Without versions there are no conflicts.
      do { _ = try transaction.apply(changes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func apply(_ updates: [RowUpdate]) throws {
    guard !updates.isEmpty else { return }
    var changes = ChangeSet()
    changes.updates = updates
    _ = try transaction.apply(changes)  // the versions were read in this transaction
  }

  /// The slots to be emptied, and the places in orders; ascending by key.
  private func referenceUpdates() -> [RowUpdate] {
    var changed: [ObjectKey: (row: Row, slots: SlotSet, orders: [OrderCheck.Place])] = [:]
    for (key, entry) in check.dangling { changed[key] = (entry.row, entry.slots, []) }
    for place in check.misplaced {
      changed[place.key, default: (place.row, SlotSet(), [])].orders.append(place)
    }
    return changed.sorted { $0.key < $1.key }.map { key, entry in
      update(key, entry.row, emptying: entry.slots, placing: entry.orders)
    }
  }

  private func update(
    _ key: ObjectKey, _ row: Row, emptying emptied: SlotSet, placing orders: [OrderCheck.Place]
  ) -> RowUpdate {
    var changed = emptied
    assembler.begin(entity: row.entity, slotCount: row.slotCount, version: row.nextVersion)
    for place in orders {
      guard let slot = place.toOne.orderSlot else { continue }
      assembler.setInteger(place.order, slot)
      changed.insert(slot)
    }
    return RowUpdate(
      key: key.inStore(transaction.ordinal), row: assembler.finish(), changed: changed,
      expectedVersion: row.version)
  }
}
