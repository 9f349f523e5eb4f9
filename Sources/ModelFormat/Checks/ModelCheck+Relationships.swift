// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ModelCheck {
  func check(_ relationship: RelationshipDocument, of entity: EntityDocument) {
    let subject = "'\(entity.name).\(relationship.name)'"
    if relationship.isOrdered && !relationship.isToMany {
      log.warning("relationship \(subject) is ordered but to-one", at: relationship.line)
    }
    guard !relationship.destinationName.isEmpty else {
      log.error("relationship \(subject) has no destination", at: relationship.line)
      return
    }
    guard entities[relationship.destinationName] != nil else {
      log.error(
        "the destination '\(relationship.destinationName)' of relationship \(subject) does not "
          + "exist", at: relationship.line)
      return
    }
    checkInverse(of: relationship, in: entity, subject)
  }

  private func checkInverse(
    of relationship: RelationshipDocument, in entity: EntityDocument, _ subject: String
  ) {
    guard let name = relationship.inverseName else {
      log.warning("relationship \(subject) has no inverse", at: relationship.line)
      return
    }
    if let owner = relationship.inverseEntityName, entities[owner] == nil {
      log.error(
        "the inverse entity '\(owner)' of relationship \(subject) does not exist",
        at: relationship.line)
      return
    }
    let owner = relationship.inverseEntityName ?? relationship.destinationName
    guard let inverse = inherited(name, by: owner) else {
      log.error(
        "the inverse '\(owner).\(name)' of relationship \(subject) does not exist",
        at: relationship.line)
      return
    }
    if isMisplaced(inverse, of: relationship, owner: owner) {
      log.error(
        "the inverse '\(owner).\(name)' of relationship \(subject) is a to-one that its destination "
          + "'\(relationship.destinationName)' does not have", at: relationship.line)
      return
    }
    if inverse.inverseName != relationship.name || !isKin(inverse.destinationName, entity.name) {
      log.warning(
        "'\(owner).\(name)' is the inverse of relationship \(subject), but not the other way round",
        at: relationship.line)
    }
  }

  /// Returns true if a to-many has a to-one for its inverse that its destination neither declares
  /// nor inherits: then nothing would hold the references.
  private func isMisplaced(
    _ inverse: RelationshipDocument, of relationship: RelationshipDocument, owner: String
  ) -> Bool {
    relationship.isToMany && !inverse.isToMany && !relationship.isTransient && !inverse.isTransient
      && !document.ancestry(of: relationship.destinationName).contains { $0.name == owner }
  }

  /// Returns the relationship of that name that an entity declares or inherits.
  private func inherited(_ name: String, by entityName: String) -> RelationshipDocument? {
    document.ancestry(of: entityName).lazy.compactMap { $0.relationship(named: name) }.first
  }

  /// Returns true if one of the entities is the other, or inherits from it.
  private func isKin(_ left: String, _ right: String) -> Bool {
    document.ancestry(of: left).contains { $0.name == right }
      || document.ancestry(of: right).contains { $0.name == left }
  }

  func check(_ property: FetchedPropertyDocument, of entity: EntityDocument) {
    let subject = "fetched property '\(entity.name).\(property.name)'"
    if let request = property.fetchRequest {
      check(request, subject)
    } else {
      log.warning("\(subject) has no fetch request", at: property.line)
    }
  }
}
