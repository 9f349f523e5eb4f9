// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The kinds of entity mappings (R-PSC-580).
public enum NSEntityMappingType: UInt, Sendable {
  /// The developer makes the objects of the destination.
  case undefinedEntityMappingType = 0
  /// A policy of the developer's makes them: its name must be given.
  case customEntityMappingType = 1
  /// A new entity: there is no source, and no object is made.
  case addEntityMappingType = 2
  /// An entity that the destination lacks: its objects are left out.
  case removeEntityMappingType = 3
  /// An entity that has not changed: all properties are taken over.
  case copyEntityMappingType = 4
  /// An entity that has changed: properties get their values by their mappings.
  case transformEntityMappingType = 5
}

/// How the objects of an entity come about in a migration.
///
/// Not to be used on several threads at once.
open class NSEntityMapping: NSObject {
  private var chosenName: String?

  /// The name; unless it is set, `SOURCE->DESTINATION`, with the names of the entities.
  open var name: String! {
    get { chosenName ?? "\(sourceEntityName ?? "")->\(destinationEntityName ?? "")" }
    set { chosenName = newValue }
  }

  /// The kind; undefined by default.
  open var mappingType = NSEntityMappingType.undefinedEntityMappingType

  /// The name of the entity whose objects are brought over; nil, the default, for none.
  open var sourceEntityName: String?

  /// The version hash that the source entity must have; nil, the default, for any. A custom mapping is
  /// used whatever its hashes are (R-PSC-570).
  open var sourceEntityVersionHash: Data?

  /// The name of the entity of the new objects; nil, the default, for none.
  open var destinationEntityName: String?

  /// The version hash that the destination entity must have; nil, the default, for any.
  open var destinationEntityVersionHash: Data?

  /// The mappings of the destination's attributes; nil by default.
  open var attributeMappings: [NSPropertyMapping]?

  /// The mappings of the destination's relationships; nil by default.
  open var relationshipMappings: [NSPropertyMapping]?

  /// The expression whose value are the objects to bring over; nil, the default: all objects of the
  /// source entity, without those of its subentities.
  open var sourceExpression: NSExpression?

  /// Whatever a migration policy wants to know; nil by default.
  open var userInfo: [AnyHashable: Any]?

  /// The name of a subclass of `NSEntityMigrationPolicy`; nil, the default, for that class itself.
  open var entityMigrationPolicyClassName: String?

  public override init() { super.init() }

  /// Returns true if the other has the same name, entities and hashes, and says the same of their objects.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSEntityMapping else { return false }
    return isBetweenSameEntities(as: other) && mappingType == other.mappingType
      && (attributeMappings ?? []) == (other.attributeMappings ?? [])
      && (relationshipMappings ?? []) == (other.relationshipMappings ?? [])
      && sourceExpression == other.sourceExpression
      && entityMigrationPolicyClassName == other.entityMigrationPolicyClassName
      && ContentEquality.equal(userInfo, other.userInfo)
  }

  private func isBetweenSameEntities(as other: NSEntityMapping) -> Bool {
    name == other.name && sourceEntityName == other.sourceEntityName
      && sourceEntityVersionHash == other.sourceEntityVersionHash
      && destinationEntityName == other.destinationEntityName
      && destinationEntityVersionHash == other.destinationEntityVersionHash
  }

  /// A hash of the name.
  open override var hash: Int { name.hashValue }
}
