// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The records of an incremental store that were read or saved, for all contexts (R-PSC-446): row,
/// and the members of to-manys that came with it.
// Sendable: everything is behind the mutex.
final class RecordCache: Sendable {
  struct Record: Sendable {
    let row: Row
    /// By index of the entity's to-manys; those that are not known are missing.
    var members: [Int: [ObjectKey]] = [:]
    let since: ContinuousClock.Instant
  }

  private let records = Mutex<[ObjectKey: Record]>([:])
  /// How often saves of ours have locked a record.
  private let locks = Mutex<[ObjectKey: Int64]>([:])

  /// The record of a key, unless it is older than a context accepts.
  /// - Parameter interval: the context's `stalenessInterval`; negative: any age.
  func record(_ key: ObjectKey, staleness interval: TimeInterval) -> Record? {
    guard interval != 0, let record = records.withLock({ $0[key] }) else { return nil }
    guard interval < 0 || record.since.duration(to: .now) < .seconds(interval) else { return nil }
    return record
  }

  func record(_ key: ObjectKey) -> Record? { records.withLock { $0[key] } }

  func set(_ row: Row, members: [Int: [ObjectKey]] = [:], for key: ObjectKey) {
    records.withLock { $0[key] = Record(row: row, members: members, since: .now) }
  }

  /// The members that came with a record may not be true any more.
  func forgetMembers(of key: ObjectKey) {
    records.withLock { $0[key]?.members = [:] }
  }

  func remove(_ key: ObjectKey) {
    records.withLock { $0[key] = nil }
    locks.withLock { $0[key] = nil }
  }

  func removeAll() {
    records.withLock { $0 = [:] }
    locks.withLock { $0 = [:] }
  }

  // MARK: - Locked records

  /// A save has locked a record, whose version in the store has risen by that (R-PSC-449). Contexts
  /// keep the version that they have.
  func noteLock(_ key: ObjectKey) { locks.withLock { $0[key, default: 0] += 1 } }

  /// The version for contexts of one that the store has: nobody is in conflict with a mere lock.
  func version(_ version: UInt64, of key: ObjectKey) -> Int64 {
    Int64(clamping: version) - locks.withLock { $0[key] ?? 0 }
  }
}
