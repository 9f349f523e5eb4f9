// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Swift concurrency as programs use it: IDs travel, objects stay.
@Suite struct ConcurrencyTests {
  private let container = ShoppingContainer()

  // R-CTX-930, R-CTX-933
  @Test func idsTravelBetweenTasks() async throws {
    let container = container
    let ids = try await withThrowingTaskGroup(of: NSManagedObjectID.self) { group in
      for index in 0..<8 {
        group.addTask {
          try await container.performBackgroundTask { context in
            let item = ShoppingItem(name: "\(index)", count: index, in: context)
            try context.save()
            return item.objectID
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let context = container.newBackgroundContext()
    let total = try await context.perform {
      try ids.map { try context.existingObject(with: $0) as? ShoppingItem }
        .reduce(0) { $0 + ($1?.count ?? 0) }
    }
    #expect(total == 28)
  }

  // R-CTX-933
  @Test func anActorOwnsAContext() async throws {
    let store = ItemStore(container)
    let id = try await store.add("Milk")
    #expect(try await store.name(of: id) == "Milk")
    #expect(try await store.count() == 1)
  }

  // R-CTX-933, R-CTX-934
  @MainActor
  @Test func theViewContextIsUsedOnTheMainActor() async throws {
    let id = try await container.performBackgroundTask { context in
      let item = ShoppingItem(name: "Milk", in: context)
      try context.save()
      return item.objectID
    }
    let item = try container.viewContext.existingObject(with: id) as? ShoppingItem
    #expect(item?.name == "Milk")
    item?.name = "Cream"
    try container.viewContext.save()
  }
}

/// An actor around a private context.
private actor ItemStore {
  private let context: NSManagedObjectContext

  init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }

  func add(_ name: String) async throws -> NSManagedObjectID {
    try await context.perform { [context] in
      let item = ShoppingItem(name: name, in: context)
      try context.save()
      return item.objectID
    }
  }

  func name(of id: NSManagedObjectID) async throws -> String? {
    try await context.perform { [context] in
      (try context.existingObject(with: id) as? ShoppingItem)?.name
    }
  }

  func count() async throws -> Int {
    try await context.perform { [context] in
      try context.count(for: NSFetchRequest<ShoppingItem>(entityName: "ShoppingItem"))
    }
  }
}
