// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CoreData
import Foundation

/// The data of the demonstration in stores without uniqueness constraints, which not every type
/// enforces: four SQLite stores in one coordinator, one a configuration.
final class LooseAtlas {
  static let configurations = ["Global", "User", "Session", "Shared"]

  let folder: TemporaryFolder
  let coordinator: NSPersistentStoreCoordinator

  init() throws {
    folder = try TemporaryFolder()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Self.model())
    for name in Self.configurations {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: name, at: url(name))
    }
    try Self.read { try self.fill(from: $0) }
  }

  /// The model without constraints and classes.
  static func model() throws -> NSManagedObjectModel {
    let model = try original()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    return model
  }

  func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

  /// Works with a context of its own over some stores.
  static func run<T>(
    _ coordinator: NSPersistentStoreCoordinator, _ body: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  // MARK: - The demonstration's stores

  private static func original() throws -> NSManagedObjectModel {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Models/Atlas.xcdatamodeld").standardized
    let model = try NSManagedObjectModel.load(from: file)
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    return model
  }

  private static func read(_ body: (NSManagedObjectContext) throws -> Void) throws {
    let fixture = try AtlasFixture.shared.get()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try original())
    for (name, file, type) in [
      ("Global", "Global.lmdb", LMDBStoreType), ("User", "User.sqlite", NSSQLiteStoreType),
      ("Shared", "Shared.sqlite", NSSQLiteStoreType),
    ] {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: name, at: URL(fileURLWithPath: fixture.path(file)),
        options: [NSReadOnlyPersistentStoreOption: true])
    }
    try run(coordinator, body)
  }

  // MARK: - Filling

  private func fill(from source: NSManagedObjectContext) throws {
    try LooseAtlas.run(coordinator) { context in
      var copies: [NSManagedObjectID: NSManagedObject] = [:]
      var originals: [NSManagedObject] = []
      for entity in coordinator.managedObjectModel.entities where entity.name != "Search" {
        originals += try source.fetch(
          NSFetchRequest<NSManagedObject>(entityName: entity.name ?? ""))
      }
      for original in originals { copies[original.objectID] = try copy(original, context) }
      for original in originals {
        try relate(original, { try unwrapped(copies[$0.objectID]) })
      }
      try addSearches(context)
      try context.save()
    }
  }

  private func copy(
    _ original: NSManagedObject, _ context: NSManagedObjectContext
  ) throws -> NSManagedObject {
    let name = original.entity.name ?? ""
    let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
    for key in original.entity.attributesByName.keys {
      object.setValue(original.value(forKey: key), forKey: key)
    }
    let configuration = original.objectID.persistentStore?.configurationName
    let store = coordinator.persistentStores.first { $0.configurationName == configuration }
    context.assign(object, to: try unwrapped(store))
    return object
  }

  private func relate(
    _ original: NSManagedObject, _ copy: (NSManagedObject) throws -> NSManagedObject
  ) throws {
    let object = try copy(original)
    for (key, relationship) in original.entity.relationshipsByName {
      switch original.value(forKey: key) {
      case let other as NSManagedObject where relationship.inverseRelationship?.isOrdered != true:
        object.setValue(try copy(other), forKey: key)
      case let others as NSOrderedSet:
        let members = try others.map { try copy(unwrapped($0 as? NSManagedObject)) }
        object.setValue(NSOrderedSet(array: members), forKey: key)
      case let others as Set<NSManagedObject>
      where relationship.inverseRelationship?.isToMany == true:
        object.setValue(Set(try others.map(copy)), forKey: key)
      default: break
      }
    }
  }

  /// The demonstration's searches are in memory, and gone.
  private func addSearches(_ context: NSManagedObjectContext) throws {
    for (place, query) in ["san", "zürich", "island"].enumerated() {
      let search = NSEntityDescription.insertNewObject(forEntityName: "Search", into: context)
      search.setValue(query, forKey: "query")
      search.setValue(Date(timeIntervalSinceReferenceDate: Double(place) / 3), forKey: "at")
      search.setValue(Int32(place), forKey: "resultCount")
    }
  }

  private func unwrapped<T>(_ value: T?) throws -> T {
    guard let value else { throw CocoaError(.coreData) }
    return value
  }
}
#endif
