// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Fills a schema with objects that often have equal values, nulls and links.
package struct RandomDataset {
  private var random: SplitMix64
  private let schema: StoreSchema
  private var keys: [ObjectKey] = []

  /// - Parameter count: how many objects there are at most.
  package static func dataset(_ schema: StoreSchema, seed: UInt64, count: Int) -> Dataset {
    var generator = RandomDataset(random: SplitMix64(seed: seed), schema: schema)
    return generator.make(count)
  }

  private init(random: SplitMix64, schema: StoreSchema) {
    self.random = random
    self.schema = schema
  }

  private mutating func make(_ count: Int) -> Dataset {
    let concrete = schema.entities.filter { !$0.isAbstract }.map(\.index)
    var next: [Int: Int64] = [:]
    for _ in 0..<count {
      let entity = random.pick(concrete)
      next[schema.entities[entity].root, default: 0] += 1
      let number = next[schema.entities[entity].root] ?? 1
      keys.append(ObjectKey(entity: entity, number: number))
    }
    var objects: [Dataset.Object] = []
    for key in keys { objects.append(Dataset.Object(key: key, values: values(key))) }
    var links: [LinkChange] = []
    for link in schema.links.indices { links += pairs(link) }
    return Dataset(schema: schema, objects: objects, links: links)
  }

  private mutating func values(_ key: ObjectKey) -> PropertyValues {
    let entity = schema.entities[key.entity]
    var values: PropertyValues = [:]
    for attribute in entity.attributes where !random.oneIn(5) {
      let samples =
        random.oneIn(12)
        ? SampleValues.extremes(of: attribute.type) : SampleValues.ordinary(of: attribute.type)
      values[attribute.name] = random.pick(samples)
    }
    for toOne in entity.toOnes where !random.oneIn(4) {
      guard let destination = object(in: toOne.destination) else { continue }
      values[toOne.name] = .reference(destination)
      if toOne.orderSlot != nil { values[toOne.name + "#"] = .integer(Int64(random.below(9))) }
    }
    return values
  }

  private mutating func object(in entity: Int) -> ObjectKey? {
    let candidates = keys.filter { schema.entities[entity].subtree.contains($0.entity) }
    return candidates.isEmpty ? nil : random.pick(candidates)
  }

  private mutating func pairs(_ index: Int) -> [LinkChange] {
    let link = schema.links[index]
    var seen: Set<[ObjectKey]> = []
    var members: Set<ObjectKey> = []
    var result: [LinkChange] = []
    for _ in 0..<keys.count {
      guard let first = object(in: link.firstEntity), let second = object(in: link.secondEntity)
      else { break }
      let identity = link.isReflexive ? [first, second].sorted() : [first, second]
      guard seen.insert(identity).inserted else { continue }
      // Without an inverse an object has one owner.
      if link.isOneSided, !members.insert(second).inserted { continue }
      result.append(
        LinkChange(
          link: index, kind: .add, first: first, second: second,
          orderInFirst: link.isFirstOrdered ? Int64(random.below(9)) : nil,
          orderInSecond: link.isSecondOrdered ? Int64(random.below(9)) : nil))
    }
    return result
  }
}
