// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The name of the variable that is the migration manager: `$manager`.
public let NSMigrationManagerKey: String = "manager"
/// The name of the variable that is the object of the source: `$source`.
public let NSMigrationSourceObjectKey: String = "source"
/// The name of the variable that is the new object: `$destination`.
public let NSMigrationDestinationObjectKey: String = "destination"
/// The name of the variable that is the mapping of the entity: `$entityMapping`.
public let NSMigrationEntityMappingKey: String = "entityMapping"
/// The name of the variable that is the mapping of the property: `$propertyMapping`.
public let NSMigrationPropertyMappingKey: String = "propertyMapping"
/// The name of the variable that is the migration policy: `$entityPolicy`.
public let NSMigrationEntityPolicyKey: String = "entityPolicy"

/// The way in which the objects of an entity mapping are migrated; subclasses change single steps.
///
/// A migration makes one policy for each mapping, which lives through all passes (R-PSC-577). Its
/// functions are called on the thread that migrates, in the queues of both contexts. What they throw
/// ends the migration and reaches its caller as it is. A subclass is named by
/// `NSEntityMapping.entityMigrationPolicyClassName`. With one, all objects of a migration stay in memory,
/// registered in their contexts (R-PSC-584).
///
/// ```swift
/// final class NamePolicy: NSEntityMigrationPolicy {
///   override func createDestinationInstances(
///     forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
///   ) throws {
///     try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
///     for new in manager.destinationInstances(
///       forEntityMappingName: mapping.name, sourceInstances: [sInstance])
///     {
///       new.setValue("unknown", forKey: "name")
///     }
///   }
/// }
/// ```
nonisolated open class NSEntityMigrationPolicy: NSObject {
  /// Required, so that a migration can make policies of any class.
  public required override init() { super.init() }

  // MARK: - The first pass

  /// Called before anything else is done for a mapping. Does nothing by default.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Makes what becomes of an object of the source. By default one object of the destination entity
  /// with the values of the attribute mappings, which is associated with the source. Whoever does not
  /// call this one associates what he makes himself, or it takes no part in the second pass.
  ///
  /// - Throws: by default 134110 for values that cannot be computed, or do not fit their attributes.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try manager.requireRun().defaults(for: mapping, self).createInstance(of: sInstance)
  }

  /// Called when the objects of a mapping are made. Does nothing by default.
  open func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  // MARK: - The second pass

  /// Sets the relationships of a new object. By default those that have mappings, to the values of
  /// their expressions.
  ///
  /// - Throws: by default 134110 for values that cannot be computed, or do not fit.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    try manager.requireRun().defaults(for: mapping, self).createRelationships(of: dInstance)
  }

  /// Called when the relationships of a mapping's objects are set. Does nothing by default.
  open func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  // MARK: - The third pass

  /// Checks the new objects; the model's own rules are checked afterwards. Does nothing by default.
  open func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Called when everything is done for a mapping. Does nothing by default.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  // MARK: - Additions to Apple's API

  /// Returns the function that `FUNCTION($entityPolicy, "name:", arguments…)` calls: in place of
  /// methods found by name. Nil by default: the functions of `NSExpression.register` are searched.
  open func function(named name: String) -> (([Any?]) throws -> Any?)? { nil }

  /// Makes classes known by their names, bare and with their module (R-PSC-577). Any thread.
  public class func register(_ classes: [NSEntityMigrationPolicy.Type]) {
    PolicyRegistry.register(classes)
  }

  /// Makes this class known by its name, bare and with its module.
  public class func register() { PolicyRegistry.register([self]) }
}
