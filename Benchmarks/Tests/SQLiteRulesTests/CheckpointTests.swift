// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import RawSQLite
import SQLiteRules
import Testing

struct CheckpointTests {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("checkpoint-\(UUID().uuidString).sqlite")

  /// Runs the body with two connections to a file in WAL mode that never checkpoint themselves.
  private func run(_ body: (OpaquePointer, OpaquePointer) throws -> Void) throws {
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
    }
    let (writer, reader) = (try open(), try open())
    defer {
      sqlite3_close(reader)
      sqlite3_close(writer)
    }
    try execute("CREATE TABLE t (x); INSERT INTO t VALUES (1); PRAGMA user_version = 7", writer)
    try body(writer, reader)
  }

  private func open() throws -> OpaquePointer {
    var handle: OpaquePointer?
    #expect(sqlite3_open(file.path, &handle) == SQLITE_OK)
    let opened = try #require(handle)
    try execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0", opened)
    return opened
  }

  private func execute(_ sql: String, _ handle: OpaquePointer) throws {
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  private func contains(_ text: String) throws -> Bool {
    try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
  }

  @Test func whatIsInTheLogIsInTheFileWhenTheClockStops() throws {
    try run { writer, _ in
      let stopwatch = Stopwatch()
      try stopwatch.measure(writingTo: file) {
        try execute("INSERT INTO t VALUES ('a word')", writer)
        let isThere = try contains("a word")
        #expect(!isThere)
      }
      let isThere = try contains("a word")
      #expect(isThere)
      #expect(stopwatch.wallSeconds > 0)
    }
  }

  @Test func theLogHasBegunWhenTheClockStarts() throws {
    try run { writer, _ in
      try execute("PRAGMA wal_checkpoint(TRUNCATE)", writer)
      try Stopwatch().measure(writingTo: file) {
        let log = try Data(contentsOf: URL(fileURLWithPath: file.path + "-wal"))
        #expect(!log.isEmpty)
      }
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      sqlite3_prepare_v2(writer, "PRAGMA user_version", -1, &statement, nil)
      #expect(sqlite3_step(statement) == SQLITE_ROW)
      #expect(sqlite3_column_int(statement, 0) == 7)
    }
  }

  @Test func aReaderOfAnOlderStateFailsTheCase() throws {
    try run { writer, reader in
      #expect(throws: BenchmarkFailure.self) {
        try Stopwatch().measure(writingTo: file) {
          try execute("BEGIN; SELECT * FROM t", reader)
          try execute("INSERT INTO t VALUES (2)", writer)
        }
      }
    }
  }
}
