// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreRouting
import StoreSQLite
import StoreTestSupport

/// Migrations that copy a store into another file: rows by the second, and memory.
struct CopyCost {
  let rounds: Rounds
  let rows: Int

  func run() throws {
    let sqlite = try SQLiteCost(rounds: rounds, rows: rows).template()
    let lmdb = try LMDBCost(rounds: rounds, rows: rows).template()
    try measure("SQLite to SQLite", try SQLiteStore.open(configuration(sqlite))) {
      try SQLiteStore.open($0)
    }
    try measure("SQLite to LMDB", try SQLiteStore.open(configuration(sqlite))) {
      try LMDBStore.open($0)
    }
    try measure("LMDB to SQLite", try LMDBStore.open(configuration(lmdb))) {
      try SQLiteStore.open($0)
    }
    try measure("LMDB to LMDB", try LMDBStore.open(configuration(lmdb))) {
      try LMDBStore.open($0)
    }
  }

  private func configuration(_ file: URL) -> StoreConfiguration {
    People.configuration(file, People.schema, "1")
  }

  private func measure(
    _ name: String, _ source: any StoreBackend,
    _ open: (StoreConfiguration) throws -> any StoreBackend
  ) throws {
    defer { source.close() }
    var turns: [Seconds] = []
    var memory: Memory?
    for _ in 0..<rounds.count {
      let file = rounds.folder.appendingPathComponent("copy")
      try Files.remove(file)
      memory = try Memory.watch {
        turns.append(try Seconds.measure { try copy(source, to: file, open) })
      }
      try Files.remove(file)
    }
    let wall = median(turns.map(\.wall))
    show(
      name.padding(toLength: 30, withPad: " ", startingAt: 0)
        + String(
          format: "%8.0f rows/s   processor %6.2f s   resident %d MB, of it no file's %d MB",
          Double(rows) / wall, median(turns.map(\.processor)), (memory?.resident ?? 0) / 1024,
          (memory?.anonymous ?? 0) / 1024))
  }

  private func copy(
    _ source: any StoreBackend, to file: URL,
    _ open: (StoreConfiguration) throws -> any StoreBackend
  ) throws {
    let named = People.added.migration
    let destination = try open(People.configuration(file, named.destination, "2"))
    defer { destination.close() }
    try MigrationCopy(
      named.migration, sourceEntities: named.source.allEntities, from: source,
      entities: named.destination.allEntities, to: destination
    ).run()
  }
}
#endif
