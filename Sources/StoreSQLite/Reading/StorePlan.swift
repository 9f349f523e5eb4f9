// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface
import Synchronization

/// All that is known of an open store's file before the first query: the layout, and what follows
/// from it for each entity, made when first asked for.
final class StorePlan: Sendable {
  private struct Made {
    var selections: [Selection?]
    var inserts: [InsertPlan?]
    var updates: [UpdateKey: UpdatePlan] = [:]
    var parts: [PartKey: Selection] = [:]
  }

  private struct PartKey: Hashable {
    var entity: Int
    var slots: Set<Int>
  }

  private struct UpdateKey: Hashable {
    var entity: Int
    var changed: SlotSet
    var isGuarded: Bool
  }

  /// How many shapes of updates are kept.
  private static let updateLimit = 256

  let layout: StoreLayout
  let store: String
  /// The texts of statements by the form of what they answer.
  let templates = StatementTemplates()
  private let made: Mutex<Made>
  let isHistoryForeign: Bool
  private let bits: MadeOnce<[HistoryBits]>

  var schema: StoreSchema { layout.schema }

  /// - Parameter isHistoryForeign: true if Apple's framework may have written the file's history.
  init(layout: StoreLayout, store: String, isHistoryForeign: Bool = false) {
    self.layout = layout
    self.store = store
    self.isHistoryForeign = isHistoryForeign
    bits = MadeOnce {
      layout.schema.entities.map { HistoryBits($0, in: layout, isOrderKnown: !isHistoryForeign) }
    }
    let count = layout.schema.entities.count
    made = Mutex(
      Made(
        selections: Array(repeating: nil, count: count),
        inserts: Array(repeating: nil, count: count)))
  }

  /// How the history tells what was updated of an entity's objects.
  func historyBits(of entity: Int) -> HistoryBits { bits.value[entity] }

  /// Returns the rows of an entity and its descendants; nil when it is not held.
  func selection(of entity: Int) -> Selection? {
    made.withLock { made in
      if let selection = made.selections[entity] { return selection }
      let held = layout.held(schema.entities[entity].subtree)
      let selection = layout.table(of: entity).map { Selection(layout, table: $0, entities: held) }
      made.selections[entity] = selection
      return selection
    }
  }

  /// Returns the rows that a query wants: all of their values, or those that it sorts by.
  func selection(for query: Query) -> Selection? {
    guard query.wantsSortColumnsOnly else { return selection(of: query.entity) }
    let entity = schema.entities[query.entity]
    let slots = query.sort.map { key in
      key.path.hops.first.map { entity.toOnes[$0].slot } ?? entity.slot(of: key.path.column)
    }
    return selection(of: query.entity, only: Set(slots))
  }

  /// Returns the rows of an entity and its descendants with the values of some slots; nil when it is
  /// not held.
  func selection(of entity: Int, only slots: Set<Int>) -> Selection? {
    guard let table = layout.table(of: entity) else { return nil }
    let key = PartKey(entity: entity, slots: slots)
    return made.withLock { made in
      if let part = made.parts[key] { return part }
      let part = Selection(
        layout, table: table, entities: layout.held(schema.entities[entity].subtree), only: slots)
      if made.parts.count >= StorePlan.updateLimit { made.parts = [:] }
      made.parts[key] = part
      return part
    }
  }

  /// Returns the selection of all of an entity's hierarchy.
  func hierarchySelection(of entity: Int) -> Selection? {
    selection(of: schema.entities[entity].root)
  }

  /// Returns the statement that inserts an entity's rows; nil when it is not held.
  func insert(of entity: Int) -> InsertPlan? {
    made.withLock { made in
      if let insert = made.inserts[entity] { return insert }
      let insert = InsertPlan(schema.entities[entity], layout)
      made.inserts[entity] = insert
      return insert
    }
  }

  /// Returns the statement that updates some columns of an entity's rows.
  func update(of entity: Int, changed: SlotSet, isGuarded: Bool) -> UpdatePlan {
    let key = UpdateKey(entity: entity, changed: changed, isGuarded: isGuarded)
    return made.withLock { made in
      if let update = made.updates[key] { return update }
      let update = UpdatePlan(
        entity: schema.entities[entity], changed: changed, isGuarded: isGuarded, layout)
      if made.updates.count >= StorePlan.updateLimit { made.updates = [:] }
      made.updates[key] = update
      return update
    }
  }

  /// Returns the links that rows of an entity may take part in.
  func links(of entity: Int) -> [Int] {
    schema.links.indices.filter { index in
      let link = schema.links[index]
      return (layout.joins[index] != nil || layout.ownerColumns[index] != nil)
        && (schema.entities[link.firstEntity].subtree.contains(entity)
          || schema.entities[link.secondEntity].subtree.contains(entity))
    }
  }

  /// Returns the stored properties of an entity that the file has no column for, by their slots.
  func missingSlots(of entity: Int) -> [(slot: Int, name: String)] {
    guard let place = layout.entities[entity] else { return [] }
    var missing: [(slot: Int, name: String)] = []
    for (attribute, column) in zip(schema.entities[entity].attributes, place.attributes)
    where column == nil {
      missing.append((attribute.slot, attribute.name))
    }
    for (toOne, columns) in zip(schema.entities[entity].toOnes, place.toOnes)
    where columns == nil {
      missing.append((toOne.slot, toOne.name))
    }
    return missing
  }

  /// An entity's columns of binary data that may lie in files.
  func externalColumns(of entity: Int) -> [String] {
    guard let columns = layout.entities[entity]?.attributes else { return [] }
    return zip(schema.entities[entity].attributes, columns).filter { $0.0.allowsExternalStorage }
      .compactMap(\.1)
  }
}
#endif
