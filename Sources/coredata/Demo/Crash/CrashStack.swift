// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Two stores between which money moves: a purse in one, an account in the other.
struct CrashStack {
  static let entities = ["Purse", "Account"]
  static let total: Int64 = 100

  let folder: URL

  /// The types of the two stores: what this build has, files where it has nothing else.
  static var types: [NSPersistentStore.StoreType] {
    var types: [NSPersistentStore.StoreType] = []
    #if SQLite
    types.append(.sqlite)
    #endif
    #if LMDB
    types.append(.lmdb)
    #endif
    return Array((types + [.binary, .xml]).prefix(2))
  }

  func url(_ index: Int) -> URL {
    let type = CrashStack.types[index].rawValue.lowercased()
    return folder.appendingPathComponent("\(CrashStack.entities[index]).\(type)")
  }

  /// Opens the stores of some entities.
  func open(
    _ indexes: [Int] = [0, 1], options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: CrashStack.model())
    for index in indexes {
      try coordinator.addPersistentStore(
        type: CrashStack.types[index], configuration: CrashStack.entities[index], at: url(index),
        options: options)
    }
    return coordinator
  }

  private static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let made = entities.map { name in
      let (entity, amount) = (NSEntityDescription(), NSAttributeDescription())
      entity.name = name
      amount.name = "amount"
      amount.attributeType = .integer64AttributeType
      entity.properties = [amount]
      return entity
    }
    model.entities = made
    for entity in made { model.setEntities([entity], forConfigurationName: entity.name ?? "") }
    return model
  }

  static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  static func object(_ index: Int, in context: NSManagedObjectContext) throws -> NSManagedObject {
    let name = entities[index]
    if let known = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name)).first {
      return known
    }
    return NSEntityDescription.insertNewObject(forEntityName: name, into: context)
  }

  static func amount(_ index: Int, in context: NSManagedObjectContext) throws -> Int64 {
    (try object(index, in: context).value(forKey: "amount") as? NSNumber)?.int64Value ?? 0
  }
}
