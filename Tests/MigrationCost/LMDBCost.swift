// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CLMDB
import Foundation
import StoreInterface
import StoreLMDB

/// Migrations of LMDB files in place beside a loop that writes rows of the same sizes with LMDB's own calls.
struct LMDBCost {
  /// How much longer rows get, and which are written: all into the emptied database, or some where they
  /// are.
  private struct Rewriting {
    let change: People.Change
    let growth: Int
    var isPartial = false
  }

  private static let database = "rows/Person"
  /// The texts of notes have this length at least.
  private static let noteSize = 25

  let rounds: Rounds
  let rows: Int

  func run() throws {
    let template = try template()
    let rewritings = [
      Rewriting(change: People.added, growth: 8), Rewriting(change: People.addedEmpty, growth: 8),
      Rewriting(change: People.removed, growth: -8 - Self.noteSize),
      Rewriting(change: People.defaults, growth: 0, isPartial: true),
    ]
    for rewriting in rewritings {
      try rounds.compare(
        rewriting.change.name, on: template,
        hand: { try rewrite(rewriting, in: $0) },
        own: { try People.migrate($0, in: LMDBStore.self, by: rewriting.change) })
    }
  }

  func template() throws -> URL {
    let file = rounds.folder.appendingPathComponent("template.lmdb")
    try Files.remove(file)
    let store = try LMDBStore.open(People.configuration(file, People.schema, "1"))
    defer { store.close() }
    try People.fill(store, rows: rows)
    return file
  }

  // MARK: - By hand

  private func rewrite(_ rewriting: Rewriting, in file: URL) throws {
    var environment: OpaquePointer?
    try check(mdb_env_create(&environment))
    defer { mdb_env_close(environment) }
    mdb_env_set_maxdbs(environment, 16)
    mdb_env_set_mapsize(environment, 1 << 32)
    try check(mdb_env_open(environment, file.path, UInt32(MDB_NOSUBDIR), 0o600))
    var (input, output): (OpaquePointer?, OpaquePointer?)
    var database: MDB_dbi = 0
    try check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &input))
    try check(mdb_dbi_open(input, Self.database, 0, &database))
    try check(mdb_txn_commit(input))
    try check(mdb_txn_begin(environment, nil, 0, &output))
    try check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &input))
    if !rewriting.isPartial { try check(mdb_drop(output, database, 0)) }
    try write(rewriting, database, from: input, to: output)
    mdb_txn_abort(input)
    try check(mdb_txn_commit(output))
  }

  private func write(
    _ rewriting: Rewriting, _ database: MDB_dbi, from input: OpaquePointer?,
    to output: OpaquePointer?
  ) throws {
    var (from, to): (OpaquePointer?, OpaquePointer?)
    try check(mdb_cursor_open(input, database, &from))
    try check(mdb_cursor_open(output, database, &to))
    defer {
      mdb_cursor_close(from)
      mdb_cursor_close(to)
    }
    let flags = UInt32(MDB_RESERVE) | (rewriting.isPartial ? 0 : UInt32(MDB_APPEND))
    var (key, value) = (MDB_val(), MDB_val())
    var isWanted = true
    while mdb_cursor_get(from, &key, &value, MDB_NEXT) == MDB_SUCCESS {
      isWanted.toggle()
      if rewriting.isPartial, !isWanted { continue }
      var new = MDB_val(mv_size: value.mv_size + rewriting.growth, mv_data: nil)
      try check(mdb_cursor_put(to, &key, &new, flags))
      memcpy(new.mv_data, value.mv_data, min(new.mv_size, value.mv_size))
    }
  }

  private func check(_ code: Int32) throws {
    guard code == MDB_SUCCESS else { throw CocoaError(.fileWriteUnknown) }
  }
}
#endif
