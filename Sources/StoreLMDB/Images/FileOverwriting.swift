// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// One file's content written over another's, or taken out, in one transaction of the latter (R-PSC-109,
/// 113). Who has it open reads on what he reads, and finds the new content with his next transaction.
struct FileOverwriting {
  private let path: String
  private let access: StoreFileAccess
  private var deadline: Deadline { Deadline(after: access.timeout) }

  init(_ path: String, _ access: StoreFileAccess) {
    self.path = path
    self.access = access
  }

  // MARK: - The file

  /// Returns true if the engine could open the file, damaged or not. Throws for another type's store.
  func hasEnvironment() throws(StoreError) -> Bool {
    switch try EnvironmentContent(path: path) {
    case .environment, .unfinished: return true
    case .missing, .empty, .foreign: return false
    case .sqlite:
      throw StoreError(.wrongType, store: path, message: "the file is a SQLite database")
    }
  }

  /// Returns true if this process or another has the file open. Whoever opens it just then, and finds
  /// it removed, is told by his next transaction.
  func isOpenSomewhere() throws(StoreError) -> Bool {
    LockFileClaim(try DataFile(path: path)).isHeldByOthers
  }

  func removeFile() { StoreFileMove.remove([path, path + "-lock"]) }

  /// Runs a body; if it fails for reasons that do not count, the file is removed.
  func orRemoving(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do throws(StoreError) { try body() } catch {
      guard isGivenUp(after: error) else { throw error }
      removeFile()
    }
  }

  /// True if the file is to be thrown away, after it could not be written.
  func isGivenUp(after error: StoreError) -> Bool {
    guard error.store == path else { return false }
    return error.kind == .corrupt || error.kind == .timeout && access.isForced
  }

  // MARK: - The content

  func empty() throws(StoreError) {
    try write { session, transaction throws(StoreError) in
      try clear(&session, transaction)
    }
  }

  /// Makes the file, if there is none.
  func run(withFileAt source: String) throws(StoreError) {
    let creation = try FileCreation(path: path)
    do throws(StoreError) {
      let environment = try EnvironmentRegistry.acquire(
        path: source, isReadOnly: true, options: EnvironmentOptions(), until: deadline)
      defer { EnvironmentRegistry.release(environment) }
      let copy = try ContentCopy(of: environment, until: deadline)
      defer { copy.end() }
      try write { session, transaction throws(StoreError) in
        // What was migrated is this file, not the other one's content.
        let mark = try table(&session, transaction).migrationMark()
        try clear(&session, transaction)
        try copy.write(&session, transaction, store: path)
        try table(&session, transaction).write(migrationMark: mark)
      }
    } catch {
      creation.undo()
      throw error
    }
  }

  private func table(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer
  ) throws(StoreError) -> MetadataDatabase {
    let handle = try session.open(KeySpace.metadata, in: transaction, create: false)
    return MetadataDatabase(
      database: Database(handle: handle), transaction: transaction, store: path)
  }

  /// Takes all entries out of all databases, which stay: others have them open.
  private func clear(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer
  ) throws(StoreError) {
    for name in try ContentCopy.names(transaction, store: path) {
      guard let handle = try session.open(name, in: transaction, create: false) else { continue }
      try ReturnCode.check(
        mdb_drop(transaction, handle, 0), store: path, "emptying the database \(name)")
    }
  }

  // MARK: - The transaction

  private typealias Body =
    (inout DatabaseRegister.Session, OpaquePointer) throws(StoreError) -> Void

  private func write(_ body: Body) throws(StoreError) {
    let environment = try EnvironmentRegistry.acquire(
      path: path, isReadOnly: false, options: EnvironmentOptions(), until: deadline)
    defer { EnvironmentRegistry.release(environment) }
    // The right to write comes first: nobody waits for it with the register locked.
    let transaction = try environment.beginWrite(isSynced: true, until: deadline)
    defer { environment.endWrite() }
    try environment.databases.whileOpening { session throws(StoreError) in
      try environment.writeGrowing(&session, from: transaction, until: deadline, body)
    }
  }
}
#endif
