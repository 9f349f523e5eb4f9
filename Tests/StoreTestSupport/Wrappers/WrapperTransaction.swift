// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The transactions of a ``WrapperStore``.
final class WrapperTransaction: StoreTransaction {
  private let inner: any StoreTransaction
  private let store: WrapperStore
  let reader: any StoreSnapshot

  init(_ inner: any StoreTransaction, store: WrapperStore) {
    self.inner = inner
    self.store = store
    reader = WrapperSnapshot(inner.reader, store: store)
  }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    try store.willCall(.apply)
    store.willApply(changes)
    return try inner.apply(changes)
  }

  func prepare() throws(StoreError) {
    try store.willCall(.prepare)
    try inner.prepare()
  }

  func record(_ entry: HistoryEntry) throws(StoreError) -> Int64 { try inner.record(entry) }

  func raiseHistory(transaction: Int64, change: Int64) throws(StoreError) {
    try inner.raiseHistory(transaction: transaction, change: change)
  }

  func purgeHistory(before number: Int64) throws(StoreError) {
    try inner.purgeHistory(before: number)
  }

  func flush() throws(StoreError) { try inner.flush() }

  func requireDurability() { inner.requireDurability() }

  func commit() throws(StoreError) {
    try store.willCall(.commit)
    try inner.commit()
  }

  func rollback() { inner.rollback() }
}
