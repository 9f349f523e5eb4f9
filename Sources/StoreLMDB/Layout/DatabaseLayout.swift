// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Where everything of a schema is in a file: compiled at opening, constant afterwards.
// Sendable: the databases are filled in by the opening, before any other thread knows the layout.
final class DatabaseLayout: @unchecked Sendable {
  let schema: StoreSchema
  /// The entities of the store, ascending.
  let entities: [Int]
  let numbers: EntityRegister
  let records: RecordLayout
  /// The plans for writing rows, by entity; made when the databases are known.
  private(set) var plans: [RecordPlan] = []
  var metadata = Database.absent
  var allocator = Database.absent
  var counts = Database.absent
  var history = Database.absent
  var historyTimes = Database.absent
  /// By root entity.
  var rows: [Database]
  let indexes: [IndexLayout]
  /// By index of `schema.links`; nil for links of other stores.
  let links: [LinkLayout?]
  /// By entity: the indexes that hold its rows.
  let indexesOfEntity: [[Int]]
  /// By entity: the links that may mention its rows, with the side it stands on.
  let linksOfEntity: [[(link: Int, side: LinkSide)]]
  /// By entity and to-one: the index that answers the inverse.
  private let toOneIndexes: [[Int?]]

  init(
    schema: StoreSchema, entities: [Int], numbers: EntityRegister, store: String
  ) {
    self.schema = schema
    self.entities = entities
    self.numbers = numbers
    records = RecordLayout(schema: schema, numbers: numbers, store: store)
    rows = [Database](repeating: .absent, count: schema.entities.count)
    let indexes = DatabaseLayout.indexes(schema, entities)
    self.indexes = indexes
    let positions = Dictionary(
      indexes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    toOneIndexes = DatabaseLayout.toOneIndexes(of: schema, positions: positions, indexes: indexes)
    indexesOfEntity = schema.entities.map { entity in
      indexes.indices.filter { indexes[$0].subtree.contains(entity.index) }
    }
    let held = Set(entities)
    links = schema.links.map { link in
      held.contains(link.firstEntity) || held.contains(link.secondEntity)
        ? LinkLayout(link, in: schema) : nil
    }
    linksOfEntity = DatabaseLayout.sides(schema, links)
  }

  /// Compiles what depends on the databases, once they are filled in.
  func didOpenDatabases() {
    plans = schema.entities.map { RecordPlan($0, self) }
  }

  /// The roots of the store's entities, ascending.
  var roots: [Int] { Set(entities.map { schema.entities[$0].root }).sorted() }

  // MARK: - Indexes

  /// Returns the index of a to-one that answers its inverse.
  func index(ofToOne toOne: Int, entity: Int) -> Int? { toOneIndexes[entity][toOne] }

  private static func toOneIndexes(
    of schema: StoreSchema, positions: [String: Int], indexes: [IndexLayout]
  ) -> [[Int?]] {
    schema.entities.map { entity in
      entity.toOnes.enumerated().map { number, toOne in
        let owner = schema.entities[toOne.declaredBy]
        let column = IndexLayout.Part(.toOne(number), of: owner)
        return positions[KeySpace.index([column], of: owner)]
          ?? indexes.firstIndex { $0.declaredBy == owner.index && $0.answers(.toOne(number)) }
      }
    }
  }

  /// The indexes as the planner sees them, by entity, in the order of `indexesOfEntity`. One that
  /// the file does not keep is offered without columns, and so never chosen.
  var candidates: [[IndexCandidate]] {
    let all = indexes.map { index in
      let columns = index.database.handle == nil ? [] : index.columns
      return IndexCandidate(
        columns.map { IndexCandidate.Element($0.column, ascending: $0.isAscending) },
        entities: index.subtree, isUnique: index.constraint != nil && !columns.isEmpty)
    }
    return indexesOfEntity.map { $0.map { all[$0] } }
  }

  private static func indexes(_ schema: StoreSchema, _ entities: [Int]) -> [IndexLayout] {
    var result: [IndexLayout] = []
    var positions: [String: Int] = [:]
    func add(_ index: IndexLayout) {
      if let position = positions[index.name] {
        if index.constraint != nil { result[position].constraint = index.constraint }
      } else {
        positions[index.name] = result.count
        index.position = result.count
        result.append(index)
      }
    }
    for entity in entities.map({ schema.entities[$0] }) {
      for (number, constraint) in entity.constraints.enumerated()
      where constraint.declaredBy == entity.index {
        let index = IndexLayout(
          constraint.columns.map { IndexLayout.Part($0, of: entity) }, declaredBy: entity)
        index.constraint = IndexLayout.Constraint(entity: entity.index, index: number)
        add(index)
      }
      for index in entity.indexes where index.declaredBy == entity.index {
        let columns = index.elements.map {
          IndexLayout.Part($0.column, of: entity, isAscending: $0.isAscending)
        }
        add(IndexLayout(columns, declaredBy: entity))
      }
      for (number, toOne) in entity.toOnes.enumerated()
      where toOne.declaredBy == entity.index && toOne.isInverseToMany {
        // An index that begins with the to-one answers the inverse as well.
        let isAnswered = result.contains {
          $0.declaredBy == entity.index && $0.answers(.toOne(number))
        }
        if isAnswered { continue }
        add(IndexLayout([IndexLayout.Part(.toOne(number), of: entity)], declaredBy: entity))
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
