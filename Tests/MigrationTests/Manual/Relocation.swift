// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport

/// A store of a former model, and a place to migrate it to, in a folder of their own.
final class Relocation {
  let directory: TemporaryDirectory
  let former: NSManagedObjectModel
  let present: NSManagedObjectModel
  let pair: StorePair
  let source: URL
  let destination: URL

  init(_ pair: StorePair, _ former: String, _ present: String) throws {
    directory = try TemporaryDirectory()
    self.former = ModelText(former).model()
    self.present = ModelText(present).model()
    self.pair = pair
    source = try pair.kind.url(0, in: directory.url)
    destination = try pair.kind.url(1, in: directory.url)
  }

  /// Makes the source, with what a block inserts.
  func fill(_ body: (NSManagedObjectContext) throws -> Void) throws {
    try Self.use(former, pair.first, source) { context in
      try body(context)
      try context.save()
    }
  }

  func manager() -> NSMigrationManager {
    NSMigrationManager(sourceModel: former, destinationModel: present)
  }

  /// Migrates the source.
  func migrate(_ mappings: [NSEntityMapping], _ manager: NSMigrationManager? = nil) throws {
    let model = NSMappingModel()
    model.entityMappings = mappings
    try (manager ?? self.manager()).migrateStore(
      from: source, type: .init(rawValue: pair.first), mapping: model, to: destination,
      type: .init(rawValue: pair.second))
  }

  /// Looks into the destination.
  func read<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
    try Self.use(present, pair.second, destination, body)
  }

  /// Looks into the source.
  func readSource<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
    try Self.use(former, pair.first, source, body)
  }

  static func use<T>(
    _ model: NSManagedObjectModel, _ type: String, _ url: URL,
    _ body: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: nil)
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  /// The names of what is in the folder, without the log files of databases.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") && !$0.hasSuffix("-lock") }.sorted()
  }

  /// Each kind of store that has a file, to its own kind.
  static let sameKinds: [StorePair] = StorePair.durable.filter { $0.first == $0.second }
}

extension NSEntityMapping {
  /// A mapping with expressions as texts.
  convenience init(
    _ source: String?, to destination: String?,
    _ type: NSEntityMappingType = .transformEntityMappingType,
    attributes: [String: String] = [:], relationships: [String: String] = [:],
    policy: String? = nil
  ) {
    self.init()
    sourceEntityName = source
    destinationEntityName = destination
    mappingType = type
    attributeMappings = attributes.map(NSPropertyMapping.init)
    relationshipMappings = relationships.map(NSPropertyMapping.init)
    entityMigrationPolicyClassName = policy
  }

  /// All objects and properties as they are.
  static func copy(_ entity: String, to destination: String? = nil) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.sourceEntityName = entity
    mapping.destinationEntityName = destination ?? entity
    mapping.mappingType = .copyEntityMappingType
    return mapping
  }
}

extension NSPropertyMapping {
  convenience init(_ name: String, _ format: String) {
    self.init()
    self.name = name
    valueExpression = NSExpression(format: format)
  }
}
