// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// All that is known of an open store's file before the first query: the layout and the selections
/// that follow from it.
final class StorePlan: Sendable {
  let layout: StoreLayout
  let store: String
  /// By entity index: the rows of the entity and its descendants; nil when not held.
  private let selections: [Selection?]
  /// By entity index: the statement that inserts its rows; nil when not held.
  let inserts: [InsertPlan?]
  /// By entity index: the links that rows of the entity may take part in.
  let linksOfEntity: [[Int]]
  /// By entity index: the columns of binary data that may lie in files.
  let externalColumns: [[String]]

  var schema: StoreSchema { layout.schema }

  init(layout: StoreLayout, store: String) {
    self.layout = layout
    self.store = store
    let entities = layout.schema.entities
    selections = entities.map { entity in
      layout.table(of: entity.index).map {
        Selection(layout, table: $0, entities: layout.held(entity.subtree))
      }
    }
    inserts = entities.map { InsertPlan($0, layout) }
    linksOfEntity = entities.map { entity in
      layout.schema.links.indices.filter { index in
        let link = layout.schema.links[index]
        guard layout.joins[index] != nil else { return false }
        return entities[link.firstEntity].subtree.contains(entity.index)
          || entities[link.secondEntity].subtree.contains(entity.index)
      }
    }
    externalColumns = entities.map { entity in
      guard let columns = layout.entities[entity.index]?.attributes else { return [] }
      return zip(entity.attributes, columns).filter { $0.0.allowsExternalStorage }.map(\.1)
    }
  }

  func selection(of entity: Int) -> Selection? { selections[entity] }

  /// The selection of all of an entity's hierarchy.
  func hierarchySelection(of entity: Int) -> Selection? {
    selections[layout.schema.entities[entity].root]
  }
}
#endif
