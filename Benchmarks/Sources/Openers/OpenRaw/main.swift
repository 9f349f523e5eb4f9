// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Glibc
import RawLMDB
import RawSQLite
import SQLiteTuning

// Opens a store of the raw systems, reads the first employee, exits. Without Foundation, as a
// program that needs no more would be. Usage: OpenRaw SYSTEM SQLite|LMDB FOLDER

/// Whether the first employee of a SQLite file was read, by a connection with SQLite's settings or
/// those of the tuned floor.
func readsSQLite(_ path: String, isTuned: Bool) -> Bool {
  var connection: OpaquePointer?
  var statement: OpaquePointer?
  defer {
    sqlite3_finalize(statement)
    sqlite3_close(connection)
  }
  let flags = SQLITE_OPEN_READWRITE | (isTuned ? SQLITE_OPEN_NOMUTEX : 0)
  return sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK
    && (!isTuned || sqlite3_exec(connection, SQLiteTuning.pragmas, nil, nil, nil) == SQLITE_OK)
    && sqlite3_prepare_v2(
      connection, "SELECT * FROM employee WHERE id = 1", -1, &statement, nil) == SQLITE_OK
    && sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int64(statement, 4) > 0
}

/// Whether the first employee of an LMDB file was read.
func readsLMDB(_ path: String) -> Bool {
  var environment: OpaquePointer?
  var transaction: OpaquePointer?
  var database = MDB_dbi()
  mdb_env_create(&environment)
  mdb_env_set_mapsize(environment, 8 << 30)
  mdb_env_set_maxdbs(environment, 8)
  defer { mdb_env_close(environment) }
  guard mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR | MDB_NOSYNC), 0o600) == 0,
    mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction) == 0
  else { return false }
  defer { mdb_txn_abort(transaction) }
  guard mdb_dbi_open(transaction, "employees", 0, &database) == 0 else { return false }
  var number = UInt64(1).bigEndian
  return withUnsafeMutableBytes(of: &number) { bytes in
    var key = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
    var value = MDB_val()
    return mdb_get(transaction, database, &key, &value) == 0 && value.mv_size > 0
  }
}

guard CommandLine.arguments.count == 4 else { exit(2) }
let folder = CommandLine.arguments[3]
let isRead =
  CommandLine.arguments[2] == "LMDB"
  ? readsLMDB(folder + "/raw.mdb")
  : readsSQLite(folder + "/raw.sqlite", isTuned: CommandLine.arguments[1].hasSuffix("tuned"))
exit(isRead ? 0 : 1)
