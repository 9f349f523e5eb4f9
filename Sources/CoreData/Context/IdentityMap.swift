// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CRuntime
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
  private(set) unowned(unsafe) var context: NSManagedObjectContext?

  /// The context, on any thread; nil when it is gone or going.
  var livingContext: NSManagedObjectContext? {
    table.withLock { _ in
      guard let context else { return nil }
      let pointer = Unmanaged.passUnretained(context).toOpaque()
      guard let retained = cruntime_try_retain(pointer) else { return nil }
      return Unmanaged<NSManagedObjectContext>.fromOpaque(retained).takeRetainedValue()
    }
  }

  /// Keeps the model, and so the layouts of objects that outlive their context, alive.
  var model: NSManagedObjectModel?

  /// What IDs of stored objects refer to; also for objects that outlive their context.
  var references: StoreReferenceTable?

  func attach(_ context: NSManagedObjectContext) { self.context = context }

  /// The living object of a key.
  func object(for key: ObjectKey) -> NSManagedObject? {
    table.withLock { $0.find(key).flatMap(IdentityMap.revive) }
  }

  /// Registers an object; an entry of a dying object under the same key is replaced.
  func insert(_ object: NSManagedObject, key: ObjectKey) {
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    table.withLock { $0.insert(key, pointer) }
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

  /// All living objects.
  func objects() -> [NSManagedObject] {
    table.withLock { $0.pointers.compactMap(IdentityMap.revive) }
  }

  var count: Int { table.withLock { $0.count } }

  /// The context goes away.
  func detach() { table.withLock { _ in context = nil } }

  /// Forgets all objects and hands out the living ones.
  func removeAll() -> [NSManagedObject] {
    table.withLock { table in
      let living = table.pointers.compactMap(IdentityMap.revive)
      table = IdentityTable()
      return living
    }
  }

  private static func revive(_ pointer: UnsafeMutableRawPointer) -> NSManagedObject? {
    guard let retained = cruntime_try_retain(pointer) else { return nil }
    return Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue()
  }
}
