// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// Takes numbers from a hierarchy's counter, in a write transaction of its own (R-PSC-331).
struct NumberReservation {
  private let store: LMDBStore
  private let timeout: Double

  init(_ store: LMDBStore, timeout: Double) {
    self.store = store
    self.timeout = timeout
  }

  /// Returns the first of `count` numbers that nobody gets again.
  func reserve(_ count: Int64, root: Int) throws(StoreError) -> Int64 {
    try run { transaction throws(StoreError) in try advance(by: count, root: root, in: transaction)
    }
  }

  /// Puts numbers back that nobody got, if the counter still stands behind them.
  func giveBack(_ numbers: Range<Int64>, root: Int) throws(StoreError) {
    guard let number = store.layout.numbers.number(of: root) else { return }
    _ = try run { transaction throws(StoreError) in
      let allocator = CounterTable(
        database: store.layout.allocator, transaction: transaction,
        store: store.environment.path)
      if try allocator.value(number) == numbers.upperBound {
        try allocator.set(numbers.lowerBound, number)
      }
      return 0
    }
  }

  private func run(
    _ body: (OpaquePointer) throws(StoreError) -> Int64
  ) throws(StoreError) -> Int64 {
    let deadline = Deadline(after: timeout)
    let environment = store.environment
    let transaction = try environment.beginWrite(isSynced: store.isSynced, until: deadline)
    defer { environment.endWrite() }
    let (first, number) = try environment.writeGrowing(from: transaction, until: deadline) {
      transaction throws(StoreError) in
      let number = mdb_txn_id(transaction)
      try store.requireIdentity(transaction, number - 1)
      return (try body(transaction), number)
    }
    store.noteCommit(number)
    return first
  }

  private func advance(
    by count: Int64, root: Int, in transaction: OpaquePointer
  ) throws(StoreError) -> Int64 {
    let path = store.environment.path
    let entity = store.layout.schema.entities[root]
    guard let number = store.layout.numbers.number(of: root) else {
      throw StoreError(
        .schemaMismatch, store: path, message: "the store does not hold \(entity.name)")
    }
    let allocator = CounterTable(
      database: store.layout.allocator, transaction: transaction, store: path)
    let first = try allocator.value(number) ?? 1
    guard first > 0 else {
      throw StoreError(
        .corrupt, store: path, message: "the counter of the hierarchy of \(entity.name) is damaged")
    }
    let (next, overflow) = first.addingReportingOverflow(count)
    guard !overflow else {
      throw StoreError(
        .numbersExhausted, store: path,
        message: "the hierarchy of \(entity.name) has no \(count) numbers left")
    }
    try allocator.set(next, number)
    return first
  }
}
#endif
