// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The entities of a store, by their numbers in the schema.
package struct StoreEntities: Sendable {
  /// Those of the store's configuration, each named (R-PSC-171), ascending: of these it gets new objects.
  package let supported: [Int]
  /// These and the others of the model that the store has from elsewhere (R-PSC-532), ascending: of
  /// these it may have objects.
  package let held: [Int]
  let supportedSet: EntitySet
  let heldSet: EntitySet

  /// - Parameter others: entities besides the supported ones.
  package init(_ supported: [Int], others: [Int] = []) {
    self.supported = Set(supported).sorted()
    held = Set(supported + others).sorted()
    supportedSet = EntitySet(supported)
    heldSet = others.isEmpty ? supportedSet : EntitySet(held)
  }

  /// Returns true if the store may have objects of one of a range of entities.
  package func holdsOne(of entities: Range<Int>) -> Bool { heldSet.intersects(entities) }

  /// Returns true if the store may have objects of an entity.
  package func holds(_ entity: Int) -> Bool { heldSet.contains(entity) }

  /// Returns true if the store gets new objects of an entity.
  package func supports(_ entity: Int) -> Bool { supportedSet.contains(entity) }
}
