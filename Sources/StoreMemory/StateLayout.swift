// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// Where the parts of a ``MemoryState`` are found: computed from the schema when a store opens.
///
/// A class, since it is the same in every state: copying a state counts one reference to it.
final class StateLayout: Sendable {
  /// A to-one whose destination must find its owners.
  struct InverseColumn: Sendable {
    let slot: Int
    /// Index of ``MemoryState/inverses``.
    let ordinal: Int
  }

  /// A side of a link.
  struct LinkEnd: Hashable, Sendable {
    let link: Int
    let side: LinkSide
  }

  /// The tables and indexes that writing a row of one entity touches.
  final class EntityPlan: Sendable {
    let table: Int
    let layout: RowLayout
    let inverses: [InverseColumn]
    /// The constraints with their indexes of ``MemoryState/uniques``.
    let constraints: [(key: ConstraintKey, ordinal: Int)]
    /// Links on a side of which objects of the entity may stand.
    let links: [LinkEnd]

    init(
      table: Int, layout: RowLayout, inverses: [InverseColumn],
      constraints: [(key: ConstraintKey, ordinal: Int)], links: [LinkEnd]
    ) {
      self.table = table
      self.layout = layout
      self.inverses = inverses
      self.constraints = constraints
      self.links = links
    }
  }

  let schema: StoreSchema
  /// The root entities, in the order of the tables.
  let roots: [Int]
  let entities: [EntityPlan]
  /// By entity: its table, as in the plan.
  let tables: [Int]
  let inverseCount: Int
  /// The declaring entity and index of each constraint.
  let constraints: [(entity: Int, constraint: Int)]
  private let inverseOrdinals: [[Int?]]
  /// The ordered indexes that queries may have made.
  let indexes: [IndexDefinition]
  /// By entity: the indexes that hold its rows.
  let indexesOfEntity: [[Int]]
  /// The same as the planner sees them.
  let candidatesOfEntity: [[IndexCandidate]]

  init(_ schema: StoreSchema) {
    self.schema = schema
    let roots = schema.entities.filter { $0.root == $0.index }.map(\.index)
    self.roots = roots
    let (inverseOrdinals, inverseCount) = StateLayout.inverses(schema)
    let constraints = StateLayout.constraints(schema)
    entities = schema.entities.map { entity in
      let inverses = entity.toOnes.indices.compactMap { index in
        inverseOrdinals[entity.index][index].map {
          InverseColumn(slot: entity.toOnes[index].slot, ordinal: $0)
        }
      }
      let keys = entity.constraints.indices.compactMap { index in
        constraints.firstIndex {
          $0.entity == entity.constraints[index].declaredBy && $0.constraint == index
        }.map { (ConstraintKey(entity, index), $0) }
      }
      return EntityPlan(
        table: roots.firstIndex(of: entity.root) ?? 0, layout: RowLayout(entity),
        inverses: inverses, constraints: keys, links: StateLayout.links(schema, entity))
    }
    tables = entities.map(\.table)
    self.inverseOrdinals = inverseOrdinals
    self.inverseCount = inverseCount
    self.constraints = constraints
    let tables = tables
    let indexes = IndexDefinition.all(schema) { tables[$0] }
    self.indexes = indexes
    indexesOfEntity = schema.entities.map { entity in
      indexes.indices.filter { indexes[$0].holds(entity.index) }
    }
    candidatesOfEntity = indexesOfEntity.map { $0.map { indexes[$0].candidate } }
  }

  /// Returns the index that answers a to-one of an entity backwards; nil when it has none.
  func inverse(of entity: Int, toOne: Int) -> Int? { inverseOrdinals[entity][toOne] }

  /// Returns the index of a constraint, given as its declaring entity states it.
  func ordinal(of entity: Int, constraint: Int) -> Int? {
    entities[entity].constraints.first { $0.key.index == constraint }?.ordinal
  }

  /// One index for each to-one with an inverse, shared by the entities that inherit it.
  private static func inverses(_ schema: StoreSchema) -> ([[Int?]], Int) {
    var count = 0
    var result: [[Int?]] = []
    for entity in schema.entities {
      result.append(
        entity.toOnes.indices.map { index in
          let toOne = entity.toOnes[index]
          guard toOne.isInverseToMany else { return nil }
          if toOne.declaredBy < entity.index { return result[toOne.declaredBy][index] }
          count += 1
          return count - 1
        })
    }
    return (result, count)
  }

  private static func constraints(_ schema: StoreSchema) -> [(entity: Int, constraint: Int)] {
    schema.entities.flatMap { entity in
      entity.constraints.indices
        .filter { entity.constraints[$0].declaredBy == entity.index }
        .map { (entity.index, $0) }
    }
  }

  private static func links(
    _ schema: StoreSchema, _ entity: EntitySchema
  ) -> [LinkEnd] {
    var result: [LinkEnd] = []
    for (index, link) in schema.links.enumerated() {
      if schema.entities[link.firstEntity].root == entity.root {
        result.append(LinkEnd(link: index, side: .first))
      }
      if schema.entities[link.secondEntity].root == entity.root, !link.isReflexive {
        result.append(LinkEnd(link: index, side: .second))
      }
    }
    return result
  }
}
