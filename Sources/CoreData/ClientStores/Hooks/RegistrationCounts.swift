// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// In how many contexts the objects of an incremental store are registered (R-PSC-453).
///
/// A map's changes are counted when they are taken, and told in that order, by one thread at a time:
/// sums never go below zero for the store. No lock is held while it is told.
// Sendable: everything is behind the condition's lock.
final class RegistrationCounts: @unchecked Sendable {
  /// Changes that the store is told in one go.
  struct Announcement {
    var registered: [ObjectKey] = []
    var unregistered: [ObjectKey] = []
    /// The keys that nobody uses any more.
    var unused: [ObjectKey] = []
  }

  private let condition = NSCondition()
  private var counts: [ObjectKey: Int] = [:]
  private var hasEnded = false
  private var isHeld = false
  private var waiting: [Announcement] = []
  /// How many announcements there have ever been, and how many of them the store has been told.
  private var made = 0
  private var told = 0
  /// The thread that tells one just now.
  private var teller: pthread_t?

  /// Changes stay in the maps until `release`: the store has not been told yet of what there is.
  func hold() { locked { isHeld = true } }

  func release() { locked { isHeld = false } }

  /// Takes changes in, and returns when the store has been told all that was taken in until now.
  func apply(_ take: () -> [ObjectKey: Int], _ tell: (Announcement) -> Void) {
    let last = locked {
      if !isHeld { count(take()) }
      return made
    }
    tellAll(until: last, tell)
  }

  /// The store goes: whatever is in use is told off, and nothing is told any more.
  func end(_ tell: (Announcement) -> Void) {
    let last = locked {
      let left = counts.flatMap { Array(repeating: $0.key, count: $0.value) }.sorted()
      if !hasEnded, !left.isEmpty { add(Announcement(unregistered: left)) }
      counts = [:]
      hasEnded = true
      return made
    }
    tellAll(until: last, tell)
  }

  /// Records that were read for a fetch and whose objects never came into a context go.
  func trim(_ cache: RecordCache, _ ordinal: Int) {
    locked {
      cache.trim(to: { counts[$0.inStore(ordinal)] != nil }, count: counts.count)
    }
  }

  // MARK: - Behind the lock

  private func count(_ changes: [ObjectKey: Int]) {
    guard !hasEnded, !changes.isEmpty else { return }
    var announcement = Announcement(
      registered: changes.filter { $0.value > 0 }.keys.sorted(),
      unregistered: changes.filter { $0.value < 0 }.keys.sorted())
    for (key, change) in changes {
      let count = counts[key, default: 0] + change
      counts[key] = count == 0 ? nil : count
      if count == 0 { announcement.unused.append(key) }
    }
    add(announcement)
  }

  private func add(_ announcement: Announcement) {
    waiting.append(announcement)
    made += 1
  }

  private func locked<T>(_ body: () -> T) -> T {
    HeldLocks.take(.registrations)
    defer { HeldLocks.giveBack(.registrations) }
    return condition.withLock(body)
  }

  private var isTelling: Bool { teller.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

  // MARK: - Telling

  /// Tells what waits, or waits while another thread does. A store that is removed while it is being
  /// told is told the rest at once.
  private func tellAll(until last: Int, _ tell: (Announcement) -> Void) {
    while let (announcement, outer) = next(until: last) {
      tell(announcement)
      locked {
        told += 1
        teller = outer
        condition.broadcast()
      }
    }
  }

  private func next(until last: Int) -> (Announcement, outer: pthread_t?)? {
    locked {
      while teller != nil, !isTelling, told < last { condition.wait() }
      guard told < last, !waiting.isEmpty else { return nil }
      let outer = teller
      teller = pthread_self()
      return (waiting.removeFirst(), outer)
    }
  }
}

extension IncrementalBackend {
  /// Tells the store what has come to or gone from a context. Later, when it is the store that
  /// calls: its hooks are not for the middle of another call.
  func announce(_ take: () -> [ObjectKey: Int]) {
    guard !StoreGate.isCalling else { return }
    gate.notify {
      registrations.apply(take, tell)
      registrations.trim(cache, store.ordinal)
    }
  }

  /// The store is about to be removed.
  func endRegistrations() { gate.notify { registrations.end(tell) } }

  private func tell(_ announcement: RegistrationCounts.Announcement) {
    HeldLocks.requireNone()
    if !announcement.registered.isEmpty {
      store.managedObjectContextDidRegisterObjects(with: ids(announcement.registered))
    }
    if !announcement.unregistered.isEmpty {
      store.managedObjectContextDidUnregisterObjects(with: ids(announcement.unregistered))
    }
    for key in announcement.unused { cache.remove(key.inStore(0)) }
  }

  private func ids(_ keys: [ObjectKey]) -> [NSManagedObjectID] {
    guard let coordinator = store.persistentStoreCoordinator else { return [] }
    return keys.map(coordinator.objectID(for:))
  }
}
