// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// Counts the transactions of this process on one environment, keeps ended read transactions for
/// reuse, and lets one thread have the environment to itself while its map moves.
// Sendable: everything is touched only with the condition locked.
final class ReaderGate: @unchecked Sendable {
  /// How many ended read transactions keep their reader slot.
  private static let spareLimit = 64
  /// How long a new transaction gives way to a thread that waits for the environment. Bounded,
  /// because the transaction that thread waits for may be the beginner's own.
  private static let courtesy = 0.05

  private let condition = NSCondition()
  private var active = 0
  private var waiting = 0
  private var isClosed = false
  private var spares: [OpaquePointer] = []

  /// Counts a transaction in; returns an ended read transaction to renew, if there is one.
  func enter() -> OpaquePointer? {
    condition.lock()
    defer { condition.unlock() }
    if waiting > 0 { giveWay() }
    while isClosed { condition.wait() }
    active += 1
    return spares.popLast()
  }

  /// Counts a transaction in that is not a read transaction.
  func enterWriting() {
    condition.lock()
    while isClosed { condition.wait() }
    active += 1
    condition.unlock()
  }

  /// Counts a transaction out. `spare`: a read transaction that was reset.
  func leave(spare: OpaquePointer? = nil) {
    condition.lock()
    active -= 1
    if let spare {
      if spares.count < ReaderGate.spareLimit, waiting == 0 {
        spares.append(spare)
      } else {
        mdb_txn_abort(spare)
      }
    }
    if waiting > 0 { condition.broadcast() }
    condition.unlock()
  }

  /// Gives the reader slots of ended transactions back.
  func dropSpares() {
    condition.lock()
    dropSparesLocked()
    condition.unlock()
  }

  /// Runs `body` while no transaction of this process exists. The caller must not hold one.
  /// `reason` completes the sentence "a reader did not end while …".
  func exclusively(
    store: String, until deadline: Deadline, for reason: String,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try close(store: store, until: deadline, for: reason)
    defer { open() }
    try body()
  }

  private func close(
    store: String, until deadline: Deadline, for reason: String
  ) throws(StoreError) {
    condition.lock()
    defer { condition.unlock() }
    waiting += 1
    defer { waiting -= 1 }
    let limit = deadline.date
    while active > 0 || isClosed {
      guard condition.wait(until: limit) else {
        throw StoreError(
          .timeout, store: store, message: "a reader did not end while \(reason)")
      }
    }
    isClosed = true
    dropSparesLocked()
  }

  private func open() {
    condition.lock()
    isClosed = false
    condition.broadcast()
    condition.unlock()
  }

  private func giveWay() {
    let limit = Date(timeIntervalSinceNow: ReaderGate.courtesy)
    while waiting > 0, condition.wait(until: limit) {}
  }

  private func dropSparesLocked() {
    for spare in spares { mdb_txn_abort(spare) }
    spares.removeAll()
  }
}
#endif
