// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of `NSPersistentContainer`.
struct ContainerExamples {
  private func container(_ stack: ExampleStack) throws -> NSPersistentContainer {
    let (model, url) = (stack.model, stack.url)
    try stack.close()
    // example
    let container = NSPersistentContainer(name: "Company", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    container.loadPersistentStores { description, error in
      if let error { print("\(description) was not loaded: \(error)") }
    }
    // example end
    try #require(container.persistentStoreCoordinator.persistentStores.count == 1)
    return container
  }

  private func departments(_ container: NSPersistentContainer) throws -> Int {
    let context = container.newBackgroundContext()
    return try context.performAndWait {
      try context.count(for: NSFetchRequest<Department>(entityName: "Department"))
    }
  }

  @Test func aContextInTheBackground() throws {
    let stack = try ExampleStack()
    let container = try container(stack)
    // example
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let research = Department(context: context)
      research.name = "Research"
      research.createdAt = Date()
      try context.save()
    }
    // example end
    #expect(try departments(container) == 2)
  }

  private func startTask(_ container: NSPersistentContainer) {
    // example
    container.performBackgroundTask { context in
      let research = Department(context: context)
      research.name = "Research"
      research.createdAt = Date()
      do { try context.save() } catch { print("Not saved: \(error)") }
    }
    // example end
  }

  @Test func aTaskInTheBackground() async throws {
    let stack = try ExampleStack()
    let container = try container(stack)
    let coordinator = container.persistentStoreCoordinator
    let name = NSManagedObjectContext.didSaveObjectsNotification
    var token: (any NSObjectProtocol)?
    let saves = AsyncStream<Void> { continuation in
      token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        note in
        let saver = note.object as? NSManagedObjectContext
        if saver?.persistentStoreCoordinator === coordinator { continuation.finish() }
      }
    }
    defer { token.map(NotificationCenter.default.removeObserver(_:)) }
    startTask(container)
    for await _ in saves {}
    #expect(try departments(container) == 2)
  }

  @Test func aTaskWithAResult() async throws {
    let stack = try ExampleStack()
    let container = try container(stack)
    // example
    let id = try await container.performBackgroundTask { context in
      let research = Department(context: context)
      research.name = "Research"
      research.createdAt = Date()
      try context.save()
      return research.objectID
    }
    // example end
    #expect(!id.isTemporaryID)
    #expect(try departments(container) == 2)
  }
}
