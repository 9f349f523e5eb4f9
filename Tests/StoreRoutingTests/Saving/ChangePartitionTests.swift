// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

struct ChangePartitionTests {
  private let row = Stack.schema.row("Author")

  private func key(_ number: Int64, _ store: Int, entity: Int = 0) -> ObjectKey {
    ObjectKey(entity: entity, number: number, store: store)
  }

  private func changes(in stores: [Int]) -> ChangeSet {
    var changes = ChangeSet()
    for store in stores {
      let number = Int64(store * 10)
      changes.inserts.append(RowInsert(key: key(number + 1, store), row: row))
      changes.updates.append(
        RowUpdate(key: key(number + 2, store), row: row, changed: SlotSet(), expectedVersion: 7))
      changes.deletes.append(RowDelete(key: key(number + 3, store), expectedVersion: 8))
      changes.checks.append(VersionCheck(key: key(number + 4, store), expectedVersion: 9))
      changes.links.append(
        LinkChange(
          link: 5, kind: .remove, first: key(number + 5, store), second: key(number + 6, store),
          orderInFirst: 1, orderInSecond: 2))
    }
    return changes
  }

  // R-PSC-200
  @Test(arguments: [[0], [1], [0, 1], [2, 0], [3, 1, 2]])
  func everyStoreGetsItsOwnChangesAndNothingElse(stores: [Int]) throws {
    let parts = try ChangePartition(changes(in: stores)).parts
    #expect(parts.map(\.ordinal) == stores.sorted())
    for part in parts {
      let number = Int64(part.ordinal * 10)
      #expect(part.changes.inserts.map(\.key) == [key(number + 1, 0)])
      #expect(part.changes.updates.map(\.key) == [key(number + 2, 0)])
      #expect(part.changes.updates.map(\.expectedVersion) == [7])
      #expect(part.changes.deletes.map(\.key) == [key(number + 3, 0)])
      #expect(part.changes.deletes.map(\.expectedVersion) == [8])
      #expect(part.changes.checks.map(\.key) == [key(number + 4, 0)])
      let link = try #require(part.changes.links.first)
      #expect(part.changes.links.count == 1)
      #expect(link.first == key(number + 5, 0))
      #expect(link.second == key(number + 6, 0))
      #expect(link.orderInFirst == 1)
      #expect(link.orderInSecond == 2)
      #expect(link.link == 5)
    }
  }

  // R-PSC-200
  @Test func nothingToDoMakesNoParts() throws {
    #expect(try ChangePartition(ChangeSet()).parts.isEmpty)
  }

  // R-PSC-200
  @Test func metadataAloneMakesAPart() throws {
    let metadata = StoreMetadata(identifier: "X", properties: Data([1]))
    let parts = try ChangePartition(changes(in: [0]), metadata: [2: metadata]).parts
    #expect(parts.map(\.ordinal) == [0, 2])
    #expect(parts.map(\.changes.metadata) == [nil, metadata])
    #expect(parts[1].changes.inserts.isEmpty)
  }

  @Test func metadataJoinsTheStoresOtherChanges() throws {
    let metadata = StoreMetadata(identifier: "X", properties: Data())
    let parts = try ChangePartition(changes(in: [1, 0]), metadata: [1: metadata]).parts
    #expect(parts.map(\.changes.metadata) == [nil, metadata])
    #expect(parts.map(\.changes.inserts.count) == [1, 1])
  }

  // R-PSC-210
  @Test func aLinkBetweenTwoStoresIsRefused() {
    var changes = ChangeSet()
    changes.links = [LinkChange(link: 0, kind: .add, first: key(1, 0), second: key(1, 1))]
    let error = #expect(throws: RoutingError.self) { try ChangePartition(changes) }
    #expect(error?.affectedStores == [0, 1])
  }

  @Test func anObjectWithoutAStoreIsRefused() {
    var changes = ChangeSet()
    changes.inserts = [RowInsert(key: key(1, ObjectKey.unassignedStore), row: row)]
    #expect(throws: RoutingError.self) { try ChangePartition(changes) }
  }

  @Test func conflictsComeBackWithTheStoresOrdinal() throws {
    let version = Conflict.version(key: key(1, 0), expected: 1, actual: 2, stored: row)
    guard case .version(let found, 1, 2, _?) = version.inStore(3) else {
      Issue.record("The conflict changed its kind.")
      return
    }
    #expect(found == key(1, 3))
    let uniqueness = Conflict.uniqueness(
      entity: 0, constraint: 1, pending: [key(1, 0), key(2, 0)], stored: key(3, 0),
      storedRow: row)
    guard case .uniqueness(0, 1, let pending, let stored, _?) = uniqueness.inStore(3) else {
      Issue.record("The conflict changed its kind.")
      return
    }
    #expect(pending == [key(1, 3), key(2, 3)])
    #expect(stored == key(3, 3))
  }

  @Test func batchesComeBackWithTheStoresOrdinal() {
    var batch = RowBatch()
    batch.append(key(1, 0), row)
    batch.setStore(4)
    #expect(batch.keys == [key(1, 4)])
  }
}
