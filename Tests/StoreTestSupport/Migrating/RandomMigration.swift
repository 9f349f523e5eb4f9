// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Makes two versions of a model of a few entities, and the migration from one to the other: any
/// number of changes at once, also such as no inference would find.
package struct RandomMigration {
  private var random: SplitMix64
  private var former = ModelDraft()
  private var later = ModelDraft()
  private var fallbacks: [Int: AttributeValue] = [:]
  private var nextID = 0

  package static func migration(_ seed: UInt64) -> SchemaMigration {
    var generator = RandomMigration(random: SplitMix64(seed: seed))
    return generator.make()
  }

  private init(random: SplitMix64) { self.random = random }

  private mutating func make() -> SchemaMigration {
    for _ in 0..<(2 + random.below(4)) { addEntity() }
    for _ in 0..<(2 + random.below(5)) { addRelationship() }
    for _ in 0..<random.below(4) { addIndex() }
    former = later
    for _ in 0..<(1 + random.below(6)) { change() }
    return DraftMigration(from: former, to: later, fallbacks: fallbacks).migration()
  }

  private mutating func id() -> Int {
    nextID += 1
    return nextID
  }

  // MARK: - Making

  private mutating func addEntity() {
    let number = id()
    let parents = later.entities.map(\.id)
    let parent = parents.isEmpty || random.oneIn(2) ? nil : random.pick(parents)
    later.entities.append(
      ModelDraft.Entity(id: number, name: "E\(random.below(10))_\(number)", parent: parent))
    for _ in 0..<(1 + random.below(4)) { addAttribute(to: later.entities.count - 1) }
  }

  private mutating func addAttribute(to place: Int) {
    let number = id()
    let type = random.pick(AttributeType.allCases)
    later.entities[place].attributes.append(
      ModelDraft.Attribute(id: number, name: "a\(number)", type: type))
    if random.oneIn(2) { fallbacks[number] = random.pick(SampleValues.ordinary(of: type)) }
  }

  private mutating func addRelationship() {
    let entities = later.entities.map(\.id)
    var relationship = ModelDraft.Relationship(
      id: id(), name: "r\(nextID)", form: random.pick(ModelDraft.Form.allCases),
      one: random.pick(entities), other: random.pick(entities))
    relationship.isOrdered = random.oneIn(2)
    relationship.isOtherOrdered = random.oneIn(3)
    if relationship.form == .symmetric { relationship.other = relationship.one }
    later.relationships.append(relationship)
  }

  private mutating func addIndex() {
    let place = random.below(later.entities.count)
    let names = later.entities[place].attributes.map(\.name).shuffled(using: &random)
    guard !names.isEmpty else { return }
    later.entities[place].indexes = [Array(names.prefix(1 + random.below(2)))]
  }

  // MARK: - Changing

  private mutating func change() {
    let place = random.below(later.entities.count)
    switch random.below(12) {
    case 0: addEntity()
    case 1: addAttribute(to: place)
    case 2: later.entities[place].name = "E\(random.below(10))_\(id())"
    case 3: renameAttribute(place)
    case 4: removeAttribute(place)
    case 5: removeEntity(place)
    case 6: addRelationship()
    case 7, 8, 9: changeRelationship()
    case 10: moveAttribute(place)
    default: moveEntity(place)
    }
    later.dropIndexes()
  }

  private mutating func renameAttribute(_ place: Int) {
    guard !later.entities[place].attributes.isEmpty else { return }
    let index = random.below(later.entities[place].attributes.count)
    later.entities[place].attributes[index].name = "b\(id())"
  }

  private mutating func removeAttribute(_ place: Int) {
    guard !later.entities[place].attributes.isEmpty else { return }
    later.entities[place].attributes.remove(
      at: random.below(later.entities[place].attributes.count))
  }

  /// To the parent, if there is one.
  private mutating func moveAttribute(_ place: Int) {
    guard let attribute = later.entities[place].attributes.popLast() else { return }
    let target = later.entities.firstIndex { $0.id == later.entities[place].parent } ?? place
    later.entities[target].attributes.append(attribute)
  }

  private mutating func removeEntity(_ place: Int) {
    guard later.entities.count > 2 else { return }
    let removed = later.entities.remove(at: place)
    for index in later.entities.indices where later.entities[index].parent == removed.id {
      later.entities[index].parent = removed.parent
    }
    later.relationships.removeAll { $0.one == removed.id || $0.other == removed.id }
  }

  /// Out of its hierarchy, or below another entity that has been in the same one; or below a new one.
  private mutating func moveEntity(_ place: Int) {
    let entity = later.entities[place]
    switch random.below(3) {
    case 0: later.entities[place].parent = nil
    case 1:
      let parent = id()
      later.entities.append(
        ModelDraft.Entity(
          id: parent, name: "N\(random.below(10))_\(parent)", parent: entity.parent,
          isAbstract: true))
      later.entities[place].parent = parent
    default:
      let root = former.line(entity.id).last
      let others = later.entities.map(\.id).filter { other in
        former.entity(other) != nil && former.line(other).last == root
          && !later.line(other).contains(entity.id)
          && later.line(other).allSatisfy { former.entity($0) != nil }
      }
      guard former.entity(entity.id) != nil, !others.isEmpty else { return }
      later.entities[place].parent = random.pick(others)
    }
  }

  private mutating func changeRelationship() {
    guard !later.relationships.isEmpty else { return }
    let place = random.below(later.relationships.count)
    switch random.below(4) {
    case 0: later.relationships[place].name = "q\(id())"
    case 1: later.relationships[place].isOrdered.toggle()
    case 2 where later.relationships[place].form != .symmetric:
      let forms = ModelDraft.Form.allCases.filter { $0 != .symmetric }
      later.relationships[place].form = random.pick(forms)
    default: later.relationships.remove(at: place)
    }
  }
}

extension ModelDraft {
  /// Takes out indexes whose columns are not there any more.
  fileprivate mutating func dropIndexes() {
    for place in entities.indices {
      let names = Set(entities[place].attributes.map(\.name))
      entities[place].indexes.removeAll { !names.isSuperset(of: $0) }
    }
  }
}
