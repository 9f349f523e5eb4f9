// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The migration between two versions of a draft: what has the same number is the same.
package struct DraftMigration {
  private let former: ModelDraft
  private let later: ModelDraft
  private let source: StoreSchema
  private let destination: StoreSchema
  /// The fallbacks of attributes, by number.
  private let fallbacks: [Int: AttributeValue]
  private let required: Set<Int>

  package init(
    from former: ModelDraft, to later: ModelDraft, fallbacks: [Int: AttributeValue] = [:],
    required: Set<Int> = []
  ) {
    self.former = former
    self.later = later
    self.fallbacks = fallbacks
    self.required = required
    source = former.schema()
    destination = later.schema()
  }

  package func migration() -> SchemaMigration {
    SchemaMigration(
      from: source, to: destination,
      entities: destination.entities.map { entity in
        guard let draft = later.entities.first(where: { $0.name == entity.name }),
          former.entity(draft.id) != nil
        else { return nil }
        return origin(of: entity, source[former.name(draft.id)])
      },
      links: destination.links.map(origins))
  }

  private func origin(of entity: EntitySchema, _ old: EntitySchema) -> EntityOrigin {
    EntityOrigin(
      source: old.index,
      attributes: entity.attributes.map { attribute in
        let id = later.attributeID(attribute.name)
        let name = former.attributeName(id)
        return AttributeOrigin(
          attribute: old.attributes.firstIndex { $0.name == name },
          fallback: fallbacks[id] ?? .null, isRequired: required.contains(id))
      },
      toOnes: entity.toOnes.map { origin(of: $0, old) })
  }

  // MARK: - Relationships

  private func relationship(
    named name: String
  ) -> (old: ModelDraft.Relationship, isOther: Bool)? {
    for new in later.relationships {
      guard let old = former.relationships.first(where: { $0.id == new.id }) else { continue }
      if new.name == name { return (old, false) }
      if new.otherName == name { return (old, true) }
    }
    return nil
  }

  private func origin(of toOne: ToOneSchema, _ entity: EntitySchema) -> ToOneOrigin {
    guard let (old, isOther) = relationship(named: toOne.name) else { return ToOneOrigin(.none) }
    let (own, back) = isOther ? (old.otherName, old.name) : (old.name, old.otherName)
    if let index = entity.toOnes.firstIndex(where: { $0.name == own }) {
      return ToOneOrigin(
        .toOne(index), keepsOrder: toOne.orderSlot != nil && entity.toOnes[index].orderSlot != nil)
    }
    let declared = source[former.name(isOther ? old.other : old.one)]
    guard declared.subtree.contains(entity.index) else { return ToOneOrigin(.none) }
    if let (link, side) = sourceLink(old) {
      let near = isOther ? side.other : side
      let isOrdered =
        near == .second ? source.links[link].isFirstOrdered : source.links[link].isSecondOrdered
      return ToOneOrigin(
        .link(link, side: near), keepsOrder: toOne.orderSlot != nil && isOrdered)
    }
    let far = source[former.name(isOther ? old.one : old.other)]
    guard let index = far.toOnes.firstIndex(where: { $0.name == back }) else {
      return ToOneOrigin(.none)
    }
    return ToOneOrigin(.inverse(entity: far.index, toOne: index))
  }

  /// The link behind a relationship, and the side of its entity `one`.
  private func sourceLink(_ old: ModelDraft.Relationship) -> (Int, LinkSide)? {
    guard [.toMany, .manyToMany, .symmetric].contains(old.form) else { return nil }
    return source.link(former.name(old.one), old.name)
  }

  private func origins(of link: LinkSchema) -> [PairOrigin] {
    guard let (old, isOther) = relationship(named: link.firstName) else { return [] }
    // The side on which the entity `one` stands.
    let near: LinkSide = isOther ? .second : .first
    if let (former, side) = sourceLink(old) { return [.link(former, isSwapped: side != near)] }
    let (one, other) = (source[former.name(old.one)], source[former.name(old.other)])
    if let index = one.toOnes.firstIndex(where: { $0.name == old.name }) {
      let isOrdered = near == .first ? link.isSecondOrdered : link.isFirstOrdered
      return [
        .toOne(
          entity: one.index, toOne: index, side: near,
          keepsOrder: isOrdered && one.toOnes[index].orderSlot != nil)
      ]
    }
    guard let index = other.toOnes.firstIndex(where: { $0.name == old.otherName }) else {
      return []
    }
    let isOrdered = near == .first ? link.isFirstOrdered : link.isSecondOrdered
    return [
      .toOne(
        entity: other.index, toOne: index, side: near.other,
        keepsOrder: isOrdered && other.toOnes[index].orderSlot != nil)
    ]
  }
}

extension ModelDraft {
  fileprivate func attributeID(_ name: String) -> Int {
    entities.lazy.flatMap(\.attributes).first { $0.name == name }?.id ?? -1
  }

  fileprivate func attributeName(_ id: Int) -> String? {
    entities.lazy.flatMap(\.attributes).first { $0.id == id }?.name
  }
}
