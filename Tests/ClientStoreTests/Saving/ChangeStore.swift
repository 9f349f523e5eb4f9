// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// An atomic store whose nodes get nothing but what has changed, or with the option `forgets`
/// nothing at all. It writes a file, and reads nothing from it.
final class ChangeStore: NSAtomicStore, @unchecked Sendable {
  static let storeType = "Changes"

  static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(
      ChangeStore.self, type: NSPersistentStore.StoreType(rawValue: storeType))
  }

  override var type: String { Self.storeType }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }

  override func load() throws {}

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    guard options?["forgets"] as? Bool != true else { return }
    for (key, value) in managedObject.changedValues() {
      switch value {
      case is NSNull: node.setValue(nil, forKey: key)
      case let other as NSManagedObject:
        node.setValue(cacheNode(for: other.objectID), forKey: key)
      case let others as NSOrderedSet:
        node.setValue(NSOrderedSet(array: nodes(others.array)), forKey: key)
      case let others as Set<NSManagedObject>:
        node.setValue(Set(nodes(Array(others))), forKey: key)
      default: node.setValue(value, forKey: key)
      }
    }
  }

  private func nodes(_ objects: [Any]) -> [NSAtomicStoreCacheNode] {
    objects.compactMap { ($0 as? NSManagedObject).flatMap { cacheNode(for: $0.objectID) } }
  }

  override func save() throws {
    guard let url else { return }
    try Data("changes".utf8).write(to: url, options: .atomic)
  }
}
