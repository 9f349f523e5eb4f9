// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The objects that are deleted: a tenth of an entity whose rules let it go, else everything at
/// once.
struct DeleteTarget {
  /// By place among the plan's entities; nil for everything.
  let place: Int?
  let name: String?

  init(_ data: DataPlan) {
    let candidates = data.entities.indices.filter { place in
      data.entities[place].count >= 10
        && Self.canGo(data.entities[place].entity, data, seen: [])
    }
    place = candidates.max { data.entities[$0].count < data.entities[$1].count }
    name = place.map { data.entities[$0].name }
  }

  /// Returns true if nothing that stays misses a deleted object, and nothing denies.
  private static func canGo(
    _ entity: NSEntityDescription, _ data: DataPlan, seen: Set<String>
  ) -> Bool {
    guard !seen.contains(entity.name ?? ""), !isPointedAt(entity, data) else {
      return seen.contains(entity.name ?? "")
    }
    let seen = seen.union([entity.name ?? ""])
    return entity.relationshipsByName.values.allSatisfy { relationship in
      switch relationship.deleteRule {
      case .cascadeDeleteRule:
        data.entities.filter { plan in
          relationship.destinationEntity.map { plan.entity.isKindOf(entity: $0) } ?? false
        }.allSatisfy { canGo($0.entity, data, seen: seen) }
      case .nullifyDeleteRule: canMiss(relationship.inverseRelationship, data)
      default: false
      }
    }
  }

  /// Returns true if objects may lose a member.
  private static func canMiss(_ inverse: NSRelationshipDescription?, _ data: DataPlan) -> Bool {
    guard let inverse else { return true }
    let isChecked = data.entities.contains { plan in
      plan.columns.contains(where: \.isTransient) && plan.entity.isKindOf(entity: inverse.entity)
    }
    return inverse.isOptional && inverse.minCount <= 1 && !isChecked
  }

  /// Returns true if a relationship without an inverse leads to it, which nobody would clear.
  private static func isPointedAt(_ entity: NSEntityDescription, _ data: DataPlan) -> Bool {
    data.entities.contains { plan in
      plan.entity.relationships(forDestination: entity).contains { $0.inverseRelationship == nil }
    }
  }

  /// For people: `Employee, one in ten`.
  var text: String { name.map { "\($0), one in ten" } ?? "everything" }
}
