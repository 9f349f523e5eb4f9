// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// An atomic store over a file of records.
final class RecordAtomicStore: NSAtomicStore {
  static let storeType = "Records, atomic"

  /// Calls come one at a time.
  private var last = 0

  override var type: String { Self.storeType }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try RecordFile(url).metadata
  }

  override func load() throws {
    guard let url, let model = persistentStoreCoordinator?.managedObjectModel else { return }
    let file = try RecordFile(url)
    last = file.last
    var nodes: [String: NSAtomicStoreCacheNode] = [:]
    for (name, record) in file.records {
      guard let entity = model.entitiesByName[record.entity] else { continue }
      nodes[name] = NSAtomicStoreCacheNode(
        objectID: objectID(for: entity, withReferenceObject: name))
    }
    for (name, record) in file.records {
      guard let node = nodes[name] else { continue }
      for (key, value) in record.values { node.setValue(value, forKey: key) }
      for (key, names) in record.related {
        let related = names.compactMap { nodes[$0] }
        node.setValue(value(of: related, key, node), forKey: key)
      }
    }
    addCacheNodes(Set(nodes.values))
  }

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    last += 1
    return "record \(last)"
  }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    for (name, attribute) in managedObject.entity.attributesByName where !attribute.isTransient {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    for name in managedObject.entity.relationshipsByName.keys {
      let members: [NSManagedObject] =
        switch managedObject.value(forKey: name) {
        case let object as NSManagedObject: [object]
        case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
        default: []
        }
      let nodes = members.compactMap { cacheNode(for: $0.objectID) }
      node.setValue(value(of: nodes, name, node), forKey: name)
    }
  }

  private func value(
    of nodes: [NSAtomicStoreCacheNode], _ key: String, _ node: NSAtomicStoreCacheNode
  ) -> Any? {
    guard let relationship = node.objectID.entity.relationshipsByName[key] else { return nil }
    guard relationship.isToMany else { return nodes.first }
    if relationship.isOrdered { return NSOrderedSet(array: nodes) }
    return Set(nodes)
  }

  override func save() throws {
    guard let url else { return }
    var file = RecordFile()
    file.metadata = metadata
    file.last = last
    for node in cacheNodes() { file.records[name(node)] = record(node) }
    try file.write(to: url)
  }

  private func name(_ node: NSAtomicStoreCacheNode) -> String {
    "\(referenceObject(for: node.objectID))"
  }

  private func record(_ node: NSAtomicStoreCacheNode) -> RecordFile.Record {
    var record = RecordFile.Record(entity: node.objectID.entity.name ?? "")
    for key in node.objectID.entity.attributesByName.keys {
      record.values[key] = node.value(forKey: key)
    }
    for (key, relationship) in node.objectID.entity.relationshipsByName {
      let nodes: [NSAtomicStoreCacheNode] =
        switch node.value(forKey: key) {
        case let node as NSAtomicStoreCacheNode: [node]
        case let ordered as NSOrderedSet:
          ordered.array.compactMap { $0 as? NSAtomicStoreCacheNode }
        case let set as Set<NSAtomicStoreCacheNode>: Array(set)
        default: []
        }
      let names = nodes.map(name)
      record.related[key] = relationship.isOrdered ? names : names.sorted()
    }
    return record
  }
}
