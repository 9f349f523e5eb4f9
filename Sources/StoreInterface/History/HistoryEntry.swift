// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One committed write of a store, as the store's history tells it, with what it changed.
package struct HistoryEntry: Sendable, Equatable {
  package var transaction: HistoryTransaction
  /// In the order of their numbers; an object has one at most.
  package var changes: [HistoryChange]

  package init(transaction: HistoryTransaction, changes: [HistoryChange] = []) {
    self.transaction = transaction
    self.changes = changes
  }
}

/// The facts of a committed write: when and by whom.
package struct HistoryTransaction: Sendable, Equatable {
  /// From 1 in the order of the commits, without gaps; never given out twice. 0: not written yet.
  package var number: Int64 = 0
  /// Seconds since 2001-01-01 00:00 UTC.
  package var timestamp: Double
  package var author: String?
  package var contextName: String?
  package var bundleID: String?
  package var processID: String?

  package init(
    timestamp: Double, author: String? = nil, contextName: String? = nil, bundleID: String? = nil,
    processID: String? = nil
  ) {
    self.timestamp = timestamp
    self.author = author
    self.contextName = contextName
    self.bundleID = bundleID
    self.processID = processID
  }
}

/// The change that a committed write made to one object.
package struct HistoryChange: Sendable, Equatable {
  /// Apple's numbers.
  package enum Kind: UInt8, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
  }

  /// Rises over all transactions of a store; never given out twice. 0: not written yet.
  package var number: Int64 = 0
  package var kind: Kind
  /// The object; the entity is its concrete one.
  package var key: ObjectKey
  /// The properties that an update changed, as places in ``HistoryLayout/Entity/properties``.
  package var properties: SlotSet
  /// Of a deletion: the values of ``HistoryLayout/Entity/preserved``, in that order; else empty.
  package var tombstone: [AttributeValue]

  package init(
    _ kind: Kind, _ key: ObjectKey, properties: SlotSet = SlotSet(),
    tombstone: [AttributeValue] = []
  ) {
    self.kind = kind
    self.key = key
    self.properties = properties
    self.tombstone = tombstone
  }
}
