// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The objects of a notification: a set that is made when somebody looks at it. Most notifications
/// have no reader, and a set of 100,000 objects costs more than inserting them into a store.
class ChangedObjects: NSSet {
  private let objects: [NSManagedObject]
  private lazy var set: NSSet = NSSet(array: elements(objects))

  init(_ objects: [NSManagedObject]) {
    self.objects = objects
    super.init(objects: nil, count: 0)
  }

  required override init(objects: UnsafePointer<AnyObject>!, count: Int) {
    self.objects = []
    super.init(objects: objects, count: count)
  }

  required init?(coder aDecoder: NSCoder) { return nil }

  /// What the set shows of the objects.
  func elements(_ objects: [NSManagedObject]) -> [Any] { objects }

  override var count: Int { objects.count }

  override func member(_ object: Any) -> Any? { set.member(object) }

  override func objectEnumerator() -> NSEnumerator { set.objectEnumerator() }

  override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The IDs of a notification's objects, made likewise.
final class ChangedObjectIDs: ChangedObjects {
  override func elements(_ objects: [NSManagedObject]) -> [Any] { objects.map(\.currentID) }
}
