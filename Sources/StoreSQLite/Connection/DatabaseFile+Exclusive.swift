// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// Files that one process has for itself.
///
/// SQLite's file system `unix-excl` locks a file as a whole, once, and keeps everything else that its
/// connections must agree on in the memory of the process: its locks, and what is otherwise in the
/// file `-shm`. All connections of the process have to go through it; one that did not would take the
/// lock from them.
extension DatabaseFile {
  /// SQLite's file system for the next connection; nil: the usual one.
  var fileSystem: String? {
    if isInMemory { return MemoryFileSystem.name() }
    let file = identity ?? OpenFileRegistry.FileID(path: path)
    guard let file, OpenFileRegistry.isExclusive(file) else { return nil }
    return LogFileSystem.name(before: "unix-excl")
  }

  /// Notes that SQLite has the file open, for this process alone if that is wanted.
  ///
  /// - Throws: `.timeout` if it is open in this process without that, and stays so.
  func registerAsWanted(timeout: Double) throws(StoreError) {
    guard isExclusive else { return register() }
    let deadline = ContinuousClock.now + .seconds(min(max(timeout, 0), Self.patience))
    while true {
      if let file = OpenFileRegistry.addExclusively(path: path) { return register(file) }
      // Who looks into a file has it open for a moment.
      guard Self.size(path) != nil, ContinuousClock.now < deadline else { break }
      usleep(.random(in: 500...5_000))
    }
    throw StoreError(
      .timeout, store: name,
      message: "the file is open in this process by a store without exclusive locking")
  }

  /// Runs the first thing that is done with a connection. What another process has for itself, or keeps
  /// open although this one is to have it for itself, is not waited for.
  func first<T>(
    on connection: Connection, _ pragmas: Pragmas, _ body: () throws(StoreError) -> T
  ) throws(StoreError) -> T {
    pragmas.setTimeout(on: connection, atMost: Self.patience)
    do {
      let result = try body()
      pragmas.setTimeout(on: connection)
      return result
    } catch {
      guard error.kind == .timeout else { throw error }
      if let holder = lastingHolder { throw inUse(by: holder) }
      // The first error is the one to report.
      if connection.isInTransaction { try? connection.run(.rollback) }
    }
    pragmas.setTimeout(on: connection)
    return try body()
  }

  /// How long those are waited for who have a file for a moment only, in seconds.
  private static let patience = 0.5

  private func inUse(by process: pid_t) -> StoreError {
    // Of another container there is no number.
    let who = process > 0 ? "the process \(process)" : "another process"
    return StoreError(
      .timeout, store: name,
      message: "the store is in use by \(who)" + (isExclusive ? "" : ", which has it for itself"))
  }

  /// The process that stands in the way and goes on doing so.
  ///
  /// Who closes a file has it for himself for a moment, which may be long where many processes share a
  /// processor. He comes on with it in each of the pauses, which are as long as the machine is busy.
  private var lastingHolder: pid_t? {
    guard let first = holder else { return nil }
    for _ in 0..<Self.looks {
      usleep(25_000)
      guard holder == first else { return nil }
    }
    return first
  }

  /// How often a holder is looked for again.
  private static let looks = 20

  /// The process that stands in the way: it has the file for itself, or open at all if this one is to
  /// have it for itself.
  private var holder: pid_t? { holder(againstAll: isExclusive) }

  /// True if another process has the file open in SQLite, idle beside a log or within a transaction.
  var isOpenInAnotherProcess: Bool { holder(againstAll: true) != nil }

  /// - Parameter againstAll: whether everybody counts who has the file open.
  private func holder(againstAll: Bool) -> pid_t? {
    guard let identity else { return nil }
    return OpenFileRegistry.withDescriptor(of: identity, at: path) { descriptor in
      // The bytes that everybody locks who has a database open, and the way he does.
      var lock = flock()
      lock.l_type = Int16(againstAll ? F_WRLCK : F_RDLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = 0x4000_0002
      lock.l_len = 510
      guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else {
        return nil
      }
      return lock.l_pid
    }
  }
}
#endif
