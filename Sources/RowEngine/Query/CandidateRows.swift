// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Rows that a store enumerates for the ``QueryExecutor``: a scan, an index range, a list of keys.
package protocol CandidateRows {
  /// Calls `body` with concrete keys and rows until it returns false. Throws what reading throws
  /// and what `body` throws.
  func forEach(
    _ body: (ObjectKey, Row) throws(StoreError) -> Bool
  ) throws(StoreError)
}
