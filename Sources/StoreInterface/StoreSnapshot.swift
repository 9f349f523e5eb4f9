// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A consistent view of one store. Used by one thread at a time; reads may throw only for damage,
/// input/output trouble and a closed store.
package protocol StoreSnapshot: AnyObject {
  /// Runs a query. The result is exact: filtered, sorted, skipped and limited by the store.
  /// `sink` receives the matches in order, in batches of any size above zero; it may keep what it
  /// gets. When it returns false no further batch is made.
  func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError)

  /// How many matches the query has, offset and limit applied. Sort keys are ignored.
  func count(_ query: Query) throws(StoreError) -> Int

  /// Answers a question for a table; `sink` receives its rows in order, in batches of any size above
  /// zero, until it returns false. Returns false, and has done nothing, if the store leaves it to be
  /// answered on its rows.
  func table(_ query: TableQuery, into sink: (TableBatch) -> Bool) throws(StoreError) -> Bool

  /// Returns a text that says how a question for a table is answered; nil if on the store's rows.
  func explanation(of query: TableQuery) -> String?

  /// Returns how a query would be answered, limits and order included; nil where nothing is to be
  /// said. May ask the engine.
  func plan(of query: Query) throws(StoreError) -> QueryPlan?

  /// Returns the row of a key, or nil. The key's entity may be an ancestor of the object's concrete
  /// entity; the row tells the concrete one. A row of another branch of the hierarchy counts as
  /// absent.
  func row(for key: ObjectKey) throws(StoreError) -> Row?

  /// Returns the rows of keys, in the order of the keys; nil for the absent.
  func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?]

  /// Returns the members of a to-many of several owners, see ``RelatedBatch``. The owners' entities
  /// are the reference's entity or descendants. Keys of members are concrete.
  func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch

  /// Returns the notes whose names begin with a prefix, ascending by name; see ``StoreNote``. None
  /// in a store that keeps none.
  func notes(under prefix: String) throws(StoreError) -> [StoreNote]

  /// Returns how far the history reaches; nil in a store without one.
  func historyBounds() throws(StoreError) -> HistoryBounds?

  /// Reads a part of the history, oldest first; `sink` receives entries until it returns false.
  func history(_ range: HistoryRange, into sink: (HistoryEntry) -> Bool) throws(StoreError)

  /// Returns the number of the first transaction that has a time, in seconds since 2001, or a later
  /// one; nil when there is none.
  func historyNumber(from time: Double) throws(StoreError) -> Int64?

  /// Gives the engine's resources back. Idempotent; called at the latest on deinitialisation.
  func end()

  /// Lets go of what lies in memory only because it was read, where that is more than a cache of
  /// fixed size, such as the pages of a mapped file. Everything can still be read. For those who read
  /// a whole store.
  func releasePages()
}

extension StoreSnapshot {
  package func historyBounds() throws(StoreError) -> HistoryBounds? { nil }
  package func history(
    _ range: HistoryRange, into sink: (HistoryEntry) -> Bool
  ) throws(StoreError) {}
  package func historyNumber(from time: Double) throws(StoreError) -> Int64? { nil }
  package func releasePages() {}
  package func explanation(of query: TableQuery) -> String? { nil }
  package func plan(of query: Query) throws(StoreError) -> QueryPlan? { nil }
  package func table(
    _ query: TableQuery, into sink: (TableBatch) -> Bool
  ) throws(StoreError) -> Bool { false }
  package func notes(under prefix: String) throws(StoreError) -> [StoreNote] { [] }
}
