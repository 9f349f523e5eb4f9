// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import Foundation
import StoreInterface
import Synchronization

/// Where a context's blocks run, and whether a thread is there now.
///
/// Which contexts a thread is in is a list of its own per thread: a dispatch queue's specific
/// values are not visible through nested `sync` calls (R-CTX-894).
// Sendable: immutable but for the map, which is set before use; the per-thread list is only touched
// by its thread.
final class ContextQueue: @unchecked Sendable {
  enum Kind {
    case privateQueue
    case main
    case confinement
  }

  let kind: Kind
  /// The objects of the context whose queue it is; set by the context, before use.
  var map: IdentityMap?
  private let queue: DispatchQueue
  private let creator: pthread_t
  /// The blocks that run here, one within the other, and those that wait.
  private let turns = Atomic<Int>(0)

  init(_ kind: Kind, label: String) {
    self.kind = kind
    queue = kind == .main ? .main : DispatchQueue(label: label)
    creator = pthread_self()
    if kind == .main { ContextQueue.isMainUsed.store(true, ordering: .relaxed) }
  }

  /// True if nothing runs or waits in the queue: whoever comes next sees what was done before this was asked. False
  /// for contexts that are used outside blocks. Any thread.
  var isIdle: Bool {
    kind == .privateQueue && turns.load(ordering: .sequentiallyConsistent) == 0
  }

  fileprivate func beginTurn() { turns.add(1, ordering: .sequentiallyConsistent) }

  fileprivate func endTurn() { turns.subtract(1, ordering: .sequentiallyConsistent) }

  /// The context whose queue it is, while it lives. Any thread.
  // Not by a weak reference: every count of the context's references would cost three times as much.
  var owner: NSManagedObjectContext? { map?.livingContext }

  /// True if the calling thread may use the context.
  var isCurrent: Bool {
    switch kind {
    case .privateQueue: ThreadQueues.current.contains { $0 === self }
    case .main:
      Thread.isMainThread || ContextQueue.isOnMainQueue || ThreadQueues.isServingMain
    case .confinement: pthread_equal(creator, pthread_self()) != 0
    }
  }

  private static let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// True if a block of the main queue is running here: after `dispatchMain()` that need not be
  /// the main thread.
  private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainKey) == true }

  /// True if there has been a main-queue context.
  private static let isMainUsed = Atomic(false)

  /// Runs a block after all that are queued; returns its result. Runs at once when the thread is
  /// in the context already, and for the main queue when it is the main thread.
  func sync<T>(_ block: () throws -> T) rethrows -> T {
    if isCurrent { return try ThreadQueues.within(self, block) }
    if ContextQueue.isMainUsed.load(ordering: .relaxed), ContextQueue.isOnMainQueue {
      // In this queue nothing tells any more that the thread serves the main one.
      return try ThreadQueues.servingMain { try enter(block) }
    }
    return try enter(block)
  }

  private func enter<T>(_ block: () throws -> T) rethrows -> T {
    try queue.sync { try ThreadQueues.within(self, block) }
  }

  /// Queues a block.
  func async(_ block: @escaping @Sendable () -> Void) {
    // Counted while it waits: it may have been given what was read before.
    beginTurn()
    queue.async {
      ThreadQueues.within(self, block)
      self.endTurn()
    }
  }

  /// Queues a block that is not marked as sendable, as those of Apple's interfaces are not.
  func later(_ block: @escaping () -> Void) {
    let transferred = Transferable(block)
    async { transferred.value() }
  }
}

/// The queues that the calling thread is in, innermost last.
enum ThreadQueues {
  private final class Stack {
    var queues: [ContextQueue] = []
    var servesMain = false
  }

  private static let stacks = ThreadLocal { Stack() }
  private static var stack: Stack { stacks.value }

  static var current: [ContextQueue] { stack.queues }

  /// True if the thread has gone from a block of the main queue into other queues.
  static var isServingMain: Bool { stack.servesMain }

  static func servingMain<T>(_ block: () throws -> T) rethrows -> T {
    let stack = stack
    let before = stack.servesMain
    stack.servesMain = true
    defer { stack.servesMain = before }
    return try block()
  }

  static func within<T>(_ queue: ContextQueue, _ block: () throws -> T) rethrows -> T {
    HeldLocks.requireNone()
    let stack = stack
    stack.queues.append(queue)
    queue.beginTurn()
    defer {
      stack.queues.removeLast()
      queue.endTurn()
      queue.map?.contextBecameQuiet()
    }
    return try block()
  }
}
