// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// All that one save does to one store, in the order: deletes, updates, inserts, links.
///
/// Deletes come first so that a unique value may pass from a deleted to an inserted object. Each
/// list is sorted by key. Rows are complete, whatever changed.
package struct ChangeSet: Sendable {
  package var inserts: [RowInsert] = []
  package var updates: [RowUpdate] = []
  package var deletes: [RowDelete] = []
  package var links: [LinkChange] = []
  /// Objects that are not written but must still have the version they were read with.
  package var checks: [VersionCheck] = []
  /// New metadata, written in the same transaction; nil: unchanged.
  package var metadata: StoreMetadata?
  /// The store's own bookkeeping; the last of one name counts.
  package var notes: [StoreNote] = []
  /// True if it repeats a save whose fate is decided: new objects have their names already, and no
  /// context stands behind it.
  package var isReplay = false
  /// True if the links are the content of another store: a member that several owners of a to-many
  /// without inverse have there stays with all of them. Otherwise an added one leaves the others.
  package var keepsAllOwners = false
  /// True if the updates are values that were derived from what was applied before.
  package var isDerived = false
  /// The origin that a history tells; nil: what is known without.
  package var origin: ChangeOrigin?

  package init() {}

  package var isEmpty: Bool {
    inserts.isEmpty && updates.isEmpty && deletes.isEmpty && links.isEmpty && checks.isEmpty
      && metadata == nil && notes.isEmpty
  }
}

/// A new row, under a number that was reserved before.
package struct RowInsert: Sendable {
  package var key: ObjectKey
  package var row: Row

  package init(key: ObjectKey, row: Row) {
    self.key = key
    self.row = row
  }
}

/// New values for some slots of a stored row.
package struct RowUpdate: Sendable {
  package var key: ObjectKey
  /// Holds the new values; its version is the one to store.
  package var row: Row
  /// The slots to write. A reference column counts by its first slot; an order slot by itself.
  /// May be empty: then only the version rises.
  package var changed: SlotSet
  /// The version the stored row must have; nil: whatever it has, the version stays as it is.
  package var expectedVersion: Int64?

  package init(key: ObjectKey, row: Row, changed: SlotSet, expectedVersion: Int64?) {
    self.key = key
    self.row = row
    self.changed = changed
    self.expectedVersion = expectedVersion
  }
}

/// A row to remove, with all links that mention it.
package struct RowDelete: Sendable {
  package var key: ObjectKey
  /// The version the stored row must have; nil: delete whatever is there, even nothing.
  package var expectedVersion: Int64?

  package init(key: ObjectKey, expectedVersion: Int64?) {
    self.key = key
    self.expectedVersion = expectedVersion
  }
}

/// A row that must be unchanged.
package struct VersionCheck: Sendable {
  package var key: ObjectKey
  package var expectedVersion: Int64

  package init(key: ObjectKey, expectedVersion: Int64) {
    self.key = key
    self.expectedVersion = expectedVersion
  }
}

/// A pair of a link, added, removed or re-ordered.
package struct LinkChange: Sendable {
  package enum Kind: Sendable {
    /// Adding a pair that is there only sets its order keys.
    case add
    /// Removing a pair that is not there does nothing.
    case remove
  }

  /// Index of ``StoreSchema/links``.
  package var link: Int
  package var kind: Kind
  package var first: ObjectKey
  package var second: ObjectKey
  /// The position of `second` in the first side's ordered relationship; nil: leave as it is
  /// (an added pair goes to the end).
  package var orderInFirst: Int64?
  /// The position of `first` in the second side's ordered relationship; likewise.
  package var orderInSecond: Int64?

  package init(
    link: Int, kind: Kind, first: ObjectKey, second: ObjectKey, orderInFirst: Int64? = nil,
    orderInSecond: Int64? = nil
  ) {
    self.link = link
    self.kind = kind
    self.first = first
    self.second = second
    self.orderInFirst = orderInFirst
    self.orderInSecond = orderInSecond
  }
}
