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
    let (left, number) = try environment.databases.whileOpening { session throws(StoreError) in
      try environment.writeGrowing(&session, from: transaction, until: deadline, removeOne)
    }
    store.noteCommit(number)
    store.noteUnfinished(left)
  }

  /// Returns true if there is another one, and the transaction's number.
  private func removeOne(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer
  ) throws(StoreError) -> (isLeft: Bool, number: Int) {
    let (path, number) = (environment.path, mdb_txn_id(transaction))
    try store.requireIdentity(transaction, number - 1)
    let table = MetadataDatabase(
      database: store.layout.metadata, transaction: transaction, store: path)
    var names = try table.unfinishedDatabases()
    guard let name = names.popLast() else { return (false, number) }
    if let handle = try session.open(name, in: transaction, create: false) {
      try ReturnCode.check(
        mdb_drop(transaction, handle, 0), store: path, "emptying the database \(name)")
    }
    try table.write(unfinishedDatabases: names)
    return (!names.isEmpty, number)
  }
}
#endif
