// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The changes of a save elsewhere, as a client tells them: by ID.
struct ChangedIDs: Sendable {
  var inserted: [NSManagedObjectID] = []
  /// Updated, refreshed or invalidated (R-CTX-764).
  var updated: [NSManagedObjectID] = []
  var deleted: [NSManagedObjectID] = []
  /// The new IDs of moved objects, which are among the updated ones, by the former IDs.
  var moved: [NSManagedObjectID: NSManagedObjectID] = [:]

  private static let insertionKeys = [NSInsertedObjectsKey, NSInsertedObjectIDsKey]
  private static let updateKeys = [
    NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey,
    NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey, NSInvalidatedAllObjectsKey,
  ]
  private static let deletionKeys = [NSDeletedObjectsKey, NSDeletedObjectIDsKey]

  /// Reads user info: under plain keys or those of IDs; objects, IDs or their URIs; sets or arrays.
  ///
  /// - Parameter coordinator: resolves URIs; those it does not know are left out (R-CTX-775).
  init(_ info: [AnyHashable: Any], in coordinator: NSPersistentStoreCoordinator?) {
    func ids(_ keys: [String]) -> [NSManagedObjectID] {
      keys.flatMap { key in
        info[key].map { ChangedIDs.elements($0) }?.compactMap {
          ChangedIDs.id($0, in: coordinator)
        } ?? []
      }
    }
    inserted = ids(ChangedIDs.insertionKeys)
    updated = ids(ChangedIDs.updateKeys)
    deleted = ids(ChangedIDs.deletionKeys)
    moved = info[MovedObjectIDsKey] as? [NSManagedObjectID: NSManagedObjectID] ?? [:]
  }

  private static func elements(_ value: Any) -> [Any] {
    switch value {
    case let set as Set<NSManagedObject>: Array(set)
    case let set as Set<NSManagedObjectID>: Array(set)
    case let set as Set<AnyHashable>: set.map(\.base)
    case let array as [Any]: array
    case let set as NSSet: set.allObjects
    case let array as NSArray: array.map { $0 }
    default: []
    }
  }

  private static func id(
    _ element: Any, in coordinator: NSPersistentStoreCoordinator?
  ) -> NSManagedObjectID? {
    switch element {
    case let id as NSManagedObjectID: id
    case let object as NSManagedObject: object.objectID
    case let uri as URL: coordinator.flatMap { ObjectURI.id(uri, in: $0) }
    default: nil
    }
  }
}
