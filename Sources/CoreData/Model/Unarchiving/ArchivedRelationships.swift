// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives

/// The ends of the relationships of an archive. A subentity repeats those it inherits, so they are
/// found by their names.
struct ArchivedRelationships {
  private let entities: [String: ArchivedEntity]

  init(_ entities: [String: ArchivedEntity]) { self.entities = entities }

  /// Sets destinations, then inverses. A destination that the model does not have stays nil, which
  /// adding a store reports.
  func link() {
    for entity in entities.values {
      for (relationship, object) in relationships(of: entity) {
        relationship.destinationEntity = destinationName(object).flatMap {
          entities[$0]?.description
        }
      }
    }
    for entity in entities.values {
      for (relationship, object) in relationships(of: entity) {
        relationship.inverseRelationship = inverse(of: object)
      }
    }
  }

  private func relationships(
    of entity: ArchivedEntity
  ) -> [(NSRelationshipDescription, ArchivedObject)] {
    entity.description.propertyTable.own.compactMap { property in
      guard let relationship = property as? NSRelationshipDescription,
        let object = entity.properties[property.name]
      else { return nil }
      return (relationship, object)
    }
  }

  private func destinationName(_ object: ArchivedObject) -> String? {
    object.text("_NSDestinationEntityName")
      ?? object.object("NSDestinationEntity")?.text("NSEntityName")
  }

  /// The relationship of that name which the destination or the nearest of its ancestors declares.
  private func inverse(of object: ArchivedObject) -> NSRelationshipDescription? {
    let archived = object.object("NSInverseRelationship")
    guard
      let name = object.text("_NSInverseRelationshipName") ?? archived?.text("NSPropertyName")
    else { return nil }
    var next = destinationName(object).flatMap { entities[$0] }
    while let entity = next {
      let own = entity.description.propertyTable.own
      if let found = own.first(where: { $0.name == name }) as? NSRelationshipDescription {
        return found
      }
      next = entity.parentName.flatMap { entities[$0] }
    }
    return nil
  }
}
