// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An attribute that is stored; leaves of composites are attributes of their own.
package struct AttributeSchema: Sendable {
  package let name: String
  /// The name that it had in an earlier version of the model, with that of the composite that it is a
  /// leaf of; nil when it had none other.
  package let formerName: String?
  package let type: AttributeType
  /// The slot of a row that holds it.
  package let slot: Int
  /// The entity that declares it.
  package let declaredBy: Int
  /// True if large values may lie outside the database.
  package let allowsExternalStorage: Bool
  /// True if a history keeps the value of a deleted object.
  package let isPreserved: Bool

  package init(
    name: String, type: AttributeType, slot: Int, declaredBy: Int, allowsExternalStorage: Bool,
    isPreserved: Bool = false, formerName: String? = nil
  ) {
    self.name = name
    self.formerName = formerName
    self.type = type
    self.slot = slot
    self.declaredBy = declaredBy
    self.allowsExternalStorage = allowsExternalStorage
    self.isPreserved = isPreserved
  }
}

/// A to-one relationship that is stored.
package struct ToOneSchema: Sendable {
  package let name: String
  /// The name that it had in an earlier version of the model; nil when it had none other.
  package let formerName: String?
  /// The slot of the destination's number; the next slot holds its entity index.
  package let slot: Int
  /// The slot of this object's position in the destination's ordered inverse, if that is ordered.
  package let orderSlot: Int?
  package let declaredBy: Int
  /// The declared destination; objects of its descendants may stand there too.
  package let destination: Int
  /// True if the inverse is to-many: then stores index this column to answer it.
  package let isInverseToMany: Bool

  package init(
    name: String, slot: Int, orderSlot: Int?, declaredBy: Int, destination: Int,
    isInverseToMany: Bool, formerName: String? = nil
  ) {
    self.name = name
    self.formerName = formerName
    self.slot = slot
    self.orderSlot = orderSlot
    self.declaredBy = declaredBy
    self.destination = destination
    self.isInverseToMany = isInverseToMany
  }
}

/// A to-many relationship that is stored, either as the inverse of a to-one or as a link.
package struct ToManySchema: Sendable {
  /// Where the members are found.
  package enum Storage: Sendable {
    /// In the destination's rows: the to-one (an index of the *destination's* `toOnes`) that
    /// points back here.
    case inverse(toOne: Int)
    /// In a link of the schema, of which the owner is one side.
    case link(Int, ownerSide: LinkSide)
  }

  package let name: String
  package let declaredBy: Int
  package let destination: Int
  package let isOrdered: Bool
  package let storage: Storage

  package init(
    name: String, declaredBy: Int, destination: Int, isOrdered: Bool, storage: Storage
  ) {
    self.name = name
    self.declaredBy = declaredBy
    self.destination = destination
    self.isOrdered = isOrdered
    self.storage = storage
  }
}

/// The two ends of a link.
package enum LinkSide: Sendable, Hashable {
  case first
  case second

  package var other: LinkSide { self == .first ? .second : .first }
}

/// A set of pairs of objects: a many-to-many relationship with its inverse, or a to-many without one.
///
/// `first` is the side whose entity has the lower index (for reflexive links see R-REQ-136);
/// `firstName` is the relationship *owned* by the first entity, which leads to the second.
package struct LinkSchema: Sendable {
  package let firstEntity: Int
  package let firstName: String
  package let secondEntity: Int
  /// The relationship owned by the second entity; nil without an inverse. For a relationship that
  /// is its own inverse it equals `firstName`, and both directions of a pair are one link.
  package let secondName: String?
  /// The names that the relationships had in an earlier version of the model; nil where they had none
  /// other.
  package let formerFirstName: String?
  package let formerSecondName: String?
  /// True if the relationship owned by the first (second) side is ordered.
  package let isFirstOrdered: Bool
  package let isSecondOrdered: Bool

  package init(
    firstEntity: Int, firstName: String, secondEntity: Int, secondName: String?,
    isFirstOrdered: Bool, isSecondOrdered: Bool, formerFirstName: String? = nil,
    formerSecondName: String? = nil
  ) {
    self.formerFirstName = formerFirstName
    self.formerSecondName = formerSecondName
    self.firstEntity = firstEntity
    self.firstName = firstName
    self.secondEntity = secondEntity
    self.secondName = secondName
    self.isFirstOrdered = isFirstOrdered
    self.isSecondOrdered = isSecondOrdered
  }

  /// True if the relationship has no inverse. Then an object is a member of one owner's at most:
  /// the last addition counts (R-REQ-140).
  package var isOneSided: Bool { secondName == nil }

  /// True if the relationship is its own inverse (to-many on both ends of the same property).
  package var isReflexive: Bool { firstEntity == secondEntity && firstName == secondName }
}
