// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

// Keys on the way down to a store lose their ordinal; on the way up they get it back.

extension ChangeSet {
  /// Returns true if every key carries the ordinal.
  func isEntirely(in ordinal: Int) -> Bool {
    deletes.allSatisfy { $0.key.store == ordinal }
      && updates.allSatisfy { $0.key.store == ordinal }
      && inserts.allSatisfy { $0.key.store == ordinal }
      && links.allSatisfy { $0.first.store == ordinal && $0.second.store == ordinal }
      && checks.allSatisfy { $0.key.store == ordinal }
  }
}

extension RowInsert {
  var inStoreZero: RowInsert { RowInsert(key: key.inStore(0), row: row) }
}

extension RowUpdate {
  var inStoreZero: RowUpdate {
    RowUpdate(
      key: key.inStore(0), row: row, changed: changed, expectedVersion: expectedVersion)
  }
}

extension RowDelete {
  var inStoreZero: RowDelete { RowDelete(key: key.inStore(0), expectedVersion: expectedVersion) }
}

extension VersionCheck {
  var inStoreZero: VersionCheck {
    VersionCheck(key: key.inStore(0), expectedVersion: expectedVersion)
  }
}

extension LinkChange {
  var inStoreZero: LinkChange {
    LinkChange(
      link: link, kind: kind, first: first.inStore(0), second: second.inStore(0),
      orderInFirst: orderInFirst, orderInSecond: orderInSecond)
  }
}

extension Conflict {
  /// Returns the conflict as the coordinator knows its objects.
  package func inStore(_ ordinal: Int) -> Conflict {
    switch self {
    case .version(let key, let expected, let actual, let stored):
      .version(key: key.inStore(ordinal), expected: expected, actual: actual, stored: stored)
    case .uniqueness(let entity, let constraint, let pending, let stored, let storedRow):
      .uniqueness(
        entity: entity, constraint: constraint, pending: pending.map { $0.inStore(ordinal) },
        stored: stored?.inStore(ordinal), storedRow: storedRow)
    }
  }
}

extension RowBatch {
  /// Gives the keys an ordinal. At most one allocation for the batch, none when it is not shared.
  package mutating func setStore(_ ordinal: Int) { keys.setStore(ordinal) }
}

extension [ObjectKey] {
  mutating func setStore(_ ordinal: Int) {
    guard ordinal != 0 else { return }
    for index in indices { self[index].store = ordinal }
  }

  /// The same keys for the store itself; no copy when they are that already.
  var inStoreZero: [ObjectKey] {
    allSatisfy { $0.store == 0 } ? self : map { $0.inStore(0) }
  }
}
