// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// A client's store that can follow: a property list, written in one step with its metadata. It keeps
/// entities that have attributes only.
final class JournaledFile: NSAtomicStore, JournaledStore, @unchecked Sendable {
  static let type = NSPersistentStore.StoreType(rawValue: "JournaledFile")
  static let register: Void = NSPersistentStoreCoordinator.registerStoreClass(
    JournaledFile.self, type: type)

  override var type: String { JournaledFile.type.rawValue }

  private static func list(_ url: URL) throws -> [String: Any] {
    guard FileManager.default.fileExists(atPath: url.path) else { return [:] }
    let data = try Data(contentsOf: url)
    guard !data.isEmpty else { return [:] }
    return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
      ?? [:]
  }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try list(url)["metadata"] as? [String: Any] ?? [:]
  }

  override func load() throws {
    guard let url, let coordinator = persistentStoreCoordinator else { return }
    let records = try JournaledFile.list(url)["records"] as? [[String: Any]] ?? []
    let nodes = records.compactMap { record -> NSAtomicStoreCacheNode? in
      guard let name = record["entity"] as? String, let reference = record["reference"],
        let entity = coordinator.managedObjectModel.entitiesByName[name]
      else { return nil }
      let node = NSAtomicStoreCacheNode(
        objectID: objectID(for: entity, withReferenceObject: reference))
      for (key, value) in record["values"] as? [String: Any] ?? [:] {
        node.setValue(value, forKey: key)
      }
      return node
    }
    addCacheNodes(Set(nodes))
  }

  override func save() throws {
    guard let url else { return }
    let records = cacheNodes().map { node -> [String: Any] in
      var values: [String: Any] = [:]
      for name in node.objectID.entity.attributesByName.keys {
        if let value = node.value(forKey: name) { values[name] = value }
      }
      return [
        "entity": node.objectID.entity.name ?? "", "values": values,
        "reference": "\(referenceObject(for: node.objectID))",
      ]
    }
    let list: [String: Any] = ["metadata": metadata ?? [:], "records": records]
    try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      .write(to: url, options: .atomic)
  }

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    for name in managedObject.entity.attributesByName.keys {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
  }
}
