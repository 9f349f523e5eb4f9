// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Where everything of a schema is in a file: compiled at opening, constant afterwards.
struct StoreLayout: Sendable {
  let schema: StoreSchema
  /// The entities of the store, ascending.
  let entities: [Int]
  let numbers: EntityNumbers
  let records: RecordLayout
  /// For copying and merging rows, by entity.
  let rowLayouts: [RowLayout]
  var metadata = Database.absent
  var allocator = Database.absent
  var counts = Database.absent
  /// By root entity.
  var rows: [Database]
  var indexes: [IndexLayout]
  /// By index of `schema.links`; nil for links of other stores.
  var links: [LinkLayout?]
  /// By entity: the indexes that hold its rows.
  let indexesOfEntity: [[Int]]
  /// By entity: the links that may mention its rows, with the side it stands on.
  let linksOfEntity: [[(link: Int, side: LinkSide)]]
  private let positions: [String: Int]

  init(
    schema: StoreSchema, entities: [Int], numbers: EntityNumbers, store: String
  ) {
    self.schema = schema
    self.entities = entities
    self.numbers = numbers
    records = RecordLayout(schema: schema, numbers: numbers, store: store)
    rowLayouts = schema.entities.map(RowLayout.init)
    rows = [Database](repeating: .absent, count: schema.entities.count)
    let indexes = StoreLayout.indexes(schema, entities)
    self.indexes = indexes
    positions = Dictionary(
      indexes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    indexesOfEntity = schema.entities.map { entity in
      indexes.indices.filter { indexes[$0].subtree.contains(entity.index) }
    }
    let held = Set(entities)
    links = schema.links.map { link in
      held.contains(link.firstEntity) || held.contains(link.secondEntity)
        ? LinkLayout(link, in: schema) : nil
    }
    linksOfEntity = StoreLayout.sides(schema, links)
  }

  /// The roots of the store's entities, ascending.
  var roots: [Int] { Set(entities.map { schema.entities[$0].root }).sorted() }

  // MARK: - Indexes

  /// The index over the given columns that the entity declares or inherits.
  func index(
    over columns: [(column: Column, isAscending: Bool)], declaredBy: Int
  ) -> Int? {
    let entity = schema.entities[declaredBy]
    let columns = columns.map {
      IndexLayout.Column($0.column, of: entity, isAscending: $0.isAscending)
    }
    return positions[KeySpace.index(columns, of: entity)]
  }

  /// The index of a to-one that answers its inverse.
  func index(ofToOne toOne: Int, entity: Int) -> Int? {
    let schema = schema.entities[entity].toOnes[toOne]
    return index(over: [(.toOne(toOne), true)], declaredBy: schema.declaredBy)
  }

  private static func indexes(_ schema: StoreSchema, _ entities: [Int]) -> [IndexLayout] {
    var result: [IndexLayout] = []
    var positions: [String: Int] = [:]
    func add(_ index: IndexLayout) {
      if let position = positions[index.name] {
        if index.constraint != nil { result[position].constraint = index.constraint }
      } else {
        positions[index.name] = result.count
        result.append(index)
      }
    }
    for entity in entities.map({ schema.entities[$0] }) {
      for (number, constraint) in entity.constraints.enumerated()
      where constraint.declaredBy == entity.index {
        var index = IndexLayout(
          constraint.columns.map { IndexLayout.Column($0, of: entity) }, declaredBy: entity)
        index.constraint = IndexLayout.Constraint(entity: entity.index, index: number)
        add(index)
      }
      for (number, toOne) in entity.toOnes.enumerated()
      where toOne.declaredBy == entity.index && toOne.isInverseToMany {
        add(IndexLayout([IndexLayout.Column(.toOne(number), of: entity)], declaredBy: entity))
      }
      for index in entity.indexes where index.declaredBy == entity.index {
        let columns = index.elements.map {
          IndexLayout.Column($0.column, of: entity, isAscending: $0.isAscending)
        }
        add(IndexLayout(columns, declaredBy: entity))
      }
    }
    return result
  }

  private static func sides(
    _ schema: StoreSchema, _ links: [LinkLayout?]
  ) -> [[(link: Int, side: LinkSide)]] {
    schema.entities.map { entity in
      var result: [(link: Int, side: LinkSide)] = []
      for case (let number, let link?) in links.enumerated() {
        if link.firstSubtree.contains(entity.index) { result.append((number, .first)) }
        if !link.isReflexive, link.secondSubtree.contains(entity.index) {
          result.append((number, .second))
        }
      }
      return result
    }
  }
}
#endif
