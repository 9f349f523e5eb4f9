// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The relationship that is followed: the one with most members, to-many if there is one.
struct TraverseTarget {
  let owner: NSEntityDescription
  let relationship: String
  private let isToMany: Bool
  private let isOrdered: Bool

  init?(_ data: DataPlan) {
    var best: (weight: Int, relationship: NSRelationshipDescription)?
    for link in data.links where link.sources.count > 0 && link.destinations.count > 0 {
      let members = link.sources.count * (link.bond.isToMany ? link.degree : 1)
      for relationship in [link.bond.relationship, link.bond.inverse].compactMap({ $0 }) {
        let weight = relationship.isToMany ? members * 1000 : members
        if weight > best?.weight ?? 0 { best = (weight, relationship) }
      }
    }
    guard let best else { return nil }
    owner = best.relationship.entity
    relationship = best.relationship.name
    isToMany = best.relationship.isToMany
    isOrdered = best.relationship.isOrdered
  }

  /// Every owner with its members, one attribute of each member read.
  func run(in context: NSManagedObjectContext) throws -> Int64 {
    let request = NSFetchRequest<NSManagedObject>(entityName: owner.name ?? "")
    var sum: Int64 = 0
    for object in try context.fetch(request) {
      for member in members(of: object) {
        sum &+= 7
        if let key = Self.key(of: member.entity) { sum &+= Digest.of(member.value(forKey: key)) }
      }
    }
    return sum
  }

  private func members(of object: NSManagedObject) -> [NSManagedObject] {
    let value = object.value(forKey: relationship)
    guard isToMany else { return (value as? NSManagedObject).map { [$0] } ?? [] }
    if isOrdered { return (value as? NSOrderedSet)?.array as? [NSManagedObject] ?? [] }
    return (value as? NSSet)?.allObjects as? [NSManagedObject] ?? []
  }

  /// Returns the attribute that is read: the first that a store keeps, by name.
  static func key(of entity: NSEntityDescription) -> String? {
    entity.attributesByName.values.filter {
      !$0.isTransient && !($0 is NSDerivedAttributeDescription)
        && $0.attributeType != .transformableAttributeType
    }.map(\.name).min()
  }

  /// For people: `Department.employees`.
  var text: String { "\(owner.name ?? "").\(relationship)" }
}
