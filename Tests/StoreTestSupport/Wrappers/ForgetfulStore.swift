// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A store that never shows the last row of a batch.
package final class ForgetfulStore: WrapperStore, @unchecked Sendable {
  package override init(_ inner: any StoreBackend) { super.init(inner) }

  override func batches(of batch: RowBatch) -> [RowBatch] {
    var rest = batch
    rest.keys.removeLast()
    if !rest.rows.isEmpty { rest.rows.removeLast() }
    return rest.keys.isEmpty ? [] : [rest]
  }
}
