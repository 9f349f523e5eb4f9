// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Why a store cannot take a new object.
package struct StoreRefusal: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// Not in the store's configuration, whether or not the store is also read-only.
    case lacksEntity
    case isReadOnly
    /// The store has been removed.
    case isUnmounted
  }

  package let ordinal: Int
  package let name: String
  package let reason: Reason

  package init(ordinal: Int, name: String, reason: Reason) {
    self.ordinal = ordinal
    self.name = name
    self.reason = reason
  }

  func sentence(about entity: String) -> String {
    switch reason {
    case .lacksEntity: "“\(name)” does not hold \(entity)"
    case .isReadOnly: "“\(name)” is read-only"
    case .isUnmounted: "store \(ordinal) has been removed"
    }
  }
}
