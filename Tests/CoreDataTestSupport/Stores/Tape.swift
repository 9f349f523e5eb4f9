// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// What stands behind a ``TapeStore``: records that outlive it, every call that came, and what is to
/// go wrong.
// Sendable: everything is behind the lock, or set before the store is used.
package final class Tape: @unchecked Sendable {
  package struct Record {
    package let entity: String
    package var values: [String: Any] = [:]
    /// Names of related records.
    package var links: [String: [String]] = [:]
    package var version: UInt64

    package init(entity: String, version: UInt64) {
      (self.entity, self.version) = (entity, version)
    }
  }

  private let lock = NSRecursiveLock()
  private let changed = NSCondition()
  private var written: [String] = []
  private var useCounts: [NSManagedObjectID: Int] = [:]
  private var made = 0

  package init() {}

  package nonisolated(unsafe) var records: [String: Record] = [:]
  /// The store's metadata as saved.
  package nonisolated(unsafe) var metadata: [String: Any]?
  /// What calls throw, by their first word, until taken away.
  package nonisolated(unsafe) var failures: [String: any Error] = [:]
  /// What `execute` answers instead; nil is left to the store.
  package nonisolated(unsafe) var answer: ((NSPersistentStoreRequest) throws -> Any?)?
  /// What a node is to be instead.
  package nonisolated(unsafe) var node: ((NSManagedObjectID) -> NSIncrementalStoreNode)?
  /// What a relationship is to be instead.
  package nonisolated(unsafe) var value: Any?
  package nonisolated(unsafe) var isExact = true
  package nonisolated(unsafe) var bringsToOnes = true
  /// The version of a new record, and by how much each save raises it.
  package nonisolated(unsafe) var versions: (first: UInt64, step: UInt64) = (1, 1)

  /// Notes a call; throws when it is to fail.
  package func note(_ call: String) throws {
    lock.withLock { written.append(call) }
    let word = call.prefix { $0 != " " }
    if let failure = failures[String(word)] { throw failure }
  }

  /// The calls since they were last taken.
  package func calls() -> [String] {
    lock.withLock {
      defer { written = [] }
      return written
    }
  }

  package func name(_ entity: String) -> String {
    lock.withLock {
      made += 1
      return "\(entity.prefix(1).lowercased())\(made)"
    }
  }

  /// Called before objects are noted as in use, or not any more.
  package nonisolated(unsafe) var onUse: (() -> Void)?

  package func use(_ ids: [NSManagedObjectID], _ change: Int) {
    onUse?()
    lock.withLock {
      for id in ids {
        useCounts[id, default: 0] += change
        if useCounts[id, default: 0] < 0 || id.isTemporaryID { isMiscounted = true }
      }
    }
    changed.withLock { changed.broadcast() }
  }

  /// Returns when no object is in use: those that die elsewhere are told off a moment later. Gives
  /// up when nothing has changed for long.
  package func waitUntilUnused() {
    changed.withLock {
      while !uses.isEmpty, changed.wait(until: Date(timeIntervalSinceNow: 120)) {}
    }
  }

  /// Whether a count was below zero, or of a temporary ID.
  package nonisolated(unsafe) private(set) var isMiscounted = false

  /// How many calls came without a context.
  package nonisolated(unsafe) private(set) var strayCalls = 0

  package func noteContext(_ context: NSManagedObjectContext?) {
    lock.withLock { strayCalls += context?.persistentStoreCoordinator == nil ? 1 : 0 }
  }

  /// The objects in use, with in how many contexts.
  package var uses: [NSManagedObjectID: Int] {
    lock.withLock { useCounts.filter { $0.value != 0 } }
  }
}
