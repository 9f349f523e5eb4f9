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

    /// The entity that declares it.
    private var owner: Int? { toOne.map { entity.toOnes[$0].declaredBy } ?? toMany?.declaredBy }

    /// Returns true for one relationship that two entities have, of one hierarchy.
    func isSame(as other: Former) -> Bool {
      owner == other.owner && relationship.name == other.relationship.name
    }
  }

  /// Returns what a relationship of an entity was before: in the entity, and in those below it, each
  /// relationship once.
  private func formers(
    of relationship: String, _ entity: NSEntityDescription
  ) -> [Former] {
    var found: [Former] = []
    func collect(_ entity: NSEntityDescription) {
      if let pair = match.pair(ofDestination: entity.name ?? ""),
        let known = pair.properties[relationship] as? NSRelationshipDescription,
        let schema = source.entity(named: pair.source.name ?? "")
      {
        let former = Former(entity: schema, relationship: known)
        if !found.contains(where: former.isSame) { found.append(former) }
      }
      ModelNames.sorted(entity.subentities).forEach(collect)
    }
    collect(entity)
    return found
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

  /// The to-ones of the destination, by the names of entities, into which the pairs of several relationships
  /// would have to come, as where a to-many of two entities moves to their common parent: of these a row's
  /// column takes over one.
  var gatheringToOnes: [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for pair in match.pairs {
      let names = pair.destination.relationshipsByName.values.filter { gathers($0, pair) }
      if !names.isEmpty { result[pair.destination.name ?? ""] = Set(names.map(\.name)) }
    }
    return result
  }

  private func gathers(
    _ relationship: NSRelationshipDescription, _ pair: ModelMatch.EntityPair
  ) -> Bool {
    guard !relationship.isToMany, !relationship.isTransient,
      let inverse = relationship.mutualInverse, let entity = relationship.destinationEntity
    else { return false }
    guard let former = self.source.entity(named: pair.source.name ?? "") else { return false }
    let sources = formers(of: inverse.name, entity).filter { leads($0, to: former) }
    guard let own = pair.properties[relationship.name] as? NSRelationshipDescription else {
      return sources.count > 1
    }
    // Its own pairs come by the inverse as well, or they stay where they are.
    return sources.count > 1 && sources.contains { isInverse($0, of: own.name, former) }
  }

  /// Returns true if objects of an entity may have been among a relationship's destinations.
  private func leads(_ former: Former, to entity: EntitySchema) -> Bool {
    let destination =
      former.toOne.map { former.entity.toOnes[$0].destination }
      ?? former.toMany?.destination
    return destination.map { source.entities[$0].subtree.contains(entity.index) } ?? false
  }

  /// Returns true if a to-many is the inverse of an entity's to-one.
  private func isInverse(_ former: Former, of name: String, _ entity: EntitySchema) -> Bool {
    guard let toMany = former.toMany, case .inverse(let index) = toMany.storage else {
      return false
    }
    let toOne = source.entities[toMany.destination].toOnes[index]
    return toOne.name == name
      && entity.toOnes.contains { $0.name == name && $0.declaredBy == toOne.declaredBy }
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
      guard !link.isReflexive, let name = link.secondName,
        let second = byName[destination.entities[link.secondEntity].name]
      else { return found }
      // What one side was tells nothing of what has come to the other.
      return found + origins(of: name, second, owner: .second).filter { !found.contains($0) }
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
