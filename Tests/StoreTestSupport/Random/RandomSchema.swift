// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Makes schemas of a few entities with every kind of property.
package struct RandomSchema {
  private var random: SplitMix64
  private var builder = SchemaBuilder()
  private var entities: [String] = []
  private var attributes: [String: [String]] = [:]

  package static func schema(_ seed: UInt64) -> StoreSchema {
    var generator = RandomSchema(random: SplitMix64(seed: seed))
    return generator.make()
  }

  private init(random: SplitMix64) { self.random = random }

  private mutating func make() -> StoreSchema {
    for number in 0..<(2 + random.below(4)) { addEntity(number) }
    for number in 0..<(2 + random.below(5)) { addRelationship("r\(number)") }
    for number in 0..<random.below(4) { addIndex("i\(number)") }
    return builder.build()
  }

  private mutating func addEntity(_ number: Int) {
    let name = "E\(random.below(10))_\(number)"
    let parent = entities.isEmpty || random.oneIn(2) ? nil : random.pick(entities)
    builder.entity(name, parent: parent)
    var names: [String] = []
    for index in 0..<(1 + random.below(5)) {
      let type = random.pick(AttributeType.allCases)
      names.append("a\(number)_\(index)")
      builder.attribute(name, name: names[index], type: type)
    }
    attributes[name] = names
    entities.append(name)
  }

  private mutating func addRelationship(_ name: String) {
    let first = random.pick(entities)
    let second = random.pick(entities)
    let isOrdered = random.oneIn(3)
    switch random.below(7) {
    case 0: builder.toOne(first, name: name, to: second)
    case 1: builder.toMany(first, name: name, to: second, isOrdered: isOrdered)
    case 2: builder.oneToOne(first, name: name, second, name: name + "x")
    case 3, 4:
      builder.oneToMany(first, toMany: name, second, toOne: name + "x", isOrdered: isOrdered)
    case 5: builder.manyToMany(first, name: name, first, name: name)
    default:
      builder.manyToMany(
        first, name: name, isOrdered: isOrdered, second, name: name + "x",
        isSecondOrdered: random.oneIn(3))
    }
  }

  private mutating func addIndex(_ name: String) {
    let entity = random.pick(entities)
    let columns = (attributes[entity] ?? []).shuffled(using: &random)
    let signed = columns.prefix(1 + random.below(2)).map { random.oneIn(2) ? $0 : "-" + $0 }
    builder.index(entity, name: name, columns: signed)
  }
}
