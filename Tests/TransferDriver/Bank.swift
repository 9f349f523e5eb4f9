// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Stores of several kinds, each with accounts, the transfers that it took part in, and entries that
/// come and go. The letters of the kinds: S SQLite, E SQLite with large values outside the file, L
/// LMDB, B Binary, X XML.
struct Bank: Sendable {
  static let accounts = 4
  static let startBalance: Int64 = 1_000

  let kinds: [Character]
  let folder: URL

  var stores: Range<Int> { kinds.indices }

  func account(_ store: Int) -> String { "Account\(store)" }
  func transfer(_ store: Int) -> String { "Transfer\(store)" }
  func entry(_ store: Int) -> String { "Entry\(store)" }

  /// A coordinator without stores.
  func coordinator() -> NSPersistentStoreCoordinator {
    NSPersistentStoreCoordinator(managedObjectModel: model())
  }

  func attach(_ store: Int, to coordinator: NSPersistentStoreCoordinator) throws {
    let (type, suffix) =
      switch kinds[store] {
      case "B": (NSBinaryStoreType, "binary")
      case "X": (NSXMLStoreType, "xml")
      case "L": ("LMDB", "lmdb")
      default: (NSSQLiteStoreType, "sqlite")
      }
    try coordinator.addPersistentStore(
      ofType: type, configurationName: "Store\(store)",
      at: folder.appendingPathComponent("store\(store).\(suffix)"),
      options: [NSPersistentStoreTimeoutOption: 20])
  }

  func detach(_ store: Int, from coordinator: NSPersistentStoreCoordinator) throws {
    for attached in coordinator.persistentStores
    where attached.configurationName == "Store\(store)" {
      try coordinator.remove(attached)
    }
  }

  /// Bytes that belong to an entry; large where they go to a file of their own.
  func payload(_ number: Int64, store: Int) -> Data {
    Data(repeating: UInt8(truncatingIfNeeded: number), count: kinds[store] == "E" ? 150_000 : 200)
  }

  private func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let entities = stores.map(entities)
    model.entities = entities.flatMap { $0 }
    for store in stores {
      model.setEntities(entities[store], forConfigurationName: "Store\(store)")
    }
    return model
  }

  private func entities(_ store: Int) -> [NSEntityDescription] {
    let (account, transfer, entry) = (
      NSEntityDescription(), NSEntityDescription(), NSEntityDescription()
    )
    (account.name, transfer.name, entry.name) = (
      self.account(store), self.transfer(store), self.entry(store)
    )
    let (entries, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
    (entries.name, owner.name) = ("entries", "account")
    (entries.destinationEntity, owner.destinationEntity) = (entry, account)
    (entries.inverseRelationship, owner.inverseRelationship) = (owner, entries)
    (entries.maxCount, owner.maxCount) = (0, 1)
    account.properties = ["number", "balance"].map(Self.integer) + [entries]
    transfer.properties = ["number", "mask", "amount"].map(Self.integer)
    let payload = NSAttributeDescription()
    payload.name = "payload"
    payload.attributeType = .binaryDataAttributeType
    payload.allowsExternalBinaryDataStorage = kinds[store] == "E"
    entry.properties = ["number", "mask"].map(Self.integer) + [payload, owner]
    return [account, transfer, entry]
  }

  private static func integer(_ name: String) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = .integer64AttributeType
    attribute.defaultValue = Int64(0)
    return attribute
  }
}

extension NSManagedObject {
  func integer(_ key: String) -> Int64 { (value(forKey: key) as? NSNumber)?.int64Value ?? .min }
}

extension NSManagedObjectContext {
  func all(_ entity: String) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    return try fetch(request)
  }
}
