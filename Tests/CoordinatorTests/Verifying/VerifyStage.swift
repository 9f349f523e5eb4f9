// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import Testing

extension NSPersistentStoreCoordinator {
  /// What is wrong with all stores.
  func issues(repair: Bool = false) async throws -> [IntegrityIssue] {
    var issues: [IntegrityIssue] = []
    for store in persistentStores { issues += try await verify(store, repair: repair) }
    return issues
  }

  /// Writes changes to the first store that no context would.
  func writeRaw(_ change: (inout ChangeSet, any StoreSnapshot) throws -> Void) throws {
    let store = try #require(persistentStores.first)
    let transaction = try backend(of: store).beginWrite()
    defer { transaction.rollback() }
    var changes = ChangeSet()
    try change(&changes, transaction.reader)
    _ = try transaction.apply(changes)
    try transaction.prepare()
    try transaction.commit()
  }
}

extension StoreSnapshot {
  /// The rows of an entity with their keys.
  func rows(of entity: EntitySchema) throws -> [(key: ObjectKey, row: Row)] {
    var query = Query(entity: entity.index, concreteEntities: entity.subtree)
    query.needsRows = true
    var found: [(key: ObjectKey, row: Row)] = []
    try run(query) { batch in
      found += zip(batch.keys, batch.rows).map { (key: $0, row: $1) }
      return true
    }
    return found
  }
}

extension ChangeSet {
  /// Empties slots of a row, or sets them to a number.
  mutating func set(_ slots: [Int], to number: Int64? = nil, of key: ObjectKey, _ row: Row) {
    let assembler = RowAssembler()
    assembler.begin(entity: row.entity, slotCount: row.slotCount, version: row.version)
    var changed = SlotSet()
    for slot in slots {
      if let number { assembler.setInteger(number, slot) }
      changed.insert(slot)
    }
    updates.append(
      RowUpdate(key: key, row: assembler.finish(), changed: changed, expectedVersion: nil))
  }
}
