// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Registration: one object per key.
extension NSManagedObjectContext {
  /// The commit count of what is read now: within a request, that of its beginning.
  final var commitStamp: UInt32 {
    reader.request?.stamp ?? UInt32(truncatingIfNeeded: StoreRouter.commitCount)
  }

  /// The coordinator, which whoever fetches or saves needs.
  final var requiredCoordinator: NSPersistentStoreCoordinator {
    if let coordinator { return coordinator }
    guard let coordinator = rootCoordinator else {
      raise(
        .internalInconsistency,
        "This context has no persistent store coordinator. Set persistentStoreCoordinator first.")
    }
    return coordinator
  }

  /// Returns the coordinator, for calls that can throw.
  ///
  /// - Throws: 134060 in a context that has none.
  final func coordinatorForRequest() throws -> NSPersistentStoreCoordinator {
    if let coordinator = coordinator ?? rootCoordinator { return coordinator }
    throw CocoaError.make(
      exception: .internalInconsistency,
      reason:
        "This context has no persistent store coordinator. Set persistentStoreCoordinator first.")
  }

  final func attach(to new: NSPersistentStoreCoordinator?) {
    guard new !== rootCoordinator else { return }
    guard let new, coordinator == nil, parentContext == nil else {
      raise(
        .invalidArgument,
        "A context keeps its coordinator: make another context for another coordinator.")
    }
    join(new)
  }

  /// Returns the registered object of a key, following a former temporary key to the permanent one.
  final func registered(_ key: ObjectKey) -> NSManagedObject? {
    if let object = identityMap.object(for: key) { return object }
    if key.isTemporary, let known = registry.permanentKey(of: key) {
      return identityMap.object(for: known)
    }
    return registeredOtherwise(key)
  }

  /// Returns the object of a key that this context may know by the other one: a parent has numbered
  /// what is temporary here. Met by its permanent key, it takes that (R-CTX-821).
  private final func registeredOtherwise(_ key: ObjectKey) -> NSManagedObject? {
    guard let other = identityMap.family.counterpart(of: key),
      let object = identityMap.object(for: other)
    else { return registeredElsewhere(key) }
    if !key.isTemporary { give(key, to: object) }
    return object
  }

  /// Returns the object of a key that it had before it was moved to another store.
  private final func registeredElsewhere(_ key: ObjectKey) -> NSManagedObject? {
    let next = followed(key, reads: false)
    return next == key ? nil : identityMap.object(for: next)
  }

  /// The object takes its permanent key.
  private final func give(_ key: ObjectKey, to object: NSManagedObject) {
    let former = object.key
    identityMap.rename([object], to: [key])
    object.renewID()
    identityMap.rekey([object], from: [former])
    registry.alias(former, to: key)
  }

  /// An object that a context above has numbered takes its permanent key.
  final func takePermanentKey(of object: NSManagedObject) {
    let key = permanent(object.key)
    if key != object.key { give(key, to: object) }
  }

  /// Returns the registered object of a key, or a new fault. The key's entity is the concrete one
  /// as far as is known.
  final func materialise(_ key: ObjectKey) -> NSManagedObject {
    if let object = identityMap.object(for: key) ?? registeredOtherwise(key) { return object }
    let object = factory(of: key.entity).make()
    enrol(object, as: permanent(key))
    return object
  }

  /// Returns the permanent key of an object that this context, or another of the tree, has
  /// numbered.
  final func permanent(_ key: ObjectKey) -> ObjectKey {
    key.isTemporary
      ? identityMap.family.counterpart(of: key) ?? registry.permanentKey(of: key) ?? key : key
  }

  /// Lets an object enter this context under a key: as a fault or, with values, as a new one.
  final func enrol(_ object: NSManagedObject, as key: ObjectKey, newWith defaults: Row? = nil) {
    object.enter(identityMap, as: key)
    if let defaults { object.state.becomeNew(defaults) }
    identityMap.insert(object, key: key)
    if retainsRegisteredObjects { registry.retained.append(object) }
  }

  /// The key of a fetched row gives an object; a fault gets the row for when it fires.
  final func adopt(_ key: ObjectKey, _ row: Row, stamp: UInt32) -> NSManagedObject {
    if let object = identityMap.object(for: key) ?? registeredOtherwise(key) {
      if !object.flags.contains(.realised) {
        object.take(row, at: stamp)
      }
      return object
    }
    return make(key, row, stamp: stamp)
  }

  /// Returns a new fault with its row, for a key that is not in the map.
  private final func make(_ key: ObjectKey, _ row: Row, stamp: UInt32) -> NSManagedObject {
    let object = factory(of: key.entity).make()
    enrol(object, as: key)
    object.state.take(row, at: stamp)
    return object
  }

  // MARK: - Looking up

  final func lookUp(_ id: NSManagedObjectID) -> NSManagedObject {
    ConcurrencyCheck.require(self, "object(with:)")
    if id.isTemporaryID {
      if let object = registered(id.key) { return object }
      return materialise(id.key)
    }
    guard let key = requiredCoordinator.key(of: id) else { return unreachable(id) }
    return materialise(followed(key))
  }

  /// Returns a fault of a store that is not here: firing it will find nothing (R-CTX-113).
  private final func unreachable(_ id: NSManagedObjectID) -> NSManagedObject {
    let entities = requiredCoordinator.managedObjectModel.entitiesByName
    let entity = id.entity.name.flatMap { entities[$0] } ?? id.entity
    let object = entity.objectClass.init(entity: entity, insertInto: nil)
    let key = TemporaryKeys.next(entity: object.layout.index)
    enrol(object, as: key)
    _ = object.shared.publish(id)
    return object
  }

  final func lookUpExisting(_ id: NSManagedObjectID) throws -> NSManagedObject {
    ConcurrencyCheck.require(self, "existingObject(with:)")
    let object = id.key.isTemporary ? try lookUpTemporary(id) : try lookUpPermanent(id)
    guard let object else { throw missing(id) }
    return object
  }

  private final func lookUpPermanent(_ id: NSManagedObjectID) throws -> NSManagedObject? {
    let known =
      try lentCoordinator.map { $0._withUnsafeGuaranteedRef { $0.key(of: id) } }
      ?? coordinatorForRequest().key(of: id)
    guard let key = known else { return nil }
    if let object = try lookUpPermanent(key) { return object }
    // Only now: most objects are where they were.
    let next = followed(key)
    return next == key ? nil : try lookUpPermanent(next)
  }

  private final func lookUpPermanent(_ key: ObjectKey) throws -> NSManagedObject? {
    let object = identityMap.object(for: key)
    // A deletion that was merged is pending like others, and its object there until the save (R-CTX-418).
    if let object, object.flags.contains([.deleted, .inaccessible]) {
      return object.flags.contains(.empty) ? nil : object
    }
    guard let object, object.flags.contains(.realised) else {
      return try loadExisting(key, isRegistered: object != nil)
    }
    return object.flags.contains(.inaccessible) ? nil : object
  }

  /// An object that no store has yet is here with its values, or above.
  private final func lookUpTemporary(_ id: NSManagedObjectID) throws -> NSManagedObject? {
    let object = registered(id.key)
    if let object, object.flags.contains(.realised) { return object }
    return try loadExisting(object?.key ?? permanent(id.key), isRegistered: true)
  }

  private final func loadExisting(
    _ key: ObjectKey, isRegistered: Bool
  ) throws -> NSManagedObject? {
    let stamp = commitStamp
    guard let row = try loadRow(key) else { return nil }
    let concrete = ObjectKey(entity: row.entity, number: key.number, store: key.store)
    let mayBeKnown =
      isRegistered || identityMap.family.hasChildren
      || clientStores?.mayRegisterWhileReading == true
    let object =
      !mayBeKnown && concrete == key
      ? make(key, row, stamp: stamp) : adopt(concrete, row, stamp: stamp)
    if !object.flags.contains(.realised) { object.finishFiring() }
    return object
  }

  final func missing(_ id: NSManagedObjectID) -> CocoaError {
    CocoaError.make(
      .managedObjectReferentialIntegrity,
      reason: "There is no object \(id.uriRepresentation()) in its store.",
      userInfo: ["objectID": id])
  }

  /// Returns the current row of an object, or the one from before a batch request; nil when there
  /// is none, or when it cannot be read, with a warning.
  final func storedRow(of object: NSManagedObject) -> Row? {
    do {
      return try loadStoredRow(of: object)
    } catch {
      WrongAnswer.report(error)
      Log.warning("Could not load \(object.currentID.uriRepresentation()): \(error)")
      return nil
    }
  }

  /// The same; throws what the store throws.
  final func loadStoredRow(of object: NSManagedObject) throws -> Row? {
    object.state.expectRow(at: commitStamp)
    if parentContext == nil, let staleRows = coordinator?.staleRows, !staleRows.isEmpty,
      let stale = staleRows.row(for: object.key, staleness: stalenessInterval)
    {
      return stale
    }
    if reader.hasLoaders, let row = try loadBatch(with: object) { return row }
    if let row = try loadRow(object.key) { return row }
    return follow(object) ? try loadRow(object.key) : nil
  }

  /// Returns the row of a fault: the one of its fetch while it is the present one, else the stored
  /// one.
  final func currentRow(of object: NSManagedObject) -> Row? {
    if object.rowStart != nil, !object.isStale(at: commitStamp) { return object.row }
    return storedRow(of: object)
  }

  /// Returns the present row of a key in the parent or in its store; nil when there is none.
  private final func loadRow(_ key: ObjectKey) throws -> Row? {
    if let handed = merging.handedRows?[key] { return handed }
    if let parentContext { return try parentContext.answerRows(of: [key], for: reader.request)[0] }
    guard !key.isTemporary, let lentCoordinator else { return nil }
    if reader.request == nil, case .newest = reader.pin {
      return try reading { try lentCoordinator._withUnsafeGuaranteedRef { try $0.row(for: key) } }
    }
    return try readRow(for: key)
  }

  /// Returns the present rows of keys in the parent or in their stores, nil for those that are
  /// gone. One query per store.
  final func storedRows(for keys: [ObjectKey]) throws -> [Row?] {
    if let parentContext { return try parentContext.answerRows(of: keys, for: reader.request) }
    return keys.isEmpty ? [] : try readRows(for: keys)
  }

  /// The row of a fault is gone (R-CTX-336…338).
  final func handleInaccessible(_ object: NSManagedObject, property: NSPropertyDescription?) {
    if object.key.isTemporary, object.flags.contains(.inserted) {
      object.state.rebase(on: object.layout.defaultRow)
      return object.finishFiring()
    }
    guard shouldHandleInaccessibleFault(object, for: object.objectID, triggeredByProperty: property)
    else {
      raise(
        .objectInaccessible,
        "CoreData could not fulfill a fault for '\(object.currentID.uriRepresentation())'.")
    }
    object.state.loseRow(object.layout.emptyRow)
    if !object.flags.contains(.deleted) { tracker.noteDeletion(of: object) }
  }

  // MARK: - Letting go

  /// The context dies: its objects lose it, and the cycles among them are broken (R-CTX-105).
  final func abandonObjects() {
    undoRecorder?.detach()
    for object in identityMap.removeAll() { object.abandon() }
    identityMap.detach()
  }
}

extension NSManagedObject {
  /// The object's context is gone: keep the identity, drop everything else, call nobody.
  final func abandon() {
    shared.becomeOrphan()
    state.becomeFault(layout.count)
    state.becomeOrphan()
  }
}
