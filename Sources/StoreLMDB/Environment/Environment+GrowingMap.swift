// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import StoreInterface

/// Write transactions that may find the map full.
extension Environment {
  /// Runs `body` in a write transaction and commits it; again in a new one, as often as the map must
  /// grow. The right to write stays with the caller.
  ///
  /// - Parameter first: the first transaction.
  func writeGrowing<T>(
    from first: OpaquePointer, until deadline: Deadline,
    _ body: (OpaquePointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    var transaction = first
    while true {
      do throws(StoreError) { return try write(in: transaction, body) } catch {
        guard error.engineCode == MDB_MAP_FULL else { throw error }
      }
      try growMap(until: deadline)
      transaction = try beginLocked(until: deadline)
    }
  }

  /// The same for what opens databases: those of an aborted transaction are closed again.
  func writeGrowing<T>(
    _ session: inout DatabaseRegister.Session, from first: OpaquePointer, until deadline: Deadline,
    _ body: (inout DatabaseRegister.Session, OpaquePointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let before = session
    return try writeGrowing(from: first, until: deadline) { transaction throws(StoreError) in
      session = before
      return try body(&session, transaction)
    }
  }

  private func write<T>(
    in transaction: OpaquePointer, _ body: (OpaquePointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let result: T
    do throws(StoreError) { result = try body(transaction) } catch {
      abortLocked(transaction)
      throw error
    }
    try commitLocked(transaction)
    return result
  }
}
#endif
