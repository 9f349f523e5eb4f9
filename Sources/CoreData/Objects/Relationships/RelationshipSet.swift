// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The live set behind `mutableSetValue(forKey:)`: each call is one tracked change (R-CTX-219).
final class RelationshipSet: NSMutableSet {
  private let owner: NSManagedObject
  private let index: Int

  init(owner: NSManagedObject, index: Int) {
    self.owner = owner
    self.index = index
    super.init(capacity: 0)
  }

  required init(capacity numItems: Int) {
    raise(.invalidArgument, "Use mutableSetValue(forKey:) to get the set of a relationship.")
  }

  required init?(coder aDecoder: NSCoder) { return nil }

  private var members: [NSManagedObject] { owner.members(index) }

  override var count: Int { members.count }

  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject else { return nil }
    return owner.loadedToMany(index).contains(object) ? object : nil
  }

  override func objectEnumerator() -> NSEnumerator { MemberEnumerator(members) }

  /// Foundation's reads the superclass's own storage.
  override var description: String { NSSet(array: members).description }

  /// Foundation's bridges the other set, which gives an empty one for a set of this class.
  override func isEqual(_ value: Any?) -> Bool {
    guard let other = value as? NSSet else { return super.isEqual(value) }
    return other.count == count && other.allObjects.allSatisfy(contains)
  }

  override var hash: Int { count }

  override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: members) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: members) }

  override func add(_ object: Any) { owner.insert(objects([object]), into: index, at: nil) }

  override func remove(_ object: Any) { owner.remove(objects([object]), from: index) }

  override func addObjects(from array: [Any]) { owner.insert(objects(array), into: index, at: nil) }

  override func union(_ otherSet: Set<AnyHashable>) {
    owner.insert(objects(otherSet.map(\.base)), into: index, at: nil)
  }

  override func minus(_ otherSet: Set<AnyHashable>) {
    owner.remove(objects(otherSet.map(\.base)), from: index)
  }

  override func intersect(_ otherSet: Set<AnyHashable>) {
    owner.setMembers(index, to: members.filter { otherSet.contains($0) })
  }

  override func setSet(_ otherSet: Set<AnyHashable>) {
    owner.setMembers(index, to: objects(otherSet.map(\.base)))
  }

  override func removeAllObjects() { owner.setMembers(index, to: []) }

  private func objects(_ values: [Any]) -> [NSManagedObject] {
    values.map {
      guard let object = $0 as? NSManagedObject else {
        raise(.invalidArgument, "A relationship holds managed objects; given: \($0).")
      }
      return object
    }
  }
}

/// Hands out the members that a relationship had when it was made.
///
/// Foundation's enumerators look at every object for a type to bridge to; this one need not.
final class MemberEnumerator: NSEnumerator {
  private let members: [NSManagedObject]
  @exclusivity(unchecked) private var next = 0

  init(_ members: [NSManagedObject]) {
    self.members = members
    super.init()
  }

  override func nextObject() -> Any? {
    guard next < members.count else { return nil }
    next += 1
    return members[next - 1]
  }
}
