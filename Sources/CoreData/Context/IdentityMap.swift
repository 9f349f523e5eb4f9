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
/// No Swift `weak`: that costs 30 ns a load and a side allocation per object. Open addressing on
/// the 16-byte key: about 10 ns.
// Sendable: everything is behind the mutex.
final class IdentityMap: @unchecked Sendable {
  private let table = Mutex(Table())
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

  /// Moves an object to another key.
  func rekey(_ object: NSManagedObject, from old: ObjectKey, to new: ObjectKey) {
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    table.withLock {
      $0.remove(old, pointer)
      $0.insert(new, pointer)
    }
  }

  /// Removes an object, unless another has taken its place.
  func forget(_ object: NSManagedObject, key: ObjectKey) {
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    table.withLock { $0.remove(key, pointer) }
  }

  /// All living objects.
  func objects() -> [NSManagedObject] {
    table.withLock { $0.pointers.compactMap { $0.flatMap(IdentityMap.revive) } }
  }

  var count: Int { table.withLock { $0.count } }

  /// The context goes away.
  func detach() { table.withLock { _ in context = nil } }

  /// Forgets all objects and hands out the living ones.
  func removeAll() -> [NSManagedObject] {
    table.withLock { table in
      let living = table.pointers.compactMap { $0.flatMap(IdentityMap.revive) }
      table = Table()
      return living
    }
  }

  private static func revive(_ pointer: UnsafeMutableRawPointer) -> NSManagedObject? {
    guard let retained = cruntime_try_retain(pointer) else { return nil }
    return Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue()
  }
}

extension IdentityMap {
  /// Linear probing with backward-shift deletion; at most 2/3 full.
  struct Table: @unchecked Sendable {
    // Sendable: lives within the map's mutex.
    private(set) var keys: [ObjectKey]
    private(set) var pointers: [UnsafeMutableRawPointer?]
    private(set) var count = 0
    private var mask: Int

    init(capacity: Int = 16) {
      keys = Array(repeating: ObjectKey(entity: 0, number: 0), count: capacity)
      pointers = Array(repeating: nil, count: capacity)
      mask = capacity - 1
    }

    private func start(_ key: ObjectKey) -> Int { Int(truncatingIfNeeded: key.mixedHash >> 7) & mask }

    func find(_ key: ObjectKey) -> UnsafeMutableRawPointer? {
      var place = start(key)
      while let pointer = pointers[place] {
        if keys[place] == key { return pointer }
        place = (place + 1) & mask
      }
      return nil
    }

    mutating func insert(_ key: ObjectKey, _ pointer: UnsafeMutableRawPointer) {
      if 3 * (count + 1) > 2 * pointers.count { grow() }
      var place = start(key)
      while pointers[place] != nil {
        if keys[place] == key { return pointers[place] = pointer }
        place = (place + 1) & mask
      }
      keys[place] = key
      pointers[place] = pointer
      count += 1
    }

    mutating func remove(_ key: ObjectKey, _ pointer: UnsafeMutableRawPointer) {
      var place = start(key)
      while let present = pointers[place] {
        if keys[place] == key {
          if present == pointer { close(place) }
          return
        }
        place = (place + 1) & mask
      }
    }

    /// Empties a place and moves later entries of its run back over it.
    private mutating func close(_ place: Int) {
      var hole = place
      var next = (place + 1) & mask
      while let pointer = pointers[next] {
        let home = start(keys[next])
        if (next - home) & mask >= (next - hole) & mask {
          keys[hole] = keys[next]
          pointers[hole] = pointer
          hole = next
        }
        next = (next + 1) & mask
      }
      pointers[hole] = nil
      count -= 1
    }

    private mutating func grow() {
      var larger = Table(capacity: pointers.count * 2)
      for place in pointers.indices {
        if let pointer = pointers[place] { larger.insert(keys[place], pointer) }
      }
      self = larger
    }
  }
}
