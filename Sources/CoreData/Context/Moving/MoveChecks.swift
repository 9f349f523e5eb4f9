// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The reasons for which objects cannot be moved, as errors that name what is in the way.
struct MoveChecks {
  private let context: NSManagedObjectContext
  private let store: NSPersistentStore

  init(_ context: NSManagedObjectContext, to store: NSPersistentStore) {
    self.context = context
    self.store = store
  }

  private var name: String { store.url?.lastPathComponent ?? store.type }

  /// The target is one of the context's stores, and can be written.
  func requireStore() throws {
    guard context.parentContext == nil else {
      throw refusal(
        .coreData,
        "Objects are moved between stores by a context that saves to them: this one has a parent. "
          + "Save it, and move the objects in the context at the root.")
    }
    guard let coordinator = context.coordinator,
      coordinator.persistentStores.contains(where: { $0 === store })
    else {
      throw refusal(
        .persistentStoreOperation,
        "Objects cannot be moved to \(name): it is not among the stores of this context's "
          + "coordinator.")
    }
    try requireWritable(store.ordinal, coordinator)
  }

  private func requireWritable(
    _ ordinal: Int, _ coordinator: NSPersistentStoreCoordinator
  ) throws {
    guard let mounted = coordinator.router.store(ordinal) else {
      throw refusal(
        .persistentStoreOperation, "The store of an object that is to be moved has been removed.")
    }
    guard mounted.isReadOnly else { return }
    throw ErrorTranslation.cocoaError(
      .readOnly(ordinal: ordinal, name: mounted.name), coordinator: coordinator, objects: [])
  }

  /// The objects are this context's, and are not being deleted.
  func requireObjects(_ objects: [NSManagedObject]) throws {
    for object in objects where object.context !== context {
      throw refusal(
        .coreData,
        "A \(object.layout.schema.name) cannot be moved: it is not registered in this context. "
          + "Look it up here by its objectID.", of: [object])
    }
    for object in objects where object.flags.contains(.deleted) {
      throw refusal(
        .coreData, "A \(object.layout.schema.name) cannot be moved: it is being deleted.",
        of: [object])
    }
  }

  /// The target takes all of them, and their stores let them go.
  func requireMovable(_ objects: [NSManagedObject]) throws {
    let foreign = objects.filter { !store.entities.supports($0.layout.index) }
    guard foreign.isEmpty else {
      let names = Set(foreign.map(\.layout.schema.name)).sorted().joined(separator: ", ")
      throw refusal(
        .persistentStoreSave,
        "\(foreign.count) object(s) cannot be moved to \(name): its configuration "
          + "'\(store.configurationName)' does not hold \(names).", of: foreign)
    }
    let sources = Set(objects.filter { !$0.key.isTemporary }.map(\.key.store))
    for source in sources.sorted() {
      try requireWritable(source, context.requiredCoordinator)
    }
  }

  // MARK: - Errors

  func external(_ link: MoveLink) -> CocoaError {
    let (owner, name) = (link.owner.layout, link.owner.layout.properties[link.index].name)
    return refusal(
      .managedObjectExternalRelationship,
      "'\(name)' of a \(owner.schema.name) leads to an object that is not moved along, or from one: "
        + "relationships cannot cross stores. Move both, or choose another policy.",
      of: [link.owner, link.destination])
  }

  func tooMany(_ count: Int, limit: Int) -> CocoaError {
    refusal(
      .coreData,
      "The objects to move to \(name) are related to others: \(count) at least would move, and the "
        + "limit is \(limit).")
  }

  private func refusal(
    _ code: CocoaError.Code, _ reason: String, of objects: [NSManagedObject] = []
  ) -> CocoaError {
    var info: [String: Any] = [NSAffectedStoresErrorKey: [store]]
    if !objects.isEmpty { info[NSAffectedObjectsErrorKey] = objects }
    return CocoaError.make(code, reason: reason, userInfo: info)
  }
}
