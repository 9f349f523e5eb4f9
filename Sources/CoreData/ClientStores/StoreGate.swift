// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The way into a client store: one call at a time, unless the class takes several; what it throws
/// keeps its identity.
// Sendable: the lock is one; the store is used behind it.
final class StoreGate: @unchecked Sendable {
  /// The coordinator keeps the store for as long as it is mounted.
  private unowned let store: NSPersistentStore
  private let lock: NSRecursiveLock?
  private let isOpen = Atomic<Bool>(true)
  /// The store's name in messages, also when it is gone.
  private let name: String

  /// True if this thread is in a call of any store.
  @TaskLocal static var isCalling = false

  init(_ store: NSPersistentStore, isSerial: Bool = true) {
    self.store = store
    name = store.url?.path ?? store.type
    lock = isSerial ? NSRecursiveLock() : nil
  }

  func call<T>(_ body: () throws -> T) throws(StoreError) -> T {
    lock?.lock()
    defer { lock?.unlock() }
    HeldLocks.requireNone()
    do {
      return try StoreGate.$isCalling.withValue(true, operation: body)
    } catch {
      throw ClientError.storeError(error, store)
    }
  }

  /// A call that cannot fail.
  func notify(_ body: () -> Void) {
    lock?.lock()
    defer { lock?.unlock() }
    HeldLocks.requireNone()
    StoreGate.$isCalling.withValue(true, operation: body)
  }

  func close() { isOpen.store(false, ordering: .releasing) }

  func requireOpen() throws(StoreError) {
    guard !isOpen.load(ordering: .acquiring) else { return }
    throw StoreError(.closed, store: name, message: "The store is closed.")
  }

  func requireWritable() throws(StoreError) {
    try requireOpen()
    guard store.isReadOnly else { return }
    throw StoreError(.readOnly, store: name, message: "The store was opened read-only.")
  }
}
