// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The Core Data stack of a small program: a container subclass with a model made in code.
final class ShoppingContainer: NSPersistentContainer, @unchecked Sendable {
  // Sendable: adds no state to its superclass.
  override class func defaultDirectoryURL() -> URL {
    URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("shopping")
  }

  convenience init() {
    self.init(name: "Shopping", managedObjectModel: ShoppingContainer.makeModel())
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    persistentStoreDescriptions = [description]
    loadPersistentStores { _, error in
      if let error = error as NSError? {
        fatalError("Unresolved error \(error), \(error.userInfo)")
      }
    }
    viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    viewContext.name = "view"
  }

  /// Saves a context if there is anything to save.
  func save(_ context: NSManagedObjectContext) throws {
    guard context.hasChanges else { return }
    do {
      try context.save()
    } catch {
      context.rollback()
      throw error
    }
  }

  private static func makeModel() -> NSManagedObjectModel {
    let item = NSEntityDescription()
    item.name = "ShoppingItem"
    item.managedObjectClassName = NSStringFromClass(ShoppingItem.self)
    let list = NSEntityDescription()
    list.name = "ShoppingList"
    list.managedObjectClassName = NSStringFromClass(ShoppingList.self)

    let name = NSAttributeDescription()
    name.name = "name"
    name.attributeType = .stringAttributeType
    name.isOptional = false
    let count = NSAttributeDescription()
    count.name = "count"
    count.attributeType = .integer32AttributeType
    count.defaultValue = 1
    let createdAt = NSAttributeDescription()
    createdAt.name = "createdAt"
    createdAt.attributeType = .dateAttributeType
    let title = NSAttributeDescription()
    title.name = "title"
    title.attributeType = .stringAttributeType

    let items = NSRelationshipDescription()
    let owner = NSRelationshipDescription()
    items.name = "items"
    items.destinationEntity = item
    items.maxCount = 0
    items.deleteRule = .cascadeDeleteRule
    items.inverseRelationship = owner
    owner.name = "list"
    owner.destinationEntity = list
    owner.maxCount = 1
    owner.deleteRule = .nullifyDeleteRule
    owner.inverseRelationship = items

    item.properties = [name, count, createdAt, owner]
    list.properties = [title, items]
    let model = NSManagedObjectModel()
    model.entities = [item, list]
    return model
  }
}
