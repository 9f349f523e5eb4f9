// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// The first example of docs/writing-a-store.md, which quotes what stands between the marks.

// article: plist-class
public import CoreData
import Foundation

/// A store in one property list: its metadata, and its records by name.
public final class PropertyListStore: NSAtomicStore, @unchecked Sendable {
  public static let storeType = "PropertyList"

  private var lastNumber = 0

  public override var type: String { PropertyListStore.storeType }
  // article end

  // article: plist-metadata
  private static func content(of url: URL) throws -> [String: Any] {
    let data = try Data(contentsOf: url)
    if data.isEmpty { return [:] }
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    guard let content = list as? [String: Any], content["metadata"] is [String: Any] else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: url.path])
    }
    return content
  }

  private static func write(_ content: [String: Any], to url: URL) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: content, format: .binary, options: 0)
    try data.write(to: url, options: .atomic)
  }

  public override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try content(of: url)["metadata"] as? [String: Any] ?? [:]
  }

  public override class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreAt url: URL
  ) throws {
    var content = try content(of: url)
    content["metadata"] = metadata ?? [:]
    try write(content, to: url)
  }
  // article end

  // article: plist-load
  public override func load() throws {
    guard let url, FileManager.default.fileExists(atPath: url.path) else { return }
    let content = try PropertyListStore.content(of: url)
    lastNumber = content["lastNumber"] as? Int ?? 0
    let records = content["records"] as? [String: [String: Any]] ?? [:]
    let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    var nodes: [String: NSAtomicStoreCacheNode] = [:]
    for (name, record) in records {
      guard let entity = (record["entity"] as? String).flatMap({ entities[$0] }) else {
        throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: url.path])
      }
      nodes[name] = NSAtomicStoreCacheNode(
        objectID: objectID(for: entity, withReferenceObject: name))
    }
    for (name, record) in records {
      for (key, value) in record["attributes"] as? [String: Any] ?? [:] {
        nodes[name]?.setValue(value, forKey: key)
      }
      for (key, other) in record["links"] as? [String: String] ?? [:] {
        nodes[name]?.setValue(nodes[other], forKey: key)
      }
    }
    addCacheNodes(Set(nodes.values))
  }
  // article end

  // article: plist-nodes
  public override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    lastNumber += 1
    return "record \(lastNumber)"
  }

  public override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  public override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    for (name, attribute) in managedObject.entity.attributesByName where !attribute.isTransient {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    for (name, relationship) in managedObject.entity.relationshipsByName
    where !relationship.isToMany && !relationship.isTransient {
      let other = managedObject.value(forKey: name) as? NSManagedObject
      node.setValue(other.flatMap { cacheNode(for: $0.objectID) }, forKey: name)
    }
  }
  // article end

  // article: plist-save
  public override func save() throws {
    guard let url else { return }
    var records: [String: Any] = [:]
    for node in cacheNodes() {
      let values = node.propertyCache as? [String: Any] ?? [:]
      let links = values.compactMapValues { $0 as? NSAtomicStoreCacheNode }
        .filter { cacheNode(for: $0.value.objectID) != nil }
      records[name(of: node)] = [
        "entity": node.objectID.entity.name ?? "",
        "attributes": values.filter { !($0.value is NSAtomicStoreCacheNode) },
        "links": links.mapValues(name),
      ]
    }
    try PropertyListStore.write(
      ["metadata": metadata ?? [:], "lastNumber": lastNumber, "records": records], to: url)
  }

  private func name(of node: NSAtomicStoreCacheNode) -> String {
    "\(referenceObject(for: node.objectID))"
  }
}
// article end
