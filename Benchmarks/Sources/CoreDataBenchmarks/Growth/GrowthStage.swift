// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// A new store with a context, in which an operation is prepared and timed.
struct GrowthStage {
  let count: Int
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext

  init(_ type: String, in folder: URL, count: Int) throws {
    self.count = count
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: GrowthModel.make())
    let file = folder.appendingPathComponent(UUID().uuidString)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: type == NSInMemoryStoreType ? nil : file)
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
  }

  @discardableResult
  func insert(
    _ entity: String, _ values: [String: Any] = [:]
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func insertParts(of owner: NSManagedObject? = nil) -> [NSManagedObject] {
    (0..<count).map { place in
      let part = insert("Part", ["name": "part \(place)", "kind": "\(place % 50)", "place": place])
      if let owner { part.setValue(owner, forKey: "owner") }
      return part
    }
  }

  /// An owner with parts, saved. All are registered as long as somebody holds them.
  func owner() throws -> (owner: NSManagedObject, parts: [NSManagedObject]) {
    let owner = insert("Owner")
    let parts = insertParts(of: owner)
    try context.save()
    return (owner, parts)
  }

  func request(_ entity: String, _ format: String? = nil) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0) }
    return request
  }

  func sibling() -> NSManagedObjectContext {
    let sibling = NSManagedObjectContext(.privateQueue)
    sibling.persistentStoreCoordinator = coordinator
    return sibling
  }
}
