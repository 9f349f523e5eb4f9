// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A store that hands every row on in a batch of its own, as the contract allows.
package final class ChaosStore: WrapperStore, @unchecked Sendable {
  package override init(_ inner: any StoreBackend) { super.init(inner) }

  override func batches(of batch: RowBatch) -> [RowBatch] {
    batch.keys.indices.map { index in
      var single = RowBatch()
      single.keys = [batch.keys[index]]
      if !batch.rows.isEmpty { single.rows = [batch.rows[index]] }
      return single
    }
  }
}
