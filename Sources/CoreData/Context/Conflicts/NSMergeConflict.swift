// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface

/// An object that was changed here and, since it was read, in its store.
nonisolated open class NSMergeConflict: NSObject {
  /// The object of the context that saves.
  public final let sourceObject: NSManagedObject
  /// The values the object was read with: attributes and to-one IDs, `NSNull` for nil.
  public final let objectSnapshot: [String: Any]?
  /// The values that faults of the coordinator's contexts see; nil when the row is gone.
  public final let cachedSnapshot: [String: Any]?
  /// The values in the store now, if they are newer than the cached ones; nil when the row is gone.
  public final let persistedSnapshot: [String: Any]?
  /// The version in the store; 0 when the row is gone.
  public final let newVersionNumber: Int
  /// The version that the object was read with.
  public final let oldVersionNumber: Int
  /// The stored row, for the standard policies.
  final let storedRow: Row?

  /// A conflict of an object whose snapshot is taken now.
  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    objectSnapshot = srcObject.rowSnapshot
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    storedRow = nil
  }

  /// - Parameter isCached: whether the change came through the same coordinator, whose contexts see
  ///   the stored row; otherwise they see the one that the object was read with.
  init(
    _ object: NSManagedObject, expected: Int64, actual: Int64, stored: Row?, isCached: Bool
  ) {
    let present = stored.flatMap(object.snapshot)
    sourceObject = object
    objectSnapshot = object.rowSnapshot
    cachedSnapshot = isCached ? present : object.rowSnapshot
    persistedSnapshot = isCached ? nil : present
    newVersionNumber = Int(actual)
    oldVersionNumber = Int(expected)
    storedRow = stored
  }

  /// The object, the versions and the snapshots.
  open override var description: String {
    "\(ObjectText.short(self)) for \(ObjectText.short(sourceObject)) with objectID "
      + "'\(sourceObject.objectID)' with oldVersion = \(oldVersionNumber) and newVersion = "
      + "\(newVersionNumber) and old object snapshot = \(ObjectText.optional(objectSnapshot)) and new "
      + "cached row = \(ObjectText.optional(cachedSnapshot)) and new database row = "
      + ObjectText.optional(persistedSnapshot)
  }
}

extension NSManagedObject {
  /// The values the object was read with.
  final var rowSnapshot: [String: Any]? { row.flatMap(snapshot) }

  final func snapshot(_ row: Row) -> [String: Any]? {
    guard let coordinator = context?.coordinator else { return nil }
    return NSManagedObject.snapshot(
      row, layout: layout, store: key.store, coordinator: coordinator)
  }
}
