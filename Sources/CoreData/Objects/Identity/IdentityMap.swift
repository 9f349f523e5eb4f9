// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The registered objects of a context by key: one instance per key, held weakly.
///
/// An object leaves the map when it dies, on whatever thread that happens; the lock covers it. A
/// lookup that meets a dying object (its memory is valid until it has left) does not revive it.
/// No Swift `weak`: that costs 30 ns a load and a side allocation per object.
// Sendable: the table, and the keys that `rename` changes, are behind the mutex; `assignments` and
// `awaitsQuiet` guard themselves. `family`, `model` and `references` are set once, when the
// context gets its parent or coordinator (`use(_:)`, `attach(toParent:)`): before it has an object
// that another thread could ask for its ID. `context` is changed behind the mutex, and read there or
// on the context's queue.
final class IdentityMap: @unchecked Sendable {
  private let table = OrderedMutex(IdentityTable(), .identityMap)
  /// The context that owns the map; nil once it is gone. Read it on the context's queue.
  @exclusivity(unchecked) private(set) unowned(unsafe) var context: NSManagedObjectContext?

  /// The context, on any thread; nil when it is gone or going.
  var livingContext: NSManagedObjectContext? {
    table.withLock { _ in
      guard let context else { return nil }
      let pointer = Unmanaged.passUnretained(context).toOpaque()
      return Unmanaged<NSManagedObjectContext>.retained(ifAliveAt: pointer)?.takeRetainedValue()
    }
  }

  /// The pairs of temporary and permanent keys of a tree of contexts. Set once, before use.
  var family = ContextFamily()

  /// The stores assigned to objects that no store has yet.
  let assignments = StoreAssignments()

  /// Keeps the model, and so the layouts of objects that outlive their context, alive.
  var model: NSManagedObjectModel?

  /// The flags of objects that enter the context. Used on the context's queue.
  @exclusivity(unchecked) final var enrolled = ObjectFlags.enrolled

  /// True while the observer is to hear when the context becomes quiet.
  let awaitsQuiet = Atomic<Bool>(false)

  /// The stores that IDs of stored objects refer to; also for objects that outlive their context.
  var references: StoreReferenceTable?

  func attach(_ context: NSManagedObjectContext) { self.context = context }

  /// The living object of a key.
  func object(for key: ObjectKey) -> NSManagedObject? {
    table.withLock { $0.find(key).flatMap(IdentityMap.revive)?.takeRetainedValue() }
  }

  /// Returns true if an object of a key is registered, or was and is dying.
  func contains(_ key: ObjectKey) -> Bool { table.withLock { $0.find(key) != nil } }

  /// Registers an object; an entry of a dying object under the same key is replaced.
  func insert(_ object: NSManagedObject, key: ObjectKey) {
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    table.withLock { $0.insert(key, pointer) }
  }

  /// Gives objects other keys and returns the former ones, under which the map has them until
  /// `rekey`. The lock is for other threads that make IDs meanwhile.
  @discardableResult
  func rename(_ objects: [NSManagedObject], to keys: [ObjectKey]) -> [ObjectKey] {
    table.withLock { _ in
      var former: [ObjectKey] = []
      former.reserveCapacity(objects.count)
      objects.forEachBorrowed { object in
        let place = former.count
        former.append(object.key)
        object.rekey(keys[place])
      }
      return former
    }
  }

  /// Makes the ID of an object, on any thread, while its key stays as it is: an ID of a former key
  /// that became known after `rename` would never be replaced.
  func withKey(
    of object: NSManagedObject, _ body: (ObjectKey) -> NSManagedObjectID
  ) -> NSManagedObjectID {
    table.withLock { _ in body(object.key) }
  }

  /// The store of an ordinal has another UUID: objects of it that have IDs get new ones. Any thread.
  func renewIDs(ofStore ordinal: Int) {
    for object in objects() {
      table.withLock { _ in
        if object.key.store == ordinal || !assignments.isEmpty { object.renewID() }
      }
    }
  }

  /// Moves objects from their old keys to the ones they have now.
  func rekey(_ objects: [NSManagedObject], from old: [ObjectKey]) {
    table.withLock { table in
      // One pass after the other: each meets neighbouring keys in the same page.
      for place in objects.indices {
        table.remove(old[place], Unmanaged.passUnretained(objects[place]).toOpaque())
      }
      for object in objects {
        table.insert(object.key, Unmanaged.passUnretained(object).toOpaque())
      }
    }
  }

  /// Removes an object, unless another has taken its place.
  func forget(_ object: NSManagedObject, key: ObjectKey) {
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    table.withLock { $0.remove(key, pointer) }
  }

  // MARK: - Many at once

  /// The living objects of some keys, retained, each in the place of its key; nil for the others.
  /// One hold of the lock.
  func find(
    _ keys: UnsafeBufferPointer<ObjectKey>,
    into found: UnsafeMutableBufferPointer<Unmanaged<NSManagedObject>?>
  ) {
    table.withLock { table in
      for position in keys.indices {
        found[position] = table.find(keys[position]).flatMap(IdentityMap.revive)
      }
    }
  }

  /// Registers new objects, given retained. One whose key has come into the map meanwhile, or was
  /// listed before, is replaced by the object of that key and handed back.
  func insert(
    _ positions: [Int], of objects: UnsafeMutableBufferPointer<Unmanaged<NSManagedObject>?>,
    _ keys: UnsafeBufferPointer<ObjectKey>
  ) -> [Unmanaged<NSManagedObject>] {
    var surplus: [Unmanaged<NSManagedObject>] = []
    table.withLock { table in
      for position in positions {
        guard let object = objects[position] else { continue }
        if let other = table.find(keys[position]).flatMap(IdentityMap.revive) {
          surplus.append(object)
          objects[position] = other
        } else {
          table.insert(keys[position], object.toOpaque())
        }
      }
    }
    return surplus
  }

  /// All living objects.
  func objects() -> [NSManagedObject] { table.withLock { IdentityMap.living(in: $0) } }

  var count: Int { table.withLock { $0.count } }

  /// How many objects of entities are registered. A step for each page of 64 keys.
  func count(of entities: Range<Int>) -> Int { table.withLock { $0.count(of: entities) } }

  /// The context goes away.
  func detach() { table.withLock { _ in context = nil } }

  /// Forgets all objects and hands out the living ones.
  func removeAll() -> [NSManagedObject] {
    table.withLock { table in
      let living = IdentityMap.living(in: table)
      table.removeAll()
      return living
    }
  }

  // MARK: - The observer

  /// Gives access to the table, and to its observer, within the lock.
  func withTable<T: Sendable>(_ body: (inout IdentityTable) -> T) -> T {
    table.withLock { body(&$0) }
  }

  /// The context has ended a block, a save or a reset, or is gone.
  @inline(__always)
  func contextBecameQuiet() {
    if awaitsQuiet.load(ordering: .acquiring) { tellObserver() }
  }

  private func tellObserver() { withTable { $0.observer?.whenQuiet() }?(self) }

  private static func living(in table: borrowing IdentityTable) -> [NSManagedObject] {
    var living: [NSManagedObject] = []
    living.reserveCapacity(table.count)
    table.forEach { pointer in
      if let object = revive(pointer) { living.append(object.takeRetainedValue()) }
    }
    return living
  }

  @inline(__always)
  private static func revive(_ pointer: UnsafeMutableRawPointer) -> Unmanaged<NSManagedObject>? {
    Unmanaged.retained(ifAliveAt: pointer)
  }
}
