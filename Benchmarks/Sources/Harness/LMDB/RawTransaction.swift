// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RawLMDB

/// A transaction, and what can be done in it. Keys are numbers in big-endian order, so that they
/// sort as numbers.
struct RawTransaction {
  let handle: OpaquePointer
  let databases: RawDatabases

  var departments: MDB_dbi { databases.departments }
  var tags: MDB_dbi { databases.tags }
  var employees: MDB_dbi { databases.employees }
  var salaries: MDB_dbi { databases.salaries }
  var tagsOfEmployee: MDB_dbi { databases.tagsOfEmployee }
  var employeesOfTag: MDB_dbi { databases.employeesOfTag }

  @inline(__always)
  func put(
    _ key: RawKey, _ bytes: UnsafeRawBufferPointer, in database: MDB_dbi, flags: Int32 = 0
  ) throws {
    try key.withValue { key in
      var value = MDB_val(
        mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      try RawEnvironment.check(mdb_put(handle, database, &key, &value, UInt32(flags)))
    }
  }

  @inline(__always)
  func put(_ key: RawKey, in database: MDB_dbi, flags: Int32 = 0) throws {
    try put(key, UnsafeRawBufferPointer(start: nil, count: 0), in: database, flags: flags)
  }

  @inline(__always)
  func delete(_ key: RawKey, in database: MDB_dbi) throws {
    try key.withValue { try RawEnvironment.check(mdb_del(handle, database, &$0, nil)) }
  }

  /// The bytes under a key, in the map.
  @inline(__always)
  func get(_ key: RawKey, in database: MDB_dbi) throws -> UnsafeRawBufferPointer {
    try key.withValue { key in
      var value = MDB_val()
      try RawEnvironment.check(mdb_get(handle, database, &key, &value))
      return UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    }
  }

  /// Calls the body for the keys from one on, with their values, while it returns true.
  @inline(__always)
  func scan(
    _ database: MDB_dbi, from first: RawKey? = nil,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var cursor: OpaquePointer?
    try RawEnvironment.check(mdb_cursor_open(handle, database, &cursor))
    defer { mdb_cursor_close(cursor) }
    var (key, value) = (MDB_val(), MDB_val())
    var code: Int32
    if let first {
      code = first.withValue {
        key = $0
        return mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
      }
    } else {
      code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST)
    }
    while code == 0 {
      let keyBytes = UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size)
      let valueBytes = UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
      guard try body(keyBytes, valueBytes) else { return }
      code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
    }
  }

  func count(_ database: MDB_dbi) throws -> Int64 {
    var statistics = MDB_stat()
    try RawEnvironment.check(mdb_stat(handle, database, &statistics))
    return Int64(statistics.ms_entries)
  }
}
