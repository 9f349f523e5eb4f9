// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A relationship with its inverse, seen from the side from which it is set.
struct Bond {
  let relationship: NSRelationshipDescription
  let inverse: NSRelationshipDescription?
  /// The entities on both sides, by their place among the plans.
  let sources: [Int]
  let destinations: [Int]

  var name: String { relationship.name }
  var isToMany: Bool { relationship.isToMany }
  var isSelf: Bool { sources == destinations }
  /// True if it is its own inverse.
  var isSymmetric: Bool { inverse.map(Self.id) == Self.id(relationship) }

  /// The least and most members of an object on the near and on the far side.
  var near: ClosedRange<Int> { Self.range(relationship) }
  var far: ClosedRange<Int> { inverse.map(Self.range) ?? 0...(isToMany ? 1 : Int.max) }

  private static func range(_ relationship: NSRelationshipDescription) -> ClosedRange<Int> {
    guard relationship.isToMany else { return (relationship.isOptional ? 0 : 1)...1 }
    let given = relationship.maxCount
    let most = given <= 0 || given >= Int(Int32.max) ? Int.max : given
    // An optional relationship may be empty, but if it is not, its least count binds.
    let least = relationship.isOptional ? 0 : max(1, relationship.minCount)
    return min(least, most)...most
  }

  /// The members that an object must have, if it has any.
  var nearLeast: Int { isToMany ? max(near.lowerBound, relationship.minCount) : near.lowerBound }
  var farLeast: Int {
    guard let inverse, inverse.isToMany else { return far.lowerBound }
    return max(far.lowerBound, inverse.minCount)
  }
}

extension Bond {
  /// Every relationship of some entities, once for both directions: from the to-one side if there
  /// is one, never from an ordered one if the other is not.
  static func all(of plans: [EntityPlan]) -> [Bond] {
    var bonds: [Bond] = []
    var done: Set<String> = []
    for relationship in declared(by: plans) where !relationship.isTransient {
      guard let destination = relationship.destinationEntity else { continue }
      let inverse = declaration(of: relationship.inverseRelationship, at: destination)
      guard done.insert(id(relationship)).inserted else { continue }
      if let inverse { done.insert(id(inverse)) }
      bonds.append(bond(relationship, inverse: inverse, plans: plans))
    }
    return bonds
  }

  private static func bond(
    _ relationship: NSRelationshipDescription, inverse: NSRelationshipDescription?,
    plans: [EntityPlan]
  ) -> Bond {
    let isTurned =
      inverse.map { other in
        relationship.isToMany && !other.isToMany
          || relationship.isToMany && relationship.isOrdered && !other.isOrdered
          || !relationship.isToMany && !other.isToMany && relationship.isOptional
            && !other.isOptional
      } ?? false
    let (near, far) = isTurned ? (inverse ?? relationship, relationship) : (relationship, inverse)
    return Bond(
      relationship: near, inverse: far, sources: places(near.entity, plans),
      destinations: near.destinationEntity.map { places($0, plans) } ?? [])
  }

  private static func places(_ entity: NSEntityDescription, _ plans: [EntityPlan]) -> [Int] {
    plans.indices.filter { plans[$0].entity.isKindOf(entity: entity) }
  }

  /// How sentences and dice call a relationship.
  static func id(_ relationship: NSRelationshipDescription) -> String {
    "\(relationship.entity.name ?? "").\(relationship.name)"
  }

  /// Returns the relationships as the topmost entities declare them, in the order of the plans.
  private static func declared(by plans: [EntityPlan]) -> [NSRelationshipDescription] {
    plans.flatMap { plan in
      plan.entity.relationshipsByName.values.sorted { $0.name < $1.name }
        .compactMap { declaration(of: $0, at: plan.entity) }
    }
  }

  /// Returns a relationship as the topmost entity has it.
  private static func declaration(
    of relationship: NSRelationshipDescription?, at entity: NSEntityDescription
  ) -> NSRelationshipDescription? {
    guard let relationship else { return nil }
    var found = entity.relationshipsByName[relationship.name] ?? relationship
    var next = entity.superentity
    while let ancestor = next, let above = ancestor.relationshipsByName[relationship.name] {
      found = above
      next = ancestor.superentity
    }
    return found
  }
}
