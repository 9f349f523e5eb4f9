// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of `NSPersistentStoreCoordinator`.
struct CoordinatorExamples {
  @Test func addingAStore() throws {
    let stack = try ExampleStack()
    let (model, url) = (stack.model, stack.url)
    try stack.close()
    // example
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    do {
      try coordinator.addPersistentStore(type: .sqlite, at: url)
    } catch let error as CocoaError
      where error.code == .persistentStoreIncompatibleVersionHash
    {
      print("The store is of another version of the model.")
    }
    // example end
    #expect(coordinator.persistentStores.count == 1)
  }

  @Test func addingADescribedStore() throws {
    let stack = try ExampleStack()
    let (coordinator, url) = (stack.coordinator, stack.url)
    try stack.close()
    // example
    let description = NSPersistentStoreDescription(url: url)
    description.isReadOnly = true
    coordinator.addPersistentStore(with: description) { description, error in
      if let error { print("\(description) was not added: \(error)") }
    }
    // example end
    #expect(stack.store.isReadOnly)
  }

  @Test func removingAStore() throws {
    let stack = try ExampleStack()
    let coordinator = stack.coordinator
    let url = stack.folder.appendingPathComponent("Other.sqlite")
    // example
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    try coordinator.remove(store)
    // example end
    #expect(coordinator.persistentStores.count == 1)
  }

  @Test func migratingAStore() throws {
    let stack = try ExampleStack()
    let (coordinator, store) = (stack.coordinator, stack.store)
    let archive = stack.folder.appendingPathComponent("Archive.sqlite")
    // example
    let archived = try coordinator.migratePersistentStore(store, to: archive, type: .sqlite)
    // example end
    #expect(archived.url?.lastPathComponent == "Archive.sqlite")
    #expect(try stack.count("Employee") == 1)
  }

  @Test func replacingAStore() throws {
    let stack = try ExampleStack()
    let (coordinator, url, folder) = (stack.coordinator, stack.url, stack.folder)
    try coordinator.replacePersistentStore(
      at: folder.appending(path: "monday.sqlite"), withPersistentStoreFrom: url, type: .sqlite)
    // example
    try coordinator.replacePersistentStore(
      at: url, withPersistentStoreFrom: folder.appending(path: "monday.sqlite"), type: .sqlite)
    // example end
    #expect(coordinator.persistentStores.isEmpty)
  }

  @Test func destroyingAStore() throws {
    let stack = try ExampleStack()
    let (coordinator, url) = (stack.coordinator, stack.url)
    // example
    try coordinator.destroyPersistentStore(at: url, type: .sqlite)
    try coordinator.addPersistentStore(type: .sqlite, at: url)
    // example end
    #expect(try stack.count("Employee") == 0)
  }

  @Test func performingABlock() async throws {
    let stack = try ExampleStack()
    let (coordinator, url) = (
      stack.coordinator, stack.folder.appendingPathComponent("Other.sqlite")
    )
    // example
    let uuid = try await coordinator.perform {
      try coordinator.addPersistentStore(type: .sqlite, at: url).identifier
    }
    // example end
    #expect(uuid == coordinator.persistentStores.last?.identifier)
  }

  @Test func readingMetadata() throws {
    let stack = try ExampleStack()
    let (model, url) = (stack.model, stack.url)
    // example
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: url)
    let fits = model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    // example end
    #expect(fits)
  }

  @Test func writingMetadata() throws {
    let stack = try ExampleStack()
    let url = stack.url
    try stack.close()
    // example
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: url)
    metadata["lastImport"] = Date()
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: url)
    // example end
    let written = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: url)
    #expect(written["lastImport"] is Date)
  }

  @Test func settingMetadata() throws {
    let stack = try ExampleStack()
    let (coordinator, store, context) = (stack.coordinator, stack.store, stack.context)
    try context.performAndWait {
      // example
      var metadata = coordinator.metadata(for: store)
      metadata["lastImport"] = Date()
      coordinator.setMetadata(metadata, for: store)
      try context.save()  // writes it
      // example end
    }
    let written = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: stack.url)
    #expect(written["lastImport"] is Date)
  }

  @Test func findingAnObjectByItsURI() throws {
    let stack = try ExampleStack()
    let (coordinator, context) = (stack.coordinator, stack.context)
    let department = stack.department
    try context.performAndWait {
      // example
      let text = department.objectID.uriRepresentation().absoluteString
      // Later, in another run of the program:
      if let uri = URL(string: text),
        let id = coordinator.managedObjectID(forURIRepresentation: uri)
      {
        print(try context.existingObject(with: id))
      }
      // example end
      let uri = department.objectID.uriRepresentation()
      #expect(coordinator.managedObjectID(forURIRepresentation: uri) == department.objectID)
    }
  }
}
