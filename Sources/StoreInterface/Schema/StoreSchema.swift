// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// A model, compiled: every entity and property addressed by an index.
///
/// Entities stand depth-first, roots ascending by name and each entity's children ascending by name,
/// so that a hierarchy, and every subtree of it, is one range of indexes. One schema describes the
/// whole model; a store holds the entities its configuration names.
package final class StoreSchema: Sendable {
  package let entities: [EntitySchema]
  /// The many-to-many links, and to-manys without an inverse.
  package let links: [LinkSchema]
  /// The attributes that stores compute, each behind those that it is computed from.
  package let derived: [DerivedAttribute]
  private let indexes: [String: Int]
  private let historyLayout: Mutex<HistoryLayout?> = Mutex(nil)

  package init(
    entities: [EntitySchema], links: [LinkSchema], derived: [DerivedAttribute] = []
  ) {
    self.entities = entities
    self.links = links
    self.derived = derived
    indexes = Dictionary(
      entities.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
  }

  /// How histories name properties. Made when it is first asked for.
  package var history: HistoryLayout {
    historyLayout.withLock { known in
      let layout = known ?? HistoryLayout(self)
      known = layout
      return layout
    }
  }

  package func entity(named name: String) -> EntitySchema? { indexes[name].map { entities[$0] } }

  /// Returns the entity that a chain of to-one relationships leads to.
  package func entity(from entity: Int, along hops: [Int]) -> EntitySchema {
    hops.reduce(entities[entity]) { entities[$0.toOnes[$1].destination] }
  }
}
