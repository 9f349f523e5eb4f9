// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of `NSManagedObjectModel`.
struct ModelExamples {
  @Test func readingAModel() throws {
    let url = ExampleModels.company
    // example
    if let model = NSManagedObjectModel(contentsOf: url) {
      let container = NSPersistentContainer(name: "Company", managedObjectModel: model)
      print(container.persistentStoreDescriptions)
    }
    // example end
    #expect(NSManagedObjectModel(contentsOf: url)?.entities.count == 3)
  }

  @Test func mergingModels() throws {
    let company = try #require(NSManagedObjectModel(contentsOf: ExampleModels.company))
    let atlas = try #require(NSManagedObjectModel(contentsOf: ExampleModels.atlas))
    // example
    let both = NSManagedObjectModel(byMerging: [company, atlas])
    // example end
    #expect(both?.entities.count == company.entities.count + atlas.entities.count)
  }

  @Test func theVersionThatAStoreWasWrittenWith() throws {
    let stack = try ExampleStack()
    let url = stack.url
    let atlas = try #require(NSManagedObjectModel(contentsOf: ExampleModels.atlas))
    let versions = [atlas, stack.model]
    // example
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: url)
    let written = NSManagedObjectModel(byMerging: versions, forStoreMetadata: metadata)
    // example end
    #expect(written?.entitiesByName.keys.sorted() == ["Department", "Employee", "Tag"])
  }

  @Test func makingAVersionKnown() throws {
    let former = try #require(NSManagedObjectModel(contentsOf: ExampleModels.company))
    // example
    NSManagedObjectModel.registerVersion(former)
    // example end
    #expect(former.entities.count > 0)
  }

  @Test func theModelsOfTheProgram() {
    // example
    let model = NSManagedObjectModel.mergedModel(from: nil) ?? NSManagedObjectModel()
    let container = NSPersistentContainer(name: "Company", managedObjectModel: model)
    // example end
    #expect(container.managedObjectModel === model)
  }

  @Test func theVersionAmongABundlesModels() throws {
    let stack = try ExampleStack()
    let url = stack.url
    let folder = ExampleModels.company.deletingLastPathComponent()
    let bundle = try #require(Bundle(path: folder.path))
    // example
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: url)
    let written = NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata)
    // example end
    #expect(written?.entitiesByName.keys.sorted() == ["Department", "Employee", "Tag"])
  }
}
