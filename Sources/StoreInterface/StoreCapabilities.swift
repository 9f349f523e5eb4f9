// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The abilities of a store beyond the contract. Tests select stores by these, never by name.
package struct StoreCapabilities: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Without the generic sequence that lists of other option sets go through, for which every process
  /// looks through the conformances of all libraries.
  package init(arrayLiteral members: StoreCapabilities...) {
    rawValue = members.reduce(0) { $0 | $1.rawValue }
  }

  /// Contents survive the process.
  package static let durable = StoreCapabilities(rawValue: 1 << 0)
  /// Snapshots may be read on several threads at once, also while a transaction writes.
  package static let concurrentReaders = StoreCapabilities(rawValue: 1 << 1)
  /// Several processes may have the store open.
  package static let multiProcess = StoreCapabilities(rawValue: 1 << 2)
  /// Fetches count nulls as SQL does unless told otherwise (R-REQ-094).
  package static let sqlNullSemantics = StoreCapabilities(rawValue: 1 << 3)
  /// The store can be opened so that nothing it owns is modified.
  package static let readOnlyOpening = StoreCapabilities(rawValue: 1 << 4)
  /// A snapshot may be kept open for long: writers go on beside it.
  package static let queryGenerations = StoreCapabilities(rawValue: 1 << 5)
  /// Writes only when it commits, which may fail then for any reason: so it commits before others.
  package static let singlePhase = StoreCapabilities(rawValue: 1 << 6)
  /// Rows cost a call each: queries bring keys, unless ``Query/needsRows`` is set.
  package static let costlyRows = StoreCapabilities(rawValue: 1 << 7)
  /// A snapshot goes on showing the state it was begun with.
  package static let isolatedSnapshots = StoreCapabilities(rawValue: 1 << 8)
  /// Uniqueness constraints are enforced.
  package static let uniqueness = StoreCapabilities(rawValue: 1 << 9)
  /// A transaction's reader sees what the transaction has applied.
  package static let transactionalReads = StoreCapabilities(rawValue: 1 << 10)
  /// Keys mean the same after the store was closed and opened by another process.
  package static let stableNumbers = StoreCapabilities(rawValue: 1 << 11)
  /// Every commit writes everything there is: many changes belong into one change set.
  package static let wholeSaves = StoreCapabilities(rawValue: 1 << 12)
  /// Rows and metadata are kept to the bit: versions, order keys, values that no object can have.
  package static let verbatim = StoreCapabilities(rawValue: 1 << 13)
  /// Can write before it commits, see ``StoreTransaction/flush()``: a commit after that hardly
  /// needs space. Durable stores that cannot commit before those that can.
  package static let flushing = StoreCapabilities(rawValue: 1 << 14)
  /// Takes rows whose values lie in files, see ``Row/isExternal(_:)``; others get all values within.
  package static let externalValues = StoreCapabilities(rawValue: 1 << 15)
  /// There is a history of changes in the store, which nobody asked to go on with: so nothing may be
  /// written (R-PSC-140).
  package static let unwrittenHistory = StoreCapabilities(rawValue: 1 << 16)
  /// Others may write and commit while a snapshot is open: it may be kept as long as a request lasts.
  package static let keepableSnapshots = StoreCapabilities(rawValue: 1 << 17)
  /// Keeps notes, see ``StoreNote``: they are committed with the transaction that writes them.
  package static let notes = StoreCapabilities(rawValue: 1 << 18)
  /// May keep the journal of saves over several stores: its commits are durable when they return.
  package static let keepsJournal = StoreCapabilities(rawValue: 1 << 19)
  /// Keeps up derived attributes itself, as far as they are relational, see ``Derivation``.
  package static let derives = StoreCapabilities(rawValue: 1 << 20)
  /// Has begun to derive with this opening: what it does not derive itself is to be computed.
  package static let derivesAnew = StoreCapabilities(rawValue: 1 << 21)
  /// Keeps a history of its commits, see ``HistoryEntry``: what they changed is recorded in them.
  package static let history = StoreCapabilities(rawValue: 1 << 22)
  /// The abilities of every store of the library's own.
  package static let engine: StoreCapabilities = [
    .isolatedSnapshots, .uniqueness, .transactionalReads, .stableNumbers, .verbatim, .notes,
  ]
}
