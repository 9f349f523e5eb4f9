// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CSQLite
import Foundation
import StoreInterface
import StoreSQLite

/// Migrations of SQLite files in place beside the statements that a database administrator would write.
struct SQLiteCost {
  let rounds: Rounds
  let rows: Int

  func run(_ changes: [People.Change]) throws {
    let template = try template()
    for change in changes {
      try rounds.compare(
        change.name, on: template,
        hand: { try execute("BEGIN; \(change.statements); COMMIT", in: $0) },
        own: { try People.migrate($0, in: SQLiteStore.self, by: change) })
    }
  }

  func template() throws -> URL {
    let file = rounds.folder.appendingPathComponent("template.sqlite")
    try Files.remove(file)
    try SQLiteStore.open(People.configuration(file, People.schema, "1")).close()
    try execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) "
        + "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZAGE, ZNAME, ZNOTE) SELECT i, 1, 1, "
        + "CASE WHEN i % 2 THEN i % 90 END, 'name ' || i, 'a note about the person ' || i FROM n",
      in: file)
    return file
  }

  private func execute(_ sql: String, in file: URL) throws {
    var database: OpaquePointer?
    guard sqlite3_open(file.path, &database) == SQLITE_OK else {
      throw CocoaError(.fileReadUnknown)
    }
    defer { sqlite3_close(database) }
    let settings = "PRAGMA synchronous = EXTRA; PRAGMA cache_size = -65536; "
    guard sqlite3_exec(database, settings + sql, nil, nil, nil) == SQLITE_OK else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
#endif
