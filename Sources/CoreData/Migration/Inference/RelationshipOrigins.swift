// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Where the destinations of relationships come from.
///
/// A relationship is a set of pairs, which rows keep as a to-one of either end, or a link. So one that
/// has no source itself may have one by its inverse.
struct RelationshipOrigins {
  private let match: ModelMatch
  private let source: StoreSchema
  private let destination: StoreSchema

  init(_ match: ModelMatch, source: StoreSchema, destination: StoreSchema) {
    self.match = match
    self.source = source
    self.destination = destination
  }

  /// A relationship of the source, and an entity that has it.
  private struct Former {
    let entity: EntitySchema
    let relationship: NSRelationshipDescription

    /// Its index among the entity's to-ones; nil for a to-many.
    var toOne: Int? { entity.toOnes.firstIndex { $0.name == relationship.name } }
    /// Nil for a to-one.
    var toMany: ToManySchema? { entity.toManys.first { $0.name == relationship.name } }
  }

  /// Returns what a relationship of an entity was before: in the entity, or in those below it.
  private func formers(
    of relationship: String, _ entity: NSEntityDescription
  ) -> [Former] {
    if let pair = match.pair(ofDestination: entity.name ?? ""),
      let known = pair.properties[relationship] as? NSRelationshipDescription,
      let schema = source.entity(named: pair.source.name ?? "")
    {
      return [Former(entity: schema, relationship: known)]
    }
    return ModelNames.sorted(entity.subentities).flatMap { formers(of: relationship, $0) }
  }

  // MARK: - To-ones

  func origin(
    of toOne: ToOneSchema, _ pair: ModelMatch.EntityPair, _ former: EntitySchema
  ) -> ToOneOrigin {
    guard let relationship = pair.destination.relationshipsByName[toOne.name] else {
      return ToOneOrigin(.none)
    }
    let known = pair.properties[toOne.name] as? NSRelationshipDescription
    let isRequired = !relationship.isOptional && known?.isOptional ?? true
    if let known, let index = former.toOnes.firstIndex(where: { $0.name == known.name }) {
      return ToOneOrigin(
        .toOne(index), keepsOrder: former.toOnes[index].orderSlot != nil, isRequired: isRequired)
    }
    var origin = inverted(relationship, former)
    origin.isRequired = isRequired
    return origin
  }

  /// A new to-one whose inverse was there before.
  private func inverted(
    _ relationship: NSRelationshipDescription, _ former: EntitySchema
  ) -> ToOneOrigin {
    guard let inverse = relationship.mutualInverse, let entity = relationship.destinationEntity,
      let known = formers(of: inverse.name, entity).first
    else { return ToOneOrigin(.none) }
    if let index = known.toOne {
      return ToOneOrigin(.inverse(entity: known.entity.index, toOne: index))
    }
    guard let toMany = known.toMany else { return ToOneOrigin(.none) }
    switch toMany.storage {
    case .inverse(let index):
      guard source.entities[toMany.destination].subtree.contains(former.index) else {
        return ToOneOrigin(.none)
      }
      return ToOneOrigin(.toOne(index), keepsOrder: former.toOnes[index].orderSlot != nil)
    case .link(let link, let side):
      return ToOneOrigin(.link(link, side: side.other), keepsOrder: toMany.isOrdered)
    }
  }

  // MARK: - Links

  /// Returns the origins of all links of the destination.
  func links() -> [[PairOrigin]] {
    let entities = match.pairs.map(\.destination) + match.added
    let byName = Dictionary(
      entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    return destination.links.map { link in
      let first = byName[destination.entities[link.firstEntity].name]
      let found = first.map { origins(of: link.firstName, $0, owner: .first) } ?? []
      guard found.isEmpty, let name = link.secondName,
        let second = byName[destination.entities[link.secondEntity].name]
      else { return found }
      return origins(of: name, second, owner: .second)
    }
  }

  private func origins(
    of relationship: String, _ entity: NSEntityDescription, owner: LinkSide
  ) -> [PairOrigin] {
    var result: [PairOrigin] = []
    for former in formers(of: relationship, entity) {
      guard let origin = origin(former, owner: owner), !result.contains(origin) else { continue }
      result.append(origin)
    }
    return result
  }

  private func origin(_ former: Former, owner: LinkSide) -> PairOrigin? {
    if let index = former.toOne {
      return .toOne(
        entity: former.entity.index, toOne: index, side: owner,
        keepsOrder: former.entity.toOnes[index].orderSlot != nil)
    }
    guard let toMany = former.toMany else { return nil }
    switch toMany.storage {
    case .link(let link, let side): return .link(link, isSwapped: side != owner)
    case .inverse(let index):
      let members = source.entities[toMany.destination]
      return .toOne(
        entity: members.index, toOne: index, side: owner.other,
        keepsOrder: members.toOnes[index].orderSlot != nil)
    }
  }
}
