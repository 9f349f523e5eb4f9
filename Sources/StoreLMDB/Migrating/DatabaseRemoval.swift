// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import StoreInterface

/// Empties one of the databases that a migration has left, in a transaction of its own.
struct DatabaseRemoval {
  private let store: LMDBStore
  private let deadline: Deadline
  private var environment: Environment { store.environment }

  init(_ store: LMDBStore, timeout: Double) {
    self.store = store
    deadline = Deadline(after: timeout)
  }

  func run() throws(StoreError) {
    let transaction = try environment.beginWrite(isSynced: store.isSynced, until: deadline)
    defer { environment.endWrite() }
    let left = try environment.databases.whileOpening { session throws(StoreError) in
      try run(&session, transaction)
    }
    store.noteUnfinished(left)
  }

  /// As often as the map must grow.
  private func run(
    _ session: inout DatabaseRegister.Session, _ first: OpaquePointer
  ) throws(StoreError) -> Bool {
    let before = session
    var transaction = first
    while true {
      do throws(StoreError) {
        return try attempt(&session, transaction)
      } catch {
        session = before
        guard error.engineCode == MDB_MAP_FULL else { throw error }
      }
      try environment.growMap(until: deadline)
      transaction = try environment.beginLocked(until: deadline)
    }
  }

  private func attempt(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer
  ) throws(StoreError) -> Bool {
    let number = mdb_txn_id(transaction)
    let isLeft: Bool
    do throws(StoreError) {
      try store.requireIdentity(transaction, number - 1)
      isLeft = try removeOne(&session, transaction)
    } catch {
      environment.abortLocked(transaction)
      throw error
    }
    try environment.commitLocked(transaction)
    store.noteCommit(number)
    return isLeft
  }

  /// Returns true if there is another one.
  private func removeOne(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer
  ) throws(StoreError) -> Bool {
    let path = environment.path
    let table = MetadataDatabase(
      database: store.layout.metadata, transaction: transaction, store: path)
    var names = try table.unfinishedDatabases()
    guard let name = names.popLast() else { return false }
    if let handle = try session.open(name, in: transaction, create: false) {
      try ReturnCode.check(
        mdb_drop(transaction, handle, 0), store: path, "emptying the database \(name)")
    }
    try table.write(unfinishedDatabases: names)
    return !names.isEmpty
  }
}
#endif
