// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The former names of the properties of an entity, as histories name them.
struct PropertyMapping {
  private let mapping: SchemaMigration
  private let former: EntitySchema
  private let entity: EntitySchema
  private let origin: EntityOrigin

  /// - Parameter former: an entity of the source that has a successor.
  init?(_ mapping: SchemaMigration, of former: Int) {
    guard let successor = mapping.successors[former], let origin = mapping.entities[successor]
    else {
      return nil
    }
    self.mapping = mapping
    self.origin = origin
    self.former = mapping.source.entities[former]
    entity = mapping.destination.entities[successor]
  }

  private var old: HistoryLayout.Entity { mapping.source.history.entities[former.index] }
  private var new: HistoryLayout.Entity { mapping.destination.history.entities[entity.index] }

  // MARK: - Updated properties

  /// How the source has them in `ZCOLUMNS`.
  func formerBits(in layout: StoreLayout, isOrderKnown: Bool) -> HistoryBits {
    HistoryBits(former, in: layout, isOrderKnown: isOrderKnown)
  }

  /// How the destination is to have them there.
  func bits(in layout: StoreLayout, isOrderKnown: Bool) -> HistoryBits {
    HistoryBits(entity, in: layout, isOrderKnown: isOrderKnown)
  }

  /// By place in the destination's properties: the places in the source's.
  var places: [Set<Int>] {
    let byName = Dictionary(uniqueKeysWithValues: zip(old.properties, old.properties.indices))
    var places = [Set<Int>](repeating: [], count: new.properties.count)
    let known = Dictionary(uniqueKeysWithValues: zip(new.properties, new.properties.indices))
    for (name, formerName) in names {
      if let place = known[name], let former = byName[formerName] { places[place].insert(former) }
    }
    return places
  }

  /// True if a set of properties is written in the same way.
  var isIdentity: Bool {
    let places = places
    let isSame = places.indices.allSatisfy { places[$0].isEmpty || places[$0] == [$0] }
    // A former property must not be taken for another that has come into its place.
    return isSame
      && old.properties.indices.allSatisfy { $0 >= places.count || places[$0] == [$0] }
  }

  func renewed(_ former: SlotSet) -> SlotSet {
    var renewed = SlotSet()
    for (place, sources) in places.enumerated() where sources.contains(where: former.contains) {
      renewed.insert(place)
    }
    return renewed
  }

  private var names: [(String, String)] {
    let attributes = zip(entity.attributes, origin.attributes).compactMap { attribute, origin in
      origin.attribute.map { (whole(attribute.name), whole(former.attributes[$0].name)) }
    }
    let toOnes = zip(entity.toOnes, origin.toOnes).compactMap { toOne, origin in
      name(of: origin.place).map { (toOne.name, $0) }
    }
    return attributes + toOnes
      + entity.toManys.compactMap { toMany in name(of: toMany).map { (toMany.name, $0) } }
  }

  /// The name of the composite attribute that a leaf is in.
  private func whole(_ name: String) -> String {
    name.firstIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  // MARK: - Relationships

  private func name(of place: ToOneOrigin.Place) -> String? {
    switch place {
    case .none: nil
    case .toOne(let index): former.toOnes[index].name
    case .inverse(let entity, let toOne): toMany(by: toOne, of: entity)
    case .link(let link, let side): toMany(in: link, side)
    }
  }

  private func name(of toMany: ToManySchema) -> String? {
    switch toMany.storage {
    case .inverse(let toOne):
      // The entities below have the relationship too, if the one that it leads to is new.
      let members = mapping.destination.entities[toMany.destination].subtree
      guard let member = members.first(where: { mapping.entities[$0] != nil }),
        let origin = mapping.entities[member]
      else { return nil }
      return name(ofInverse: origin.toOnes[toOne].place, of: origin.source)
    case .link(let link, let side):
      return mapping.links[link].lazy.compactMap { name(of: $0, side) }.first
    }
  }

  /// - Parameter member: the entity of the source whose to-one it is.
  private func name(ofInverse place: ToOneOrigin.Place, of member: Int) -> String? {
    switch place {
    case .none: nil
    case .toOne(let toOne): toMany(by: toOne, of: member)
    case .inverse(let entity, let toOne):
      mapping.source.entities[entity].subtree.contains(former.index)
        ? former.toOnes[toOne].name : nil
    case .link(let link, let side): toMany(in: link, side.other)
    }
  }

  private func name(of origin: PairOrigin, _ side: LinkSide) -> String? {
    switch origin {
    case .link(let link, let isSwapped): return toMany(in: link, isSwapped ? side.other : side)
    case .toOne(let entity, let toOne, let own, _):
      guard own == side else { return toMany(by: toOne, of: entity) }
      let isOwn = mapping.source.entities[entity].subtree.contains(former.index)
      return isOwn ? former.toOnes[toOne].name : nil
    }
  }

  private func toMany(by toOne: Int, of member: Int) -> String? {
    former.toManys.first { toMany in
      guard case .inverse(toOne) = toMany.storage else { return false }
      return mapping.source.entities[toMany.destination].subtree.contains(member)
    }?.name
  }

  private func toMany(in link: Int, _ side: LinkSide) -> String? {
    former.toManys.first { toMany in
      guard case .link(link, ownerSide: side) = toMany.storage else { return false }
      return true
    }?.name
  }

  // MARK: - Values of deleted objects

  /// By place in the destination's preserved attributes: the place in the source's; nil for one that
  /// was not kept.
  var tombstones: [Int?] {
    new.preserved.map { attribute in
      origin.attributes[attribute].attribute.flatMap { old.preserved.firstIndex(of: $0) }
    }
  }

  var formerTombstoneCount: Int { old.preserved.count }
}
#endif
