// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// To-manys whose inverse is a to-one that leads nowhere: an error where a store is added.
struct MissingDestinationTests {
  private static func model(destination: Bool) -> NSManagedObjectModel {
    let (parent, child, other) = (
      NSEntityDescription(), NSEntityDescription(), NSEntityDescription()
    )
    (parent.name, child.name, other.name) = ("Parent", "Child", "Other")
    let (many, one) = (NSRelationshipDescription(), NSRelationshipDescription())
    (many.name, one.name) = ("children", "parent")
    many.maxCount = 0
    one.maxCount = 1
    many.destinationEntity = destination ? other : child
    if destination { one.destinationEntity = parent }
    (many.inverseRelationship, one.inverseRelationship) = (one, many)
    parent.properties = [many]
    child.properties = [one]
    let model = NSManagedObjectModel()
    model.entities = [parent, child, other]
    return model
  }

  // R-MOD-143
  @Test(arguments: StackKind.all, [false, true])
  func addingAStoreNamesTheRelationship(_ kind: StackKind, _ destination: Bool) throws {
    let model = Self.model(destination: destination)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("missing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = try kind.url(0, in: folder)
    let error = #expect(throws: (any Error).self) {
      try coordinator.addPersistentStore(
        ofType: kind.stores[0].type, configurationName: nil, at: url, options: nil)
    }
    #expect("\(error.map { ($0 as NSError).userInfo } ?? [:])".contains("Parent.children"))
  }
}
