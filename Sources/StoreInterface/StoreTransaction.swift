// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The write transaction of one store. It is ended by `commit` or `rollback`; releasing it without
/// either rolls back. One thread only.
package protocol StoreTransaction: AnyObject {
  /// Reads what the transaction has written so far. Do not end it.
  var reader: any StoreSnapshot { get }

  /// Checks every expected version and every uniqueness constraint and writes the changes.
  /// Returns the conflicts, all that can be found; when there is one the transaction's contents
  /// are undefined and it must be rolled back.
  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict]

  /// The entry that the history will have of what was applied; nil where none is recorded.
  var history: HistoryEntry? { get }

  /// Writes an entry of the history, under the next numbers, and returns that of the transaction. Of
  /// a store with ``StoreCapabilities/history``; not called by those who apply changes, since the
  /// router does.
  @discardableResult
  func record(_ entry: HistoryEntry) throws(StoreError) -> Int64

  /// Makes the numbers of the history go on behind these, if they have not come so far: what is
  /// recorded next has greater ones. For a history that was another store's.
  ///
  /// - Parameters:
  ///   - transaction: the number of a transaction.
  ///   - change: the number of a change.
  func raiseHistory(transaction: Int64, change: Int64) throws(StoreError)

  /// Removes the transactions before a number from the history.
  func purgeHistory(before number: Int64) throws(StoreError)

  /// Votes: after it succeeds, `commit` fails only for input/output trouble.
  func prepare() throws(StoreError)

  /// Writes what was applied as far as the engine can before it commits, so that a full disk shows
  /// before other stores commit. Called between `prepare` and `commit` of a save over several
  /// stores; see ``StoreCapabilities/flushing``.
  func flush() throws(StoreError)

  /// True unless it is certain that the last commit to the store was this object's, or its opening.
  var mayFollowOthers: Bool { get }

  /// Makes this commit survive a power failure, whatever durability the store has: for commits
  /// beside which something else changes, like external files. Any time before `commit`.
  func requireDurability()

  /// Makes earlier commits survive a power failure that may not yet: what another store commits now
  /// builds on them.
  func synchroniseEarlier() throws(StoreError)

  /// Makes the changes visible and, for a durable store, durable.
  func commit() throws(StoreError)

  /// Leaves no trace. Idempotent, and harmless after `commit`.
  func rollback()
}

extension StoreTransaction {
  package var history: HistoryEntry? { nil }
  package func record(_ entry: HistoryEntry) throws(StoreError) -> Int64 { 0 }
  package func raiseHistory(transaction: Int64, change: Int64) throws(StoreError) {}
  package func purgeHistory(before number: Int64) throws(StoreError) {}
  package func flush() throws(StoreError) {}
  package func requireDurability() {}
  package func synchroniseEarlier() throws(StoreError) {}
  package var mayFollowOthers: Bool { true }
}
