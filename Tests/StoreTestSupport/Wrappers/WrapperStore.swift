// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A store that passes everything on to another. Subclasses look at calls before they are made, or
/// change the batches that come back.
// Sendable: stored properties are constants; subclasses guard what they add with a mutex.
package class WrapperStore: StoreBackend, @unchecked Sendable {
  package let inner: any StoreBackend

  package init(_ inner: any StoreBackend) { self.inner = inner }

  /// Called before each call that can throw; what it throws the caller gets instead.
  func willCall(_ call: StoreCall) throws(StoreError) {}

  /// Called with each change set before it is applied.
  func willApply(_ changes: ChangeSet) {}

  /// The batches that a batch of the store is handed on as.
  func batches(of batch: RowBatch) -> [RowBatch] { [batch] }

  package var capabilities: StoreCapabilities { inner.capabilities }
  package var metadata: StoreMetadata { inner.metadata }

  package func beginRead() throws(StoreError) -> any StoreSnapshot {
    try willCall(.beginRead)
    return WrapperSnapshot(try inner.beginRead(), store: self)
  }

  package func beginWrite() throws(StoreError) -> any StoreTransaction {
    try willCall(.beginWrite)
    return WrapperTransaction(try inner.beginWrite(), store: self)
  }

  package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    try willCall(.reserveNumbers)
    return try inner.reserveNumbers(count, root: root)
  }

  package func statistics() throws(StoreError) -> StoreFigures {
    try willCall(.statistics)
    return try inner.statistics()
  }

  package func setCompanions(_ hasCompanions: Bool) { inner.setCompanions(hasCompanions) }

  package func close() { inner.close() }
}
