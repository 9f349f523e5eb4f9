// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The keys and classes of the objects that a context knows, and which ones it keeps alive.
///
/// A class of its own: other threads use what is kept alive while the rest changes.
// Confined to the queue of the context, but for the constant, which has a lock of its own. Not
// checked for overlap: every new object asks.
final class ObjectRegistry {
  /// The objects kept alive because the context is told to keep all.
  let retained = RetainedObjects()
  /// The permanent keys of objects that have been saved, by the temporary ones (R-CTX-138).
  @exclusivity(unchecked) private var permanentKeys: [ObjectKey: ObjectKey] = [:]
  /// The objects that a child fetched last: registered here too, for the child to ask for (R-CTX-800).
  @exclusivity(unchecked) private var answered: [NSManagedObject] = []
  /// The methods that the classes of this context's objects override.
  @exclusivity(unchecked) private(set) var overrides: MethodOverrides = []
  /// The class that ``overrides`` was last asked about.
  @exclusivity(unchecked) private var recentClass: ObjectIdentifier?
  /// The entity that was last looked up by its class.
  @exclusivity(unchecked) private var recentEntity:
    (type: ObjectIdentifier, entity: NSEntityDescription)?
  @exclusivity(unchecked) private var entitiesOfClasses: [ObjectIdentifier: NSEntityDescription] =
    [:]
  /// The factories of each entity's objects, by index; filled when the first is asked for.
  @exclusivity(unchecked) private var factories: [ObjectFactory] = []

  // MARK: - Keys

  /// Remembers that an object with a temporary key has got a permanent one.
  func alias(_ former: ObjectKey, to key: ObjectKey) { permanentKeys[former] = key }

  /// Returns the permanent key of an object that was saved, or nil.
  func permanentKey(of former: ObjectKey) -> ObjectKey? { permanentKeys[former] }

  // MARK: - Objects kept alive

  /// Keeps the objects of a child's fetch until the next, a save or a reset.
  func keepAnswer(_ objects: [NSManagedObject]) { answered = objects }

  func forgetAnswer() { answered = [] }

  /// Forgets everything but classes, as a reset does.
  func forgetObjects() {
    permanentKeys = [:]
    answered = []
    retained.removeAll()
  }

  // MARK: - Classes

  /// Learns what the class of an object overrides.
  @inline(__always)
  func noteClass(_ type: NSManagedObject.Type) {
    let id = ObjectIdentifier(type)
    if recentClass != id { learnClass(type, id) }
  }

  private func learnClass(_ type: NSManagedObject.Type, _ id: ObjectIdentifier) {
    recentClass = id
    overrides.formUnion(MethodOverrides.of(type))
  }

  /// Returns the entity of a class, looked up once per context: every insertion asks.
  func entity(
    of type: NSManagedObject.Type, orFind find: () -> NSEntityDescription
  ) -> NSEntityDescription {
    let id = ObjectIdentifier(type)
    if let recentEntity, recentEntity.type == id { return recentEntity.entity }
    let entity = entitiesOfClasses[id] ?? find()
    entitiesOfClasses[id] = entity
    recentEntity = (id, entity)
    return entity
  }

  /// Returns what makes objects of the entity with an index; nil before any is made.
  @inline(__always)
  func factory(of index: Int) -> ObjectFactory? {
    index < factories.count ? factories[index] : nil
  }

  /// Looks up the classes of all entities. These are not counted, since the model keeps them.
  func makeFactories(of entities: [NSEntityDescription]) {
    factories = entities.map {
      ObjectFactory(entity: Unmanaged.passUnretained($0), type: $0.objectClass)
    }
    for factory in factories { noteClass(factory.type) }
  }
}

/// The class of an entity's objects, and how to make one.
struct ObjectFactory {
  let entity: Unmanaged<NSEntityDescription>
  let type: NSManagedObject.Type

  func make() -> NSManagedObject {
    entity._withUnsafeGuaranteedRef { type.init(entity: $0, insertInto: nil) }
  }
}
