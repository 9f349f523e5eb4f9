// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The links of a model: one for each many-to-many pair, and one for each to-many that no to-one
/// answers for.
struct ModelLinks {
  struct Place {
    let link: Int
    let side: LinkSide
  }

  private struct End: Equatable {
    let entity: Int
    let name: String
  }

  private(set) var schemas: [LinkSchema] = []
  /// By entity, and by the name of the relationship.
  private var places: [[String: Place]]
  private let numbers: [String: Int]

  /// Numbers the links by declaring entity and name.
  init(_ entities: [NSEntityDescription], numbers: [String: Int]) {
    self.numbers = numbers
    places = Array(repeating: [:], count: entities.count)
    for (index, entity) in entities.enumerated() {
      let own = entity.propertyTable.own.compactMap { $0 as? NSRelationshipDescription }
      for relationship in own.sorted(by: { ModelNames.precedes($0.name, $1.name) })
      where relationship.isToMany && !relationship.isTransient {
        add(relationship, of: index)
      }
    }
  }

  /// Returns the link of a to-many that no to-one answers for, by the entity that declares it;
  /// `nil` for one whose inverse is a to-one.
  func place(entity: Int, name: String) -> Place? { places[entity][name] }

  private func place(_ end: End) -> Place? { place(entity: end.entity, name: end.name) }

  private mutating func add(_ relationship: NSRelationshipDescription, of entity: Int) {
    let own = End(entity: entity, name: relationship.name)
    guard place(own) == nil, let destination = number(relationship.destinationEntity) else {
      return
    }
    guard let inverse = relationship.mutualInverse, !inverse.isTransient,
      let declarer = number(inverse.declaringEntity)
    else {
      return append(
        first: own, forward: relationship, second: End(entity: destination, name: ""), backward: nil
      )
    }
    guard inverse.isToMany else { return }
    let other = End(entity: declarer, name: inverse.name)
    if Self.isFirst(own, relationship: relationship, other: other, inverse: inverse) {
      append(first: own, forward: relationship, second: other, backward: inverse)
    } else {
      append(first: other, forward: inverse, second: own, backward: relationship)
    }
  }

  private func number(_ entity: NSEntityDescription?) -> Int? {
    entity?.name.flatMap { numbers[$0] }
  }

  private mutating func append(
    first: End, forward: NSRelationshipDescription, second: End,
    backward: NSRelationshipDescription?
  ) {
    places[first.entity][first.name] = Place(link: schemas.count, side: .first)
    if backward != nil, second != first {
      places[second.entity][second.name] = Place(link: schemas.count, side: .second)
    }
    schemas.append(
      LinkSchema(
        firstEntity: first.entity, firstName: first.name, secondEntity: second.entity,
        secondName: backward == nil ? nil : second.name, isFirstOrdered: forward.isOrdered,
        isSecondOrdered: backward?.isOrdered ?? false, formerFirstName: forward.formerName,
        formerSecondName: backward?.formerName))
  }

  /// The side of the lower entity comes first. Within one entity it is the ordered side if only
  /// one is, else the one with the greater name.
  private static func isFirst(
    _ own: End, relationship: NSRelationshipDescription, other: End,
    inverse: NSRelationshipDescription
  ) -> Bool {
    if own.entity != other.entity { return own.entity < other.entity }
    if relationship.isOrdered != inverse.isOrdered { return relationship.isOrdered }
    return !ModelNames.precedes(own.name, other.name)
  }
}

extension NSPropertyDescription {
  /// The name that it had in an earlier version of the model; nil when it had none other.
  final var formerName: String? { renamingIdentifier == name ? nil : renamingIdentifier }
}
