// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// An atomic store of the titles of books in a JSON file, which says nothing of metadata: what
/// subclasses say is all there is.
class TitleStore: NSAtomicStore {
  class var storeType: String { "Titles" }

  class func register() {
    NSPersistentStoreCoordinator.registerStoreClass(self, forStoreType: storeType)
  }

  override var type: String { Swift.type(of: self).storeType }

  /// Where the titles are.
  var file: URL? { url }

  override func load() throws {
    guard let file, FileManager.default.fileExists(atPath: file.path),
      let book = persistentStoreCoordinator?.managedObjectModel.entitiesByName["Book"]
    else { return }
    let titles = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
    for (name, title) in titles {
      let node = NSAtomicStoreCacheNode(objectID: objectID(for: book, withReferenceObject: name))
      node.setValue(title, forKey: "title")
      addCacheNodes([node])
    }
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
    node.setValue(managedObject.value(forKey: "title"), forKey: "title")
  }

  override func save() throws {
    guard let file else { return }
    var titles: [String: String] = [:]
    for node in cacheNodes() {
      titles["\(referenceObject(for: node.objectID))"] = node.value(forKey: "title") as? String
    }
    try JSONEncoder().encode(titles).write(to: file, options: .atomic)
  }
}

/// Has its metadata from its initialiser; its file is never asked.
final class InitialTitleStore: TitleStore {
  override class var storeType: String { "Initial titles" }

  override init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
      options: options)
    metadata = [NSStoreTypeKey: type, NSStoreUUIDKey: UUID().uuidString, "counter": 1]
  }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    Issue.record("the class was asked for the metadata of \(url.lastPathComponent)")
    throw CocoaError(.featureUnsupported)
  }
}

/// Keeps its metadata itself.
final class KeepingTitleStore: TitleStore {
  override class var storeType: String { "Keeping titles" }

  private var kept: [String: Any] = [
    NSStoreTypeKey: KeepingTitleStore.storeType, NSStoreUUIDKey: UUID().uuidString,
  ]

  override var metadata: [String: Any]! {
    get { kept }
    set { kept = newValue ?? [:] }
  }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    Issue.record("the class was asked for the metadata of \(url.lastPathComponent)")
    throw CocoaError(.featureUnsupported)
  }
}

/// Sets its metadata when it is asked to load them.
final class LoadingTitleStore: TitleStore {
  override class var storeType: String { "Loading titles" }

  override func loadMetadata() throws {
    metadata = [NSStoreTypeKey: type, NSStoreUUIDKey: UUID().uuidString]
  }
}

/// Its URL is of a folder, which the initialiser makes, as it sets the type and no UUID.
final class FolderTitleStore: TitleStore {
  override class var storeType: String { "Folder of titles" }

  override init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
      options: options)
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    metadata = [NSStoreTypeKey: type]
  }

  override var file: URL? { url?.appendingPathComponent("titles.json") }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    let data = try Data(contentsOf: url.appendingPathComponent("metadata.plist"))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return list as? [String: Any] ?? [:]
  }

  override func save() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: metadata ?? [:], format: .xml, options: 0)
    if let url { try data.write(to: url.appendingPathComponent("metadata.plist")) }
    try super.save()
  }
}

/// Once it has a node, it makes all others for the same object.
final class MisplacedTitleStore: TitleStore {
  override class var storeType: String { "Misplaced titles" }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    guard let first = cacheNodes().first else { return super.newCacheNode(for: managedObject) }
    return NSAtomicStoreCacheNode(objectID: first.objectID)
  }
}
