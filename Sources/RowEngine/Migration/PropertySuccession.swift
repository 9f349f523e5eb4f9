// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The names that the properties of a source have afterwards, told by where the values of the
/// destination come from. A composite attribute goes by its own name, not by those of its elements.
package struct PropertySuccession: Sendable {
  private let migration: SchemaMigration

  package init(_ migration: SchemaMigration) { self.migration = migration }

  /// Returns the names of an entity of the source by the former names; those that are removed are not
  /// there.
  package func names(of entity: Int) -> [String: String] {
    guard let successor = migration.successors[entity],
      let origin = migration.entities[successor]
    else { return [:] }
    let (former, later) = (
      migration.source.entities[entity], migration.destination.entities[successor]
    )
    var names: [String: String] = [:]
    for (attribute, origin) in zip(later.attributes, origin.attributes) {
      guard let place = origin.attribute else { continue }
      let (name, new) = (former.attributes[place].name, attribute.name)
      names.succeed(PropertySuccession.property(name), as: PropertySuccession.property(new))
    }
    for (toOne, origin) in zip(later.toOnes, origin.toOnes) {
      if let name = name(of: origin.place, former) { names[name] = toOne.name }
    }
    for toMany in later.toManys {
      for name in formerNames(of: toMany, former) { names[name] = toMany.name }
    }
    return names
  }

  /// Leaves of a composite are attributes named `composite.element`.
  private static func property(_ name: String) -> String {
    name.firstIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The property that has led where a to-one leads.
  private func name(of place: ToOneOrigin.Place, _ former: EntitySchema) -> String? {
    switch place {
    case .none: nil
    case .toOne(let index): former.toOnes[index].name
    case .link(let link, let side): toMany(former) { isLink($0, link, on: side) }
    case .inverse(let entity, let toOne): toMany(former) { isInverse($0, of: toOne, in: entity) }
    }
  }

  // MARK: - To-manys

  private func formerNames(of toMany: ToManySchema, _ former: EntitySchema) -> [String] {
    switch toMany.storage {
    case .link(let index, let side):
      migration.links[index].compactMap { name(of: $0, side: side, former) }
    case .inverse(let toOne):
      formerName(of: toOne, in: toMany.destination, former).map { [$0] } ?? []
    }
  }

  private func name(of origin: PairOrigin, side: LinkSide, _ former: EntitySchema) -> String? {
    switch origin {
    case .link(let link, let isSwapped):
      toMany(former) { isLink($0, link, on: isSwapped ? side.other : side) }
    case .toOne(let entity, let toOne, let objects, _):
      if side != objects {
        toMany(former) { isInverse($0, of: toOne, in: entity) }
      } else if migration.source.entities[entity].subtree.contains(former.index) {
        former.toOnes[toOne].name
      } else {
        nil
      }
    }
  }

  /// The former name of the inverse of a to-one of the destination.
  private func formerName(
    of toOne: Int, in entity: Int, _ former: EntitySchema
  ) -> String? {
    // An abstract entity may be new where its descendants are not.
    let origin = migration.destination.entities[entity].subtree.lazy
      .compactMap { migration.entities[$0] }.first
    guard let origin else { return nil }
    return switch origin.toOnes[toOne].place {
    case .none: nil
    case .toOne(let index): toMany(former) { isInverse($0, of: index, in: origin.source) }
    case .link(let link, let side): toMany(former) { isLink($0, link, on: side.other) }
    case .inverse(let entity, let index):
      migration.source.entities[entity].subtree.contains(former.index)
        ? former.toOnes[index].name : nil
    }
  }

  private func toMany(
    _ former: EntitySchema, where isWanted: (ToManySchema) -> Bool
  ) -> String? {
    former.toManys.first(where: isWanted)?.name
  }

  private func isLink(_ toMany: ToManySchema, _ link: Int, on side: LinkSide) -> Bool {
    guard case .link(link, side) = toMany.storage else { return false }
    return true
  }

  /// A to-one means the same in all descendants of the entity that declares it.
  private func isInverse(_ toMany: ToManySchema, of toOne: Int, in entity: Int) -> Bool {
    guard case .inverse(toOne) = toMany.storage else { return false }
    let declared = migration.source.entities[entity].toOnes[toOne].declaredBy
    return migration.source.entities[toMany.destination].toOnes[toOne].declaredBy == declared
  }
}

extension [String: String] {
  /// Notes the later name of an attribute: of several that come of it its namesake, else the first.
  mutating func succeed(_ former: String, as later: String) {
    if self[former] == nil || former == later { self[former] = later }
  }
}
