// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Synchronization

/// The remote changes that one coordinator, or any, posts; somebody can wait for them.
// Sendable: everything is behind the condition.
final class RemoteLog: @unchecked Sendable {
  struct Note {
    let store: String?
    let url: URL?
    let token: NSPersistentHistoryToken?
    let wasOnMainThread: Bool
  }

  private let condition = NSCondition()
  private var notes: [Note] = []
  private var token: (any NSObjectProtocol)?

  /// - Parameter body: called with each notification, before it counts.
  init(
    _ coordinator: NSPersistentStoreCoordinator, _ body: @escaping @Sendable () -> Void = {}
  ) {
    token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
    ) { [weak self] notification in
      body()
      self?.add(
        Note(
          store: notification.userInfo?[NSStoreUUIDKey] as? String,
          url: notification.userInfo?[NSPersistentStoreURLKey] as? URL,
          token: notification.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken,
          wasOnMainThread: Thread.isMainThread))
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }

  private func add(_ note: Note) {
    condition.withLock {
      notes.append(note)
      condition.broadcast()
    }
  }

  var all: [Note] { condition.withLock { notes } }

  /// Waits for a notification that fulfils something, for a minute at most.
  func wait(for isWanted: (Note) -> Bool = { _ in true }) -> Bool {
    wait { $0.contains(where: isWanted) }
  }

  /// Waits for more notifications than there were.
  func wait(beyond count: Int) -> Bool { wait { $0.count > count } }

  private func wait(until isFulfilled: ([Note]) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    condition.lock()
    defer { condition.unlock() }
    while !isFulfilled(notes) {
      guard condition.wait(until: end) else { return isFulfilled(notes) }
    }
    return true
  }

  /// Waits until a condition holds, looked at after each notification.
  func wait(until holds: () throws -> Bool) rethrows -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    var count = 0
    while Date() < end {
      let present = all.count
      if present != count, try holds() { return true }
      count = present
      guard wait(beyond: count) else { return false }
    }
    return false
  }
}

/// What only the first one gets who comes.
final class FirstTurn: Sendable {
  private let isTaken = Atomic(false)

  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}
