// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
public import Benchmarking
import RawSQLite

/// The checkpoint that every system on SQLite pays for within the timed part of a case that writes.
///
/// A connection of its own does it, the same for everyone: a system's own settings and locks have
/// no say. It does not wait for the disk, as commits to a log in synchronous NORMAL do not; what is
/// timed is the copying of the pages. It also begins the log, before the time: the first commit would
/// wait for the disk.
final class Checkpoint {
  private let handle: OpaquePointer
  private let path: String

  /// Opens the file, which has its tables and is in WAL mode.
  init(of file: URL) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(file.path, &opened, SQLITE_OPEN_READWRITE, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw BenchmarkFailure("SQLite cannot open \(file.path).")
    }
    handle = opened
    path = file.path
    try run("PRAGMA synchronous = OFF")
    // A number that is the file's user's to choose, and stays as it is.
    try run("PRAGMA user_version = \(try number("PRAGMA user_version"))")
  }

  deinit { sqlite3_close(handle) }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw BenchmarkFailure("SQLite: \(sql) failed in \(path).")
    }
  }

  private func number(_ sql: String) throws -> Int64 {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { throw BenchmarkFailure("SQLite: \(sql) failed in \(path).") }
    return sqlite3_column_int64(statement, 0)
  }

  /// Writes all pages of the log into the file. Fails if a reader holds on to an older state.
  func run() throws {
    var (pages, written): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(
      handle, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &written)
    guard code == SQLITE_OK, pages >= 0, pages == written else {
      throw BenchmarkFailure(
        "Checkpoint of \(path): code \(code), \(written) of \(pages) pages written.")
    }
  }
}

extension Stopwatch {
  /// Runs the timed part of a case that writes into a file, and its checkpoint within it.
  public func measure(
    writingTo file: URL, _ body: () throws -> Void
  ) throws {
    let checkpoint = try Checkpoint(of: file)
    try measure {
      try body()
      try checkpoint.run()
    }
  }
}
