// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// A small atomic store: a property list of records, each with its entity, name and texts.
package final class ListStore: NSAtomicStore {
  package static let storeType = "List"

  package static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(
      ListStore.self, type: NSPersistentStore.StoreType(rawValue: storeType))
  }

  /// What `save()` throws, once.
  package var failure: (any Error)?
  /// Whether it has written a part of the file by then.
  package var writesHalf = false
  private var last = 0

  package override var type: String { Self.storeType }

  package override init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
      options: options)
  }

  private static func list(_ url: URL) throws -> [String: Any] {
    let data = try Data(contentsOf: url)
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return list as? [String: Any] ?? [:]
  }

  package override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try list(url)["metadata"] as? [String: Any] ?? [:]
  }

  package override func load() throws {
    guard let url, FileManager.default.fileExists(atPath: url.path) else { return }
    let list = try ListStore.list(url)
    last = list["last"] as? Int ?? 0
    let records = list["records"] as? [[String: Any]] ?? []
    var nodes: [String: NSAtomicStoreCacheNode] = [:]
    for record in records {
      guard let name = record["name"] as? String, let entity = record["entity"] as? String,
        let description = persistentStoreCoordinator?.managedObjectModel.entitiesByName[entity]
      else { continue }
      let id = objectID(for: description, withReferenceObject: name)
      nodes[name] = NSAtomicStoreCacheNode(objectID: id)
    }
    for record in records {
      guard let node = (record["name"] as? String).flatMap({ nodes[$0] }) else { continue }
      for (key, value) in record["values"] as? [String: Any] ?? [:] {
        node.setValue(value, forKey: key)
      }
      for (key, name) in record["links"] as? [String: String] ?? [:] {
        node.setValue(nodes[name], forKey: key)
      }
    }
    addCacheNodes(Set(nodes.values))
  }

  package override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    last += 1
    return "record \(last)"
  }

  package override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  package override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    for name in managedObject.entity.attributesByName.keys {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    for (name, relationship) in managedObject.entity.relationshipsByName
    where !relationship.isToMany {
      let other = managedObject.value(forKey: name) as? NSManagedObject
      node.setValue(other.flatMap { cacheNode(for: $0.objectID) }, forKey: name)
    }
  }

  package override func save() throws {
    if let failure {
      self.failure = nil
      if writesHalf, let url { try Data("half".utf8).write(to: url) }
      throw failure
    }
    let records: [[String: Any]] = cacheNodes().map { node in
      let values = node.propertyCache as? [String: Any] ?? [:]
      return [
        "name": referenceObject(for: node.objectID), "entity": node.objectID.entity.name ?? "",
        "values": values.filter { !($0.value is NSAtomicStoreCacheNode) },
        "links": values.compactMapValues { ($0 as? NSAtomicStoreCacheNode)?.objectID }
          .mapValues { referenceObject(for: $0) },
      ]
    }
    let list: [String: Any] = ["records": records, "last": last, "metadata": metadata ?? [:]]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    if let url { try data.write(to: url, options: .atomic) }
  }
}
