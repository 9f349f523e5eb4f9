// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Collections of managed objects, as clients hand them over and expect them back.
enum RelationshipValue {
  static func objects(_ set: NSSet) -> [NSManagedObject] {
    set.allObjects.compactMap { $0 as? NSManagedObject }
  }

  static func objects(_ set: NSOrderedSet) -> [NSManagedObject] {
    set.array.compactMap { $0 as? NSManagedObject }
  }

  /// The objects in any collection a client may pass; nil when it is none of managed objects.
  static func objects(in value: Any) -> [NSManagedObject]? {
    switch value {
    case let set as NSSet: complete(objects(set), set.count)
    case let set as NSOrderedSet: complete(objects(set), set.count)
    case let set as Set<NSManagedObject>: Array(set)
    case let array as [NSManagedObject]: array
    case let set as Set<AnyHashable>:
      complete(set.compactMap { $0.base as? NSManagedObject }, set.count)
    case let array as [Any]: complete(array.compactMap { $0 as? NSManagedObject }, array.count)
    default: nil
    }
  }

  private static func complete(_ objects: [NSManagedObject], _ count: Int) -> [NSManagedObject]? {
    objects.count == count ? objects : nil
  }

  /// Returns the value of a to-many for clients: a copy (R-CTX-220). A mutable one, as Apple's is: clients
  /// cast it so, add to it, and set it. Of no class of ours, since those of Foundation alone can be
  /// cast to `Set`. Straight from the array: `NSMutableSet(array:)` would look twice at each for a
  /// type to bridge from.
  static func set(_ members: [NSManagedObject]) -> NSMutableSet {
    withObjects(members) { NSMutableSet(objects: $0, count: members.count) }
  }

  /// The same for an ordered one.
  static func orderedSet(_ members: [NSManagedObject]) -> NSMutableOrderedSet {
    withObjects(members) { NSMutableOrderedSet(objects: $0, count: members.count) }
  }

  /// Returns the value of a to-many for `value(forKey:)`.
  static func client(_ members: [NSManagedObject], isOrdered: Bool) -> Any {
    isOrdered ? orderedSet(members) : set(members)
  }

  private static func withObjects<Result>(
    _ members: [NSManagedObject], _ body: (UnsafePointer<AnyObject>?) -> Result
  ) -> Result {
    members.withUnsafeBufferPointer { members in
      members.withMemoryRebound(to: AnyObject.self) { body($0.baseAddress) }
    }
  }
}
