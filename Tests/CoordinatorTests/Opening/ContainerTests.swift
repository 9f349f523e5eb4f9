// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Containers and the descriptions of their stores.
@Suite struct ContainerTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func description(
    _ type: String, configuration: String?, name: String
  ) -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription(url: place.url(name))
    description.type = type
    description.configuration = configuration
    return description
  }

  /// One store per configuration, of as many types as there are.
  private func threeStores() -> [NSPersistentStoreDescription] {
    let types = StackKind.singles.map(\.name)
    return [
      description(types[types.count - 1], configuration: "People", name: "people"),
      description(types[types.count / 2], configuration: "Notes", name: "notes"),
      description(NSInMemoryStoreType, configuration: "Scratch", name: "scratch"),
    ]
  }

  // R-PSC-664, R-PSC-642, R-PSC-646
  @Test func threeStoresOfDifferentTypesWorkTogether() throws {
    let container = NSPersistentContainer(name: "Garage", managedObjectModel: GarageModel.make())
    container.persistentStoreDescriptions = threeStores()
    var loaded: [String] = []
    container.loadPersistentStores { description, error in
      #expect(error == nil)
      loaded.append(description.configuration ?? "")
    }
    #expect(loaded == ["People", "Notes", "Scratch"])
    let context = container.newBackgroundContext()
    #expect(context.concurrencyType == .privateQueueConcurrencyType)
    try context.performAndWait {
      let objects = ["Person", "Note", "Draft"].map { context.insert($0) }
      objects[0].setValue("Ada", forKey: "firstName")
      try context.save()
      let stores = container.persistentStoreCoordinator.persistentStores
      #expect(objects.map { $0.objectID.persistentStore } == stores)
    }
    let other = container.newBackgroundContext()
    let counts = try other.performAndWait {
      try ["Person", "Note", "Draft"].map { try other.all($0).count }
    }
    #expect(counts == [1, 1, 1])
    #expect(other !== context)
    let stores = container.persistentStoreCoordinator.persistentStores
    for store in stores { try container.persistentStoreCoordinator.remove(store) }
  }

  // R-PSC-641, R-PSC-645
  @Test func aNewContainerHasOneDescriptionAndNoStore() {
    let model = GarageModel.make()
    let container = NSPersistentContainer(name: "Garage", managedObjectModel: model)
    #expect(container.name == "Garage")
    #expect(container.managedObjectModel === model)
    #expect(container.persistentStoreCoordinator.managedObjectModel === model)
    #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
    let descriptions = container.persistentStoreDescriptions
    #expect(descriptions.map(\.type) == [NSSQLiteStoreType])
    #expect(
      descriptions.first?.url
        == NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Garage.sqlite"))
    #expect(container.viewContext === container.viewContext)
    #expect(container.viewContext.concurrencyType == .mainQueueConcurrencyType)
    #expect(
      container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
  }

  // R-PSC-642, R-PSC-643
  @Test func aFailureDoesNotStopTheRestAndLoadingTwiceIsReported() {
    let container = NSPersistentContainer(name: "Garage", managedObjectModel: GarageModel.make())
    container.persistentStoreDescriptions = [
      description("Nothing", configuration: nil, name: "a"),
      description(NSInMemoryStoreType, configuration: "Notes", name: "b"),
    ]
    var codes: [Int?] = []
    let note = { (_: NSPersistentStoreDescription, error: (any Error)?) in
      codes.append((error as? CocoaError)?.code.rawValue)
    }
    container.loadPersistentStores(completionHandler: note)
    #expect(codes == [134000, nil])
    container.loadPersistentStores(completionHandler: note)
    #expect(codes == [134000, nil, 134000, 134081])
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  // R-PSC-644
  @Test func withoutDescriptionsNothingIsLoaded() {
    let container = NSPersistentContainer(name: "Garage", managedObjectModel: GarageModel.make())
    container.persistentStoreDescriptions = []
    container.loadPersistentStores { _, _ in Issue.record("There is nothing to load.") }
    #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
  }

  // R-PSC-064
  @Test func aStoreMayBeAddedInTheBackground() async {
    let container = NSPersistentContainer(name: "Garage", managedObjectModel: GarageModel.make())
    let background = description(NSInMemoryStoreType, configuration: nil, name: "a")
    background.shouldAddStoreAsynchronously = true
    container.persistentStoreDescriptions = [background]
    let failed = await withCheckedContinuation { continuation in
      container.loadPersistentStores { _, error in continuation.resume(returning: error != nil) }
    }
    #expect(!failed)
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  // R-PSC-647
  @Test func backgroundTasksReturnThrowAndForget() async throws {
    let container = NSPersistentContainer(name: "Garage", managedObjectModel: GarageModel.make())
    container.persistentStoreDescriptions = [
      description(NSInMemoryStoreType, configuration: nil, name: "a")
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let id = try await container.performBackgroundTask { context in
      let note = context.insert("Note", ["text": "n"])
      try context.save()
      _ = context.insert("Note", ["text": "forgotten"])
      return note.objectID
    }
    #expect(!id.isTemporaryID)
    await #expect(throws: CocoaError.self) {
      try await container.performBackgroundTask { context in
        _ = context.insert("Person")
        try context.save()
      }
    }
    let count = try await container.performBackgroundTask { try $0.all("Note").count }
    #expect(count == 1)
    await withCheckedContinuation { continuation in
      container.performBackgroundTask { _ in continuation.resume() }
    }
  }

  // R-PSC-660, R-PSC-661
  @Test func aDescriptionHasDefaultsAndViewsOnItsOptions() {
    let description = NSPersistentStoreDescription()
    #expect(description.type == NSSQLiteStoreType)
    #expect(description.configuration == nil)
    #expect(description.url == URL(fileURLWithPath: "/dev/null"))
    #expect(!description.isReadOnly)
    #expect(description.timeout == 240)
    #expect(!description.shouldAddStoreAsynchronously)
    #expect(description.shouldMigrateStoreAutomatically)
    #expect(description.shouldInferMappingModelAutomatically)
    description.isReadOnly = true
    #expect(description.options[NSReadOnlyPersistentStoreOption] as? NSNumber == true)
    description.setOption(false as NSNumber, forKey: NSReadOnlyPersistentStoreOption)
    #expect(!description.isReadOnly)
    description.setOption(5 as NSNumber, forKey: NSPersistentStoreTimeoutOption)
    #expect(description.timeout == 5)
    description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
    #expect(description.sqlitePragmas["journal_mode"] as? String == "DELETE")
    #expect(description.options[NSSQLitePragmasOption] != nil)
    description.setOption(nil, forKey: NSSQLitePragmasOption)
    #expect(description.sqlitePragmas.isEmpty)
  }

  // R-PSC-663
  @Test func aCopyOfADescriptionIsEqualAndSeparate() throws {
    let description = description(NSInMemoryStoreType, configuration: "Notes", name: "a")
    description.setOption("x" as NSString, forKey: "mine")
    let copy = try #require(description.copy() as? NSPersistentStoreDescription)
    #expect(copy == description)
    #expect(copy !== description)
    copy.setOption("y" as NSString, forKey: "mine")
    #expect(copy != description)
    #expect(description.options["mine"] as? String == "x")
  }
}
