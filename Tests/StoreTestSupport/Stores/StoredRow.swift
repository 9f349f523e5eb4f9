// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A row under its key.
package struct StoredRow: Sendable {
  package var key: ObjectKey
  package var row: Row

  package init(key: ObjectKey, row: Row) {
    self.key = key
    self.row = row
  }
}
