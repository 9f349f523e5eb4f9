// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Makes queries over a schema. The same seed makes the same queries.
package struct RandomQuery {
  var random: SplitMix64
  let schema: StoreSchema
  /// Keys that conditions on objects may name; some are stored.
  let keys: [ObjectKey]

  package init(_ schema: StoreSchema, keys: [ObjectKey], seed: UInt64) {
    random = SplitMix64(seed: seed)
    self.schema = schema
    self.keys = keys
  }

  package mutating func next() -> Query {
    let entity = random.pick(schema.entities)
    var query = Query(entity: entity.index, concreteEntities: entities(below: entity))
    if !random.oneIn(15) { query.filter = filter(entity, depth: random.below(4)) }
    for _ in 0..<[0, 0, 1, 1, 2, 3][random.below(6)] { query.sort.append(sortKey(entity)) }
    if random.oneIn(4) { query.offset = random.below(8) }
    if random.oneIn(3) { query.limit = 1 + random.below(12) }
    query.nullSemantics = random.oneIn(2) ? .definite : .unknown
    query.output = random.oneIn(3) ? .rows : .keys
    return query
  }

  private mutating func entities(below entity: EntitySchema) -> Range<Int> {
    guard random.oneIn(4) else { return entity.subtree }
    return schema.entities[Int.random(in: entity.subtree, using: &random)].subtree
  }

  private mutating func sortKey(_ entity: EntitySchema) -> SortKey {
    let ascending = random.oneIn(2)
    let (hops, end) = hops(from: entity)
    guard !end.attributes.isEmpty, !random.oneIn(10) else {
      return SortKey(ColumnPath(hops: hops, .key), ascending: ascending)
    }
    let index = random.below(end.attributes.count)
    let isText = end.attributes[index].type.slotKind == .text
    return SortKey(
      ColumnPath(hops: hops, .attribute(index)), ascending: ascending,
      collation: isText ? random.pick(Collation.allCases) : .binary)
  }

  // MARK: - Paths

  /// Some to-one steps from an entity, and where they lead.
  mutating func hops(from entity: EntitySchema) -> ([Int], EntitySchema) {
    var hops: [Int] = []
    var current = entity
    while hops.count < 2, !current.toOnes.isEmpty, random.oneIn(4) {
      hops.append(random.below(current.toOnes.count))
      current = schema.entities[current.toOnes[hops[hops.count - 1]].destination]
    }
    return (hops, current)
  }

  /// A path to an attribute, with its type; nil when there is none at its end.
  mutating func attribute(_ entity: EntitySchema) -> (path: ColumnPath, type: AttributeType)? {
    let (hops, end) = hops(from: entity)
    guard !end.attributes.isEmpty else { return nil }
    let index = random.below(end.attributes.count)
    return (ColumnPath(hops: hops, .attribute(index)), end.attributes[index].type)
  }

  /// A path to an attribute of certain types.
  mutating func attribute(
    _ entity: EntitySchema, where accepts: (AttributeType) -> Bool
  ) -> (path: ColumnPath, type: AttributeType)? {
    for _ in 0..<6 {
      if let found = attribute(entity), accepts(found.type) { return found }
    }
    return nil
  }

  /// A path to an object: a to-one, or the object at the end of the hops.
  mutating func object(_ entity: EntitySchema) -> (path: ColumnPath, entity: EntitySchema) {
    let (hops, end) = hops(from: entity)
    guard !end.toOnes.isEmpty, random.oneIn(2) else { return (ColumnPath(hops: hops, .key), end) }
    let index = random.below(end.toOnes.count)
    return (
      ColumnPath(hops: hops, .toOne(index)), schema.entities[end.toOnes[index].destination]
    )
  }

  mutating func toMany(_ entity: EntitySchema) -> (path: ToManyPath, destination: EntitySchema)? {
    let (hops, end) = hops(from: entity)
    guard !end.toManys.isEmpty else { return nil }
    let index = random.below(end.toManys.count)
    return (
      ToManyPath(hops: hops, toMany: index), schema.entities[end.toManys[index].destination]
    )
  }
}
