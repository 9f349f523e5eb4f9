// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
public import class PredicateLanguage.NSExpression
import StoreInterface
import Synchronization

/// An entity of a model: what its objects are called, which class they have, which properties.
///
/// Mutable until its model is used by a coordinator, and not thread-safe until then.
nonisolated open class NSEntityDescription: NSObject, NSCopying {
  final let freezing = Freezing()
  final weak var model: NSManagedObjectModel?
  @Anchored final var parent: NSEntityDescription?
  private final let anchor = Anchor<NSEntityDescription>()
  final let propertyTable = EntityProperties()
  /// Constraints that the entity declares itself.
  final var ownUniquenessConstraints: [[String]] = []
  final var className = "NSManagedObject"
  final var frozenLayout: PropertyLayout?
  final let resolvedClass = OrderedMutex<NSManagedObject.Type?>(nil, .leaf)

  /// An entity without a name or properties, of class `NSManagedObject`.
  public override init() { super.init() }

  deinit { anchor.detach() }

  /// Where properties and subentities find the entity without keeping it.
  final var attachedAnchor: Anchor<NSEntityDescription> {
    anchor.attach(self)
    return anchor
  }

  // MARK: - Looking up

  /// Returns the entity of that name in the model of the context's coordinator; `nil` when there is
  /// none. A context without a coordinator is a programmer error.
  open class func entity(
    forEntityName entityName: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    EntityLookup.model(of: context, searchingFor: entityName).entity(named: entityName)
  }

  /// Makes an object of the entity's class and inserts it. An unknown name is a programmer error.
  @discardableResult
  open class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = entity(forEntityName: entityName, in: context) else {
      raise(
        .invalidArgument,
        "+entityForName: could not locate an NSManagedObjectModel for entity name '\(entityName)'")
    }
    return entity.objectClass.init(entity: entity, insertInto: context)
  }

  // MARK: - Identity

  /// The model that owns the entity; having none is a programmer error.
  open var managedObjectModel: NSManagedObjectModel {
    guard let model else {
      raise(.internalInconsistency, "The entity '\(name ?? "")' belongs to no model.")
    }
    return model
  }

  /// The name, unique in the model and case-sensitive.
  open var name: String? {
    willSet { freezing.requireMutable() }
  }

  /// The name of the objects' class: `Class`, `Module.Class`, or `.Class` of the main module, which reads as
  /// `NSStringFromClass` names the class once there is one, as in models that Xcode compiled.
  open var managedObjectClassName: String! {
    get { className.hasPrefix(".") ? ClassRegistry.runtimeName(of: className) : className }
    set {
      freezing.requireMutable()
      className = newValue ?? "NSManagedObject"
      ClassRegistry.noteModelName(className)
      resolvedClass.withLock { $0 = nil }
    }
  }

  /// True if there are objects of subentities only; false by default.
  open var isAbstract = false {
    willSet { freezing.requireMutable() }
  }

  // MARK: - Inheritance

  /// The entities that inherit from this one directly. Setting it sets their superentity.
  open var subentities: [NSEntityDescription] = [] {
    willSet { freezing.requireMutable() }
    didSet { adoptSubentities(instead: oldValue) }
  }

  /// The subentities by name.
  open var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entity that this one inherits from.
  open var superentity: NSEntityDescription? { parent }

  /// Returns true if this is the entity or one of its descendants. Entities of equal models are
  /// told apart by name only.
  open func isKindOf(entity: NSEntityDescription) -> Bool {
    var next: NSEntityDescription? = self
    while let current = next {
      if current === entity || (current.name != nil && current.name == entity.name) {
        return true
      }
      next = current.parent
    }
    return false
  }

  // MARK: - Properties

  /// All properties, the inherited first. Setting it replaces the entity's own; inherited ones
  /// among the new are left out.
  open var properties: [NSPropertyDescription] {
    get { propertyTable.all(of: self) }
    set {
      freezing.requireMutable()
      propertyTable.setOwn(newValue, of: self)
    }
  }

  /// All properties by name, with the inherited ones.
  open var propertiesByName: [String: NSPropertyDescription] { propertyTable.byName(of: self) }

  /// All attributes by name, with the inherited ones.
  open var attributesByName: [String: NSAttributeDescription] {
    propertyTable.attributes(of: self)
  }

  /// All relationships by name, with the inherited ones.
  open var relationshipsByName: [String: NSRelationshipDescription] {
    propertyTable.relationships(of: self)
  }

  /// Returns the relationships whose destination is the entity or one of its ancestors.
  open func relationships(
    forDestination entity: NSEntityDescription
  ) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }.filter { relationship in
      relationship.destinationEntity.map(entity.isKindOf(entity:)) ?? false
    }
  }

  /// Free-form information. May be changed while the model is in use.
  open var userInfo: [AnyHashable: Any]? = [:]

  // MARK: - Versions

  /// The SHA-256 that identifies the entity's version.
  open var versionHash: Data { VersionHashing.hash(of: self) }

  /// Changes the version hash and nothing else.
  open var versionHashModifier: String? {
    willSet { freezing.requireMutable() }
  }

  /// The name by which migration knows the entity; the name unless set.
  open var renamingIdentifier: String? {
    get { givenRenamingIdentifier ?? name }
    set {
      freezing.requireMutable()
      givenRenamingIdentifier = newValue?.isEmpty == true ? nil : newValue
    }
  }

  final var givenRenamingIdentifier: String?

  // MARK: - Constraints and indexes

  /// Lists of properties whose values together occur once, the inherited ones first. Properties
  /// are given as names or descriptions, and read as names.
  open var uniquenessConstraints: [[Any]] {
    get { (parent?.uniquenessConstraints ?? []) + ownUniquenessConstraints }
    set {
      freezing.requireMutable()
      ownUniquenessConstraints = newValue.map { $0.compactMap(EntityProperties.name(of:)) }
    }
  }

  /// The entity's own indexes; names are unique.
  open var indexes: [NSFetchIndexDescription] = [] {
    willSet { freezing.requireMutable() }
    didSet { adoptIndexes(instead: oldValue) }
  }

  /// The indexes as lists of property names; the older spelling. Setting it keeps the indexes
  /// that are still wanted and makes ascending ones for the rest.
  open var compoundIndexes: [[Any]] {
    get { indexes.map { $0.elements.compactMap(\.propertyName) } }
    set { indexes = newValue.map { index(over: $0.compactMap(EntityProperties.name(of:))) } }
  }

  /// Kept, without effect.
  open var coreSpotlightDisplayNameExpression = NSExpression(forConstantValue: nil) {
    willSet { freezing.requireMutable() }
  }

  // MARK: - Value

  /// Returns a mutable entity with copies of its own properties and indexes, outside of any model
  /// and hierarchy. Relationships keep their destinations and inverses.
  open func copy(with zone: NSZone? = nil) -> Any { ModelCopying.copy(of: self) }

  /// Returns true if the other is equal in all it describes: names, hierarchy, properties, indexes,
  /// constraints.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSEntityDescription else { return false }
    return self === other || hasEqualContent(other)
  }

  /// A hash of the name.
  open override var hash: Int { name.hashValue }

  /// The class and the name.
  open override var description: String { "<\(Self.self): \(name ?? "-")>" }
}
