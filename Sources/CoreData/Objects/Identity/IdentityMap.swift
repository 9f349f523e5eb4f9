// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CRuntime
import Dispatch
import Foundation
import StoreInterface
import Synchronization

/// The registered objects of a context by key: one instance per key, held weakly.
///
/// An object leaves the map when it dies, on whatever thread that happens; the lock covers it. A
/// lookup that meets a dying object (its memory is valid until it has left) does not revive it.
/// No Swift `weak`: that costs 30 ns a load and a side allocation per object.
// Sendable: everything is behind the mutex.
final class IdentityMap: @unchecked Sendable {
  private let table = Mutex(IdentityTable())
  /// The context that owns the map; nil once it is gone. Read it on the context's queue.
  @exclusivity(unchecked) private(set) unowned(unsafe) var context: NSManagedObjectContext?

  /// The context, on any thread; nil when it is gone or going.
  var livingContext: NSManagedObjectContext? {
    table.withLock { _ in
      guard let context else { return nil }
      let pointer = Unmanaged.passUnretained(context).toOpaque()
      guard let retained = cruntime_try_retain(pointer) else { return nil }
      return Unmanaged<NSManagedObjectContext>.fromOpaque(retained).takeRetainedValue()
    }
  }

  /// What the contexts of a tree share.
  var family = ContextFamily()

  /// The stores assigned to objects that no store has yet.
  let assignments = StoreAssignments()

  /// Keeps the model, and so the layouts of objects that outlive their context, alive.
  var model: NSManagedObjectModel?

  /// Whether client stores are to be told of objects that came or went.
  let hasRegistrations = Atomic<Bool>(false)

  /// What IDs of stored objects refer to; also for objects that outlive their context.
  var references: StoreReferenceTable?

  func attach(_ context: NSManagedObjectContext) { self.context = context }

  /// The living object of a key.
  func object(for key: ObjectKey) -> NSManagedObject? {
    table.withLock { $0.find(key).flatMap(IdentityMap.revive)?.takeRetainedValue() }
  }

  /// Whether an object of a key is registered, or was and is dying.
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
        object.state.rekey(keys[place])
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

  // MARK: - For client stores

  func watch(
    _ stores: [Int], for coordinator: Anchor<NSPersistentStoreCoordinator>,
    recounting replaced: Int? = nil, onFirstChange: @escaping () -> Void
  ) {
    let given = Transferable(onFirstChange)
    table.withLock { table in
      table.journal.watch(stores, for: coordinator, onFirstChange: given.value)
      if let replaced { table.recount(replaced) }
    }
  }

  /// Who tells the stores; nil when there are none to be told.
  var watchingCoordinator: NSPersistentStoreCoordinator? {
    table.withLock { $0.journal.coordinator }?.object
  }

  /// What came and went of one store since this was last asked.
  func takeRegistrations(of store: Int) -> [ObjectKey: Int] {
    table.withLock { $0.journal.take(store) }
  }

  /// Whoever looks for changes while a thread is telling the stores has to find that there are
  /// some, and waits for it at the store's gate.
  func whileAnnouncing(_ tellStores: () -> Void) {
    table.withLock { $0.journal.announcers += 1 }
    tellStores()
    table.withLock { table in
      table.journal.announcers -= 1
      if table.journal.isQuiet { hasRegistrations.store(false, ordering: .releasing) }
    }
  }

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
    cruntime_try_retain(pointer).map { Unmanaged.fromOpaque($0) }
  }
}

/// Telling client stores which objects are in use: when a context becomes quiet, and a moment after
/// an object died elsewhere.
extension IdentityMap {
  /// Notes from now on what happens to objects of these stores.
  /// - Parameter replaced: a store that is to be told of the objects that are here already.
  func watchRegistrations(
    of stores: [Int], for coordinator: NSPersistentStoreCoordinator, recounting replaced: Int? = nil
  ) {
    let (anchor, queue) = (coordinator.anchor, coordinator.announcements)
    watch(stores, for: anchor, recounting: replaced) { [weak self] in
      self?.expectAnnouncement(anchor, on: queue)
    }
  }

  /// Within the mutex: whoever notes a change may be anywhere, so another thread tells the store.
  private func expectAnnouncement(
    _ anchor: Anchor<NSPersistentStoreCoordinator>, on queue: DispatchQueue
  ) {
    hasRegistrations.store(true, ordering: .releasing)
    queue.asyncAfter(deadline: .now() + .milliseconds(5)) {
      anchor.object?.announceRegistrations(of: self)
    }
  }

  /// The stores are told before this returns, unless one of them is calling.
  @inline(__always)
  func announceRegistrations() {
    if hasRegistrations.load(ordering: .acquiring) { announceNow() }
  }

  private func announceNow() { watchingCoordinator?.announceRegistrations(of: self) }
}
