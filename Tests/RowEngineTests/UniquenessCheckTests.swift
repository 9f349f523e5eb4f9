// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import Testing

/// R-PSC-205: constraints hold among pending and stored rows of one store.
@Suite struct UniquenessCheckTests {
  private struct Stored: UniquenessLookup {
    var rows: [ObjectKey: Row] = [:]

    func holder(
      of values: SortableKey, entity: Int, constraint: Int, unless isIgnored: (ObjectKey) -> Bool
    ) -> ObjectKey? {
      rows.sorted { $0.key < $1.key }.first { key, row in
        Sample.schema.entities[entity].subtree.contains(row.entity)
          && ConstraintKey(Sample.schema.entities[entity], constraint).values(of: row) == values
          && !isIgnored(key)
      }?.key
    }

    func row(for key: ObjectKey) -> Row? { rows[key] }
  }

  private func person(_ code: UInt8?, entity: Int = Sample.person) -> Row {
    guard let code else { return Sample.row(entity, [:]) }
    let uuid = UUID(uuid: (code, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    return Sample.row(entity, [Sample.code: .uuid(uuid)])
  }

  private func key(_ number: Int64, _ entity: Int = Sample.person) -> ObjectKey {
    ObjectKey(entity: entity, number: number)
  }

  private func update(_ number: Int64, _ code: UInt8?, changed: Int = Sample.code) -> RowUpdate {
    var slots = SlotSet()
    slots.insert(changed)
    return RowUpdate(key: key(number), row: person(code), changed: slots, expectedVersion: 1)
  }

  /// The pending numbers and the stored number of each conflict.
  private func conflicts(_ changes: ChangeSet, _ stored: Stored) throws -> [([Int64], Int64?)] {
    try UniquenessCheck(Sample.schema).conflicts(of: changes, in: stored).map { conflict in
      guard case .uniqueness(_, _, let pending, let key, let row) = conflict else {
        Issue.record("not a uniqueness conflict")
        return ([], nil)
      }
      #expect((row == nil) == (key == nil))
      return (pending.map(\.number), key?.number)
    }
  }

  @Test func anInsertClashesWithAStoredRow() throws {
    var changes = ChangeSet()
    changes.inserts = [
      RowInsert(key: key(2, Sample.manager), row: person(7, entity: Sample.manager))
    ]
    let found = try conflicts(changes, Stored(rows: [key(1): person(7)]))
    #expect(found.map(\.0) == [[2]])
    #expect(found.map(\.1) == [1])
  }

  @Test func twoInsertsClashWithEachOther() throws {
    var changes = ChangeSet()
    changes.inserts = [2, 3].map { RowInsert(key: key($0), row: person(7)) }
    let found = try conflicts(changes, Stored())
    #expect(found.map(\.0) == [[2, 3]])
    #expect(found.map(\.1) == [nil])
  }

  @Test func aValuePassesFromADeletedToAnInsertedRow() throws {
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: key(1), expectedVersion: 1)]
    changes.inserts = [RowInsert(key: key(2), row: person(7))]
    #expect(try conflicts(changes, Stored(rows: [key(1): person(7)])).isEmpty)
  }

  @Test func twoRowsMayExchangeTheirValues() throws {
    var changes = ChangeSet()
    changes.updates = [update(1, 8), update(2, 7)]
    #expect(try conflicts(changes, Stored(rows: [key(1): person(7), key(2): person(8)])).isEmpty)
  }

  @Test func aRowUpdatedElsewhereStillHoldsItsValue() throws {
    var changes = ChangeSet()
    changes.updates = [update(1, 7, changed: Sample.age)]
    changes.inserts = [RowInsert(key: key(2), row: person(7))]
    let found = try conflicts(changes, Stored(rows: [key(1): person(7)]))
    #expect(found.map(\.0) == [[2]])
    #expect(found.map(\.1) == [1])
  }

  @Test func nullsNeverClash() throws {
    var changes = ChangeSet()
    changes.inserts = [2, 3].map { RowInsert(key: key($0), row: person(nil)) }
    #expect(try conflicts(changes, Stored(rows: [key(1): person(nil)])).isEmpty)
  }
}
