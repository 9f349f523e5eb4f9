// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How much of an entity a store holds.
package struct StoreEntityFigures: Sendable, Equatable {
  package let name: String
  /// Objects of exactly this entity.
  package let rows: Int
  /// The number that the next object of the entity's hierarchy would get; nil when unknown.
  package let nextID: Int?
}
