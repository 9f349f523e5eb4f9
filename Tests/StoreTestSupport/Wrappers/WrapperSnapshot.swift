// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The snapshots of a ``WrapperStore``.
final class WrapperSnapshot: StoreSnapshot {
  private let inner: any StoreSnapshot
  private let store: WrapperStore

  init(_ inner: any StoreSnapshot, store: WrapperStore) {
    self.inner = inner
    self.store = store
  }

  func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    try store.willCall(.run)
    try inner.run(query) { store.batches(of: $0).allSatisfy(sink) }
  }

  func count(_ query: Query) throws(StoreError) -> Int {
    try store.willCall(.count)
    return try inner.count(query)
  }

  func row(for key: ObjectKey) throws(StoreError) -> Row? {
    try store.willCall(.rows)
    return try inner.row(for: key)
  }

  func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    try store.willCall(.rows)
    return try inner.rows(for: keys)
  }

  func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    try store.willCall(.related)
    return try inner.related(relationship, of: owners, withRows: withRows)
  }

  func historyBounds() throws(StoreError) -> HistoryBounds? { try inner.historyBounds() }

  func history(
    _ range: HistoryRange, into sink: (HistoryEntry) -> Bool
  ) throws(StoreError) {
    try inner.history(range, into: sink)
  }

  func historyNumber(from time: Double) throws(StoreError) -> Int64? {
    try inner.historyNumber(from: time)
  }

  func end() { inner.end() }

  func releasePages() { inner.releasePages() }
}
