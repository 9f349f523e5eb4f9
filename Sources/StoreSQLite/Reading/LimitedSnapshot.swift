// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// A snapshot of a store that serves so many requests at once: each question is one. A snapshot that
/// is only kept, like that of a query generation, is none.
final class LimitedSnapshot: StoreSnapshot {
  private let snapshot: SQLiteSnapshot
  private let limit: RequestLimit

  init(_ snapshot: SQLiteSnapshot, _ limit: RequestLimit) {
    self.snapshot = snapshot
    self.limit = limit
  }

  func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    try limit.run { () throws(StoreError) in try snapshot.run(query, into: sink) }
  }

  func count(_ query: Query) throws(StoreError) -> Int {
    try limit.run { () throws(StoreError) in try snapshot.count(query) }
  }

  func table(_ query: TableQuery, into sink: (TableBatch) -> Bool) throws(StoreError) -> Bool {
    try limit.run { () throws(StoreError) in try snapshot.table(query, into: sink) }
  }

  func explanation(of query: TableQuery) -> String? { snapshot.explanation(of: query) }

  func row(for key: ObjectKey) throws(StoreError) -> Row? {
    try limit.run { () throws(StoreError) in try snapshot.row(for: key) }
  }

  func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    try limit.run { () throws(StoreError) in try snapshot.rows(for: keys) }
  }

  func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    try limit.run { () throws(StoreError) in
      try snapshot.related(relationship, of: owners, withRows: withRows)
    }
  }

  func notes(under prefix: String) throws(StoreError) -> [StoreNote] {
    try limit.run { () throws(StoreError) in try snapshot.notes(under: prefix) }
  }

  func historyBounds() throws(StoreError) -> HistoryBounds? {
    try limit.run { () throws(StoreError) in try snapshot.historyBounds() }
  }

  func history(
    _ range: HistoryRange, into sink: (HistoryEntry) -> Bool
  ) throws(StoreError) {
    try limit.run { () throws(StoreError) in try snapshot.history(range, into: sink) }
  }

  func historyNumber(from time: Double) throws(StoreError) -> Int64? {
    try limit.run { () throws(StoreError) in try snapshot.historyNumber(from: time) }
  }

  func end() { snapshot.end() }
  func releasePages() { snapshot.releasePages() }
}
#endif
