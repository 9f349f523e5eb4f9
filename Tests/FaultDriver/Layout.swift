// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// The stores of a run: their kinds by letter, and the model that gives each its own entities.
///
/// S is SQLite, E SQLite with a large value outside the file, L LMDB, B Binary, X XML.
struct Layout {
  let kinds: [Character]
  let folder: URL
  /// What the stores' options say of durability; nil leaves it to them.
  let durability: String?
  /// Whether the last store is added first.
  let isReversed: Bool

  static let accounts = 4
  static let startBalance: Int64 = 100
  /// Entries live for so many saves.
  static let lifetime: Int64 = 3

  func account(_ store: Int) -> String { "Account\(store)" }
  func entry(_ store: Int) -> String { "Entry\(store)" }

  func url(_ store: Int) -> URL {
    folder.appendingPathComponent("store\(store).\(Self.suffix(kinds[store]))")
  }

  private static func suffix(_ kind: Character) -> String {
    switch kind {
    case "L": "lmdb"
    case "B": "binary"
    case "X": "xml"
    default: "sqlite"
    }
  }

  private static func type(_ kind: Character) -> String {
    switch kind {
    case "B": NSBinaryStoreType
    case "X": NSXMLStoreType
    case "L": "LMDB"
    default: "SQLite"
    }
  }

  func open() throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    for index in isReversed ? kinds.indices.reversed() : Array(kinds.indices) {
      var options: [AnyHashable: Any] = [NSPersistentStoreTimeoutOption: 20]
      if let durability { options["StoreDurabilityOption"] = durability }
      try coordinator.addPersistentStore(
        ofType: Self.type(kinds[index]), configurationName: "Store\(index)", at: url(index),
        options: options)
    }
    return coordinator
  }

  private func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    var all: [NSEntityDescription] = []
    var configurations: [String: [NSEntityDescription]] = [:]
    for index in kinds.indices {
      let entities = entities(index)
      all += entities
      configurations["Store\(index)"] = entities
    }
    model.entities = all
    for (name, entities) in configurations {
      model.setEntities(entities, forConfigurationName: name)
    }
    return model
  }

  private func entities(_ index: Int) -> [NSEntityDescription] {
    let (account, entry) = (NSEntityDescription(), NSEntityDescription())
    account.name = self.account(index)
    entry.name = self.entry(index)
    let entries = NSRelationshipDescription()
    entries.name = "entries"
    entries.destinationEntity = entry
    entries.maxCount = 1
    entries.deleteRule = .nullifyDeleteRule
    let owner = NSRelationshipDescription()
    owner.name = "account"
    owner.destinationEntity = account
    owner.maxCount = 1
    owner.deleteRule = .nullifyDeleteRule
    (entries.inverseRelationship, owner.inverseRelationship) = (owner, entries)
    let payload = attribute("payload", .binaryDataAttributeType)
    payload.allowsExternalBinaryDataStorage = kinds[index] == "E"
    account.properties = [
      attribute("number", .integer64AttributeType), attribute("balance", .integer64AttributeType),
      attribute("last", .integer64AttributeType), entries,
    ]
    entry.properties = [attribute("number", .integer64AttributeType), payload, owner]
    return [account, entry]
  }

  private func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  /// The bytes of an entry's payload; large ones where they go to a file of their own.
  func payload(_ number: Int64, store: Int) -> Data {
    let count = kinds[store] == "E" ? 150_000 : 600
    return Data((0..<count).map { UInt8(truncatingIfNeeded: Int64($0) &* 31 &+ number) })
  }
}
