// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreTestSupport
import Testing

/// Stores of some kinds in a folder, each with an account and its entries, and saves that change all
/// of them: save k leaves the account at k, the entry k, and none before k - 1.
struct JournalStage: Sendable, CustomTestStringConvertible {
  enum Kind: String, Sendable, CaseIterable {
    case sqlite, lmdb, binary, xml

    var type: String {
      switch self {
      case .sqlite: "SQLite"
      case .lmdb: "LMDB"
      case .binary: NSBinaryStoreType
      case .xml: NSXMLStoreType
      }
    }
  }

  let kinds: [Kind]

  var testDescription: String { kinds.map(\.rawValue).joined(separator: "+") }

  init(_ kinds: Kind...) { self.kinds = kinds }
  init(kinds: [Kind]) { self.kinds = kinds }

  /// Those of this build.
  static let available: [Kind] = {
    var kinds: [Kind] = [.binary, .xml]
    #if SQLite
    kinds.append(.sqlite)
    #endif
    #if LMDB
    kinds.append(.lmdb)
    #endif
    return kinds
  }()

  /// Every ordered pair.
  static let pairs: [JournalStage] = available.flatMap { first in
    available.map { JournalStage(first, $0) }
  }

  /// Every ordered triple.
  static let triples: [JournalStage] = pairs.flatMap { pair in
    available.map { JournalStage(kinds: pair.kinds + [$0]) }
  }

  // MARK: - Stores

  func url(_ index: Int, in folder: URL) -> URL {
    folder.appendingPathComponent("store\(index).\(kinds[index].rawValue)")
  }

  @discardableResult
  func add(
    _ index: Int, in folder: URL, to coordinator: NSPersistentStoreCoordinator,
    options: [AnyHashable: Any] = [:]
  ) throws -> NSPersistentStore {
    try coordinator.addPersistentStore(
      ofType: kinds[index].type, configurationName: "Store\(index)", at: url(index, in: folder),
      options: options.merging([NSPersistentStoreTimeoutOption: 20]) { $1 })
  }

  func open(_ folder: URL, order: [Int]? = nil) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    for index in order ?? Array(kinds.indices) { try add(index, in: folder, to: coordinator) }
    return coordinator
  }

  func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let entities = kinds.indices.map(entities)
    model.entities = entities.flatMap { $0 }
    for index in kinds.indices {
      model.setEntities(entities[index], forConfigurationName: "Store\(index)")
    }
    return model
  }

  private func entities(_ index: Int) -> [NSEntityDescription] {
    let (account, entry) = (NSEntityDescription(), NSEntityDescription())
    (account.name, entry.name) = ("Account\(index)", "Entry\(index)")
    let (entries, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
    (entries.name, entries.destinationEntity, entries.isOrdered) = ("entries", entry, true)
    entries.maxCount = 0
    (owner.name, owner.destinationEntity, owner.maxCount) = ("account", account, 1)
    (entries.inverseRelationship, owner.inverseRelationship) = (owner, entries)
    account.properties = [attribute("last", .integer64AttributeType), entries]
    entry.properties = [
      attribute("number", .integer64AttributeType), attribute("text", .stringAttributeType), owner,
    ]
    return [account, entry]
  }

  private func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
    return attribute
  }

  // MARK: - Saves

  func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Makes save k, in some of the stores.
  func save(
    _ number: Int64, in context: NSManagedObjectContext, stores: [Int]? = nil
  ) throws {
    for index in stores ?? Array(kinds.indices) {
      let account =
        try objects("Account\(index)", context).first ?? insert("Account\(index)", context)
      account.setValue(number, forKey: "last")
      let entry = insert("Entry\(index)", context)
      entry.setValue(number, forKey: "number")
      entry.setValue("entry \(number)", forKey: "text")
      entry.setValue(account, forKey: "account")
      for old in try objects("Entry\(index)", context) where self.number(old, "number") < number - 1
      {
        context.delete(old)
      }
    }
    try context.save()
  }

  private func insert(_ entity: String, _ context: NSManagedObjectContext) -> NSManagedObject {
    NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
  }

  private func objects(
    _ entity: String, _ context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  private func number(_ object: NSManagedObject, _ key: String) -> Int64 {
    (object.value(forKey: key) as? NSNumber)?.int64Value ?? -1
  }

  /// The last save that a store has, -1 for half of one.
  func last(_ index: Int, in context: NSManagedObjectContext) throws -> Int64 {
    context.reset()
    guard let account = try objects("Account\(index)", context).first else {
      return try objects("Entry\(index)", context).isEmpty ? 0 : -1
    }
    let last = number(account, "last")
    let entries = (account.value(forKey: "entries") as? NSOrderedSet)?.array ?? []
    let numbers = entries.compactMap { ($0 as? NSManagedObject).map { number($0, "number") } }
    let expected = Array(max(1, last - 1)...max(1, last))
    let stored = try objects("Entry\(index)", context).count
    return numbers == expected && stored == expected.count ? last : -1
  }

  /// The last save of each store, from a fresh stack.
  func lasts(_ folder: URL, order: [Int]? = nil) throws -> [Int64] {
    let context = context(try open(folder, order: order))
    return try kinds.indices.map { try last($0, in: context) }
  }
}

/// Files as a crash would leave them: what was written, without what lives as long as a process.
enum CrashImage {
  static func copy(_ folder: URL, to image: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: image, withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: folder.path)
    where !name.hasSuffix("-lock") && !name.hasSuffix("-shm") {
      try files.copyItem(
        at: folder.appendingPathComponent(name), to: image.appendingPathComponent(name))
    }
  }
}
