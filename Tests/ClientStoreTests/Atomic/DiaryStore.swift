// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization

/// An atomic store that notes every call. It writes a file, and reads nothing from it; with the
/// option `reserves` opening makes an empty one.
final class DiaryStore: NSAtomicStore, @unchecked Sendable {
  static let storeType = "Diary"

  static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(
      DiaryStore.self, type: NSPersistentStore.StoreType(rawValue: storeType))
  }

  private let calls = Mutex<[String]>([])
  /// What `save()` throws, once.
  nonisolated(unsafe) var failure: (any Error)?
  /// What happens while a node is brought up to date.
  nonisolated(unsafe) var onUpdate: (() -> Void)?
  nonisolated(unsafe) var registersItself = false
  nonisolated(unsafe) private(set) var savedMetadata: [String: Any]?

  override init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
      options: options)
    note("init")
    if options?["reserves"] as? Bool == true { try? Data().write(to: url) }
  }

  private func note(_ call: String) { calls.withLock { $0.append(call) } }

  func takeCalls() -> [String] {
    calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
  }

  override var type: String { Self.storeType }

  override func loadMetadata() throws { note("loadMetadata") }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }

  override func didAdd(to coordinator: NSPersistentStoreCoordinator) { note("didAdd") }

  override func load() throws { note("load") }

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    note("reference \(managedObject.objectID.isTemporaryID ? "temporary" : "permanent")")
    return UUID()
  }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    note("node \(managedObject.objectID.isTemporaryID ? "temporary" : "permanent")")
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    if registersItself { addCacheNodes([node]) }
    fill(node, managedObject)
    return node
  }

  override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    note("update \(managedObject.string("title") ?? "")")
    fill(node, managedObject)
    onUpdate?()
  }

  private func fill(_ node: NSAtomicStoreCacheNode, _ object: NSManagedObject) {
    for name in object.entity.attributesByName.keys {
      node.setValue(object.value(forKey: name), forKey: name)
    }
    for (name, relationship) in object.entity.relationshipsByName where !relationship.isToMany {
      let other = object.value(forKey: name) as? NSManagedObject
      node.setValue(other.flatMap { cacheNode(for: $0.objectID) }, forKey: name)
    }
  }

  override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    note("remove \(cacheNodes.count)")
  }

  override func save() throws {
    note("save")
    if let failure {
      self.failure = nil
      throw failure
    }
    savedMetadata = metadata
    if let url { try Data("diary".utf8).write(to: url, options: .atomic) }
  }
}
