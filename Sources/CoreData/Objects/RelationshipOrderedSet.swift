// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The live ordered set behind `mutableOrderedSetValue(forKey:)`.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let index: Int

  init(owner: NSManagedObject, index: Int) {
    self.owner = owner
    self.index = index
    super.init(capacity: 0)
  }

  required init?(coder aDecoder: NSCoder) { return nil }

  required convenience init(arrayLiteral elements: Any...) {
    raise(.invalidArgument, "Use mutableOrderedSetValue(forKey:) to get an ordered relationship.")
  }

  private var members: [NSManagedObject] { owner.members(index) }

  override var count: Int { members.count }

  override func object(at position: Int) -> Any { members[position] }

  override func index(of object: Any) -> Int {
    members.firstIndex { $0 === (object as AnyObject) } ?? NSNotFound
  }

  override func contains(_ object: Any) -> Bool { index(of: object) != NSNotFound }

  override func insert(_ object: Any, at position: Int) {
    guard let object = object as? NSManagedObject else { return }
    owner.insert([object], into: index, at: position)
  }

  override func removeObject(at position: Int) {
    owner.remove([members[position]], from: index)
  }

  override func replaceObject(at position: Int, with object: Any) {
    guard let object = object as? NSManagedObject else { return }
    var changed = members
    changed[position] = object
    owner.setMembers(index, to: changed)
  }

  override func add(_ object: Any) { insert(object, at: count) }

  override func remove(_ object: Any) {
    guard let object = object as? NSManagedObject else { return }
    owner.remove([object], from: index)
  }

  override func removeAllObjects() { owner.setMembers(index, to: []) }
}
