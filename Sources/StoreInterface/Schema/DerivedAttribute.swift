// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An attribute that the store computes in every save that changes what it depends on.
package struct DerivedAttribute: Hashable, Sendable {
  /// The entity that declares it; its descendants have it too.
  package let entity: Int
  /// An index of the entity's `attributes`.
  package let attribute: Int
  package let derivation: Derivation

  package init(entity: Int, attribute: Int, derivation: Derivation) {
    self.entity = entity
    self.attribute = attribute
    self.derivation = derivation
  }
}

/// How the value of a derived attribute comes about.
package enum Derivation: Hashable, Sendable {
  /// The moment of the save that has inserted or updated the row.
  case now
  /// A value of the row, of rows that to-ones lead to, or of the members of a to-many; without
  /// conditions.
  case value(Operand)

  /// True for what a store with ``StoreCapabilities/derives`` keeps up itself, as databases do with
  /// triggers: the moment, copies of columns, and counts and statistics over the row's own to-many.
  package var isRelational: Bool {
    switch self {
    case .now, .value(.column): true
    case .value(.count(let toMany, nil)): toMany.hops.isEmpty
    case .value(.aggregate(_, let toMany, let column)):
      toMany.hops.isEmpty && column.hops.isEmpty
    case .value: false
    }
  }
}
