// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A coordinator with one store, and a context, of a migration's own.
final class MigrationStack {
  let model: NSManagedObjectModel
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext
  private(set) var store: NSPersistentStore?

  init(_ model: NSManagedObjectModel) {
    self.model = model
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil
    context.saving.leaveOutValidation()
  }

  /// The metadata of the open store.
  var metadata: [String: Any] { store?.metadata ?? [:] }

  @discardableResult
  func open(
    _ end: MigrationEnd, at url: URL, configuration: String?,
    besides others: [NSEntityDescription] = [], isReadOnly: Bool
  ) throws -> NSPersistentStore {
    var options = end.options
    options[NSReadOnlyPersistentStoreOption] = isReadOnly ? true : nil
    var opening = StoreOpening(
      coordinator: coordinator, type: end.type, configuration: configuration, url: url,
      options: options)
    opening.besides = others
    let opened = try opening.run()
    store = opened
    return opened
  }

  /// Forgets all objects and closes the store.
  func close() {
    context.performAndWait { context.reset() }
    guard let store else { return }
    self.store = nil
    // It is the only one, and nobody else knows of it.
    try? coordinator.remove(store)
  }

  // MARK: - Objects

  /// Returns the objects of some keys, with their values, in their order; without those that are gone.
  /// One query.
  func objects(_ keys: [ObjectKey]) throws -> [NSManagedObject] {
    let objects = keys.map(context.materialise)
    try Refetching(context).loadRows(of: objects)
    return objects.filter { !$0.isDeleted && ($0.isInserted || $0.rowStart != nil) }
  }

  /// Reads the members of to-many relationships of objects of one entity, a query for each
  /// relationship.
  func loadMembers(of objects: [NSManagedObject], _ names: [String]) throws {
    guard let layout = objects.first?.layout else { return }
    for name in names {
      guard let record = layout.record(named: name), record.kind == .toMany else { continue }
      let owners = objects.filter {
        $0.layout === layout && !$0.isInserted && $0.heldToMany(record.index).isFault
      }
      try context.fulfil(owners, record.index)
    }
  }

  /// Throws what an access, which cannot throw itself, has failed to read.
  func requireRead() throws {
    if let failure = context.reader.takeFailure() { throw failure }
  }

  /// Keeps all objects alive, with their values, until the store is closed.
  func hold() { context.retainsRegisteredObjects = true }

  /// Lets go of all values that are not changed. What client stores have said stays known.
  func refault() {
    for object in context.identityMap.objects() {
      context.refreshNow(object, mergeChanges: true, expires: false)
    }
  }
}
