// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Which stores a query is put to, and how nulls count there.
package struct FetchScope: Sendable, Hashable {
  /// The stores that may answer; nil: all. Asked in add order, each once, whatever order or
  /// repetition the list has (R-PSC-260). Empty: nobody is asked.
  package var stores: [Int]?
  /// Nil: each store's own way, see ``StoreCapabilities/sqlNullSemantics`` (R-REQ-094).
  package var nullSemantics: NullSemantics?

  package init(stores: [Int]? = nil, nullSemantics: NullSemantics? = nil) {
    self.stores = stores
    self.nullSemantics = nullSemantics
  }

  package static let everywhere = FetchScope()
}
