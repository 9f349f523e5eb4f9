// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Collections of managed objects, as clients hand them over and expect them back.
enum RelationshipValue {
  static func objects(_ set: NSSet) -> [NSManagedObject] {
    set.allObjects.compactMap { $0 as? NSManagedObject }
  }

  /// Foundation's has a member several times in `array` if it was made of such an array, though not in `count`.
  static func objects(_ set: NSOrderedSet) -> [NSManagedObject] {
    distinct(set.array.compactMap { $0 as? NSManagedObject })
  }

  private static func distinct(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    ObjectList(distinct: objects).objects
  }

  /// The objects in any collection a client may pass; nil when it is none of managed objects.
  static func objects(in value: Any) -> [NSManagedObject]? {
    switch value {
    case let set as NSSet: complete(objects(set), set.count)
    case let set as NSOrderedSet: objects(in: set.array).map(distinct)
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

  /// The same of a loaded value: of a long one a copy of what was given before, which takes constant time.
  static func set(_ value: ToManyValue) -> NSMutableSet {
    value.isLong ? value.given.set(value.members) : set(value.members)
  }

  /// The same for an ordered one.
  static func orderedSet(_ value: ToManyValue) -> NSMutableOrderedSet {
    value.isLong ? value.given.orderedSet(value.members) : orderedSet(value.members)
  }

  /// Returns the value of a loaded to-many for `value(forKey:)`.
  static func client(_ value: ToManyValue) -> Any {
    value.isOrdered ? orderedSet(value) : set(value)
  }

  /// Returns former members as a value for clients.
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

/// The members of a long to-many as clients were given them last. Copies share their memory until somebody
/// changes one or the other, so that reading a relationship again and again takes constant time. O(members)
/// memory, for as long as the relationship is loaded.
final class GivenMembers {
  private var set: NSMutableSet?
  private var orderedSet: NSMutableOrderedSet?
  private var members: Set<NSManagedObject>?
  /// The type that all of `members` are known to have.
  private var type: ObjectIdentifier?
  private var isOfType: (NSManagedObject) -> Bool = { _ in true }

  func set(_ members: [NSManagedObject]) -> NSMutableSet {
    let kept = set ?? RelationshipValue.set(members)
    set = kept
    return kept.mutableCopy() as? NSMutableSet ?? RelationshipValue.set(members)
  }

  func orderedSet(_ members: [NSManagedObject]) -> NSMutableOrderedSet {
    let kept = orderedSet ?? RelationshipValue.orderedSet(members)
    orderedSet = kept
    return kept.mutableCopy() as? NSMutableOrderedSet ?? RelationshipValue.orderedSet(members)
  }

  /// Returns the members as a set; nil if one is not of a type.
  func set<Member: NSManagedObject>(
    _ objects: [NSManagedObject], allOf type: Member.Type
  ) -> Set<NSManagedObject>? {
    if self.type != ObjectIdentifier(type) {
      guard objects.areAll(type) else { return nil }
      self.type = ObjectIdentifier(type)
      isOfType = { $0 is Member }
    }
    let kept = members ?? Set(roomy: objects)
    members = kept
    return kept
  }

  func add(_ object: NSManagedObject) {
    set?.add(object)
    orderedSet?.add(object)
    members?.insert(object)
    note(object)
  }

  func insert(_ object: NSManagedObject, at position: Int) {
    set?.add(object)
    orderedSet?.insert(object, at: position)
    members?.insert(object)
    note(object)
  }

  /// - Parameter position: nil if the order of the others changes.
  func remove(_ object: NSManagedObject, from position: Int?) {
    set?.remove(object)
    if let position { orderedSet?.removeObject(at: position) } else { orderedSet = nil }
    members?.remove(object)
  }

  private func note(_ object: NSManagedObject) {
    if type != nil, !isOfType(object) { type = nil }
  }
}

extension [NSManagedObject] {
  func areAll<Member: NSManagedObject>(_ type: Member.Type) -> Bool {
    allSatisfy { Swift.type(of: $0) == type || $0 is Member }
  }
}
