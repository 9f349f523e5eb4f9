// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RawLMDB

/// Straight calls of liblmdb: one packed value per employee under its number, and the index on
/// department and salary.
struct RawLMDBSystem: BenchmarkSystem {
  let name = "raw LMDB"

  func insert(_ workload: Workload, in folder: URL) throws {
    try with(folder) { environment in
      var transaction: OpaquePointer?
      mdb_txn_begin(environment, nil, 0, &transaction)
      var (rows, index) = (MDB_dbi(), MDB_dbi())
      mdb_dbi_open(transaction, "rows", UInt32(MDB_CREATE), &rows)
      mdb_dbi_open(transaction, "index", UInt32(MDB_CREATE), &index)
      var buffer: [UInt8] = []
      for (offset, employee) in workload.employees.enumerated() {
        let number = UInt64(offset + 1)
        RawLMDBSystem.pack(employee, into: &buffer)
        put(transaction, rows, key(number), buffer, flags: UInt32(MDB_APPEND))
        let place = key(UInt64(employee.department)) + key(UInt64(employee.salary)) + key(number)
        put(transaction, index, place, [], flags: 0)
      }
      guard mdb_txn_commit(transaction) == 0 else { throw BenchmarkFailure("commit") }
    }
  }

  func fetchAll(in folder: URL) throws -> Int64 {
    try read(folder) { transaction, rows in
      var cursor: OpaquePointer?
      mdb_cursor_open(transaction, rows, &cursor)
      defer { mdb_cursor_close(cursor) }
      var (key, value) = (MDB_val(), MDB_val())
      var sum: Int64 = 0
      while mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0 { sum += RawLMDBSystem.sum(value) }
      return sum
    }
  }

  func lookUp(_ numbers: [Int64], in folder: URL) throws -> Int64 {
    try read(folder) { transaction, rows in
      var sum: Int64 = 0
      for number in numbers {
        var bytes = UInt64(number).bigEndian
        withUnsafeMutableBytes(of: &bytes) {
          var key = MDB_val(mv_size: 8, mv_data: $0.baseAddress)
          var value = MDB_val()
          guard mdb_get(transaction, rows, &key, &value) == 0 else { return }
          sum += value.mv_data.loadUnaligned(as: Int64.self)
        }
      }
      return sum
    }
  }

  // MARK: - Values

  /// Salary, hiredAt, score, department, active, three lengths, then the texts.
  private static func pack(_ employee: Workload.Employee, into buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    func add<T>(_ value: T) { withUnsafeBytes(of: value) { buffer.append(contentsOf: $0) } }
    add(employee.salary)
    add(employee.hiredAt)
    add(employee.score)
    add(Int64(employee.department + 1))
    add(Int64(employee.isActive ? 1 : 0))
    let texts = [employee.name, employee.email, employee.bio ?? ""]
    for text in texts { add(UInt32(text.utf8.count)) }
    for text in texts { buffer.append(contentsOf: text.utf8) }
  }

  private static func sum(_ value: MDB_val) -> Int64 {
    guard let data = value.mv_data else { return 0 }
    var sum = data.loadUnaligned(as: Int64.self)
    for field in 0..<3 { sum += Int64(data.loadUnaligned(fromByteOffset: 40 + 4 * field, as: UInt32.self)) }
    return sum
  }

  private func key(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

  // MARK: - Calls

  private func put(
    _ transaction: OpaquePointer?, _ database: MDB_dbi, _ key: [UInt8], _ value: [UInt8],
    flags: UInt32
  ) {
    var (keyBytes, valueBytes) = (key, value)
    keyBytes.withUnsafeMutableBytes { keyBytes in
      valueBytes.withUnsafeMutableBytes { valueBytes in
        var key = MDB_val(mv_size: keyBytes.count, mv_data: keyBytes.baseAddress)
        var value = MDB_val(mv_size: valueBytes.count, mv_data: valueBytes.baseAddress)
        _ = mdb_put(transaction, database, &key, &value, flags)
      }
    }
  }

  private func with<T>(_ folder: URL, _ body: (OpaquePointer?) throws -> T) throws -> T {
    var environment: OpaquePointer?
    mdb_env_create(&environment)
    mdb_env_set_mapsize(environment, 4 << 30)
    mdb_env_set_maxdbs(environment, 4)
    let path = folder.appendingPathComponent("raw.mdb").path
    guard mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR), 0o600) == 0 else {
      throw BenchmarkFailure("open")
    }
    defer { mdb_env_close(environment) }
    return try body(environment)
  }

  private func read<T>(_ folder: URL, _ body: (OpaquePointer?, MDB_dbi) throws -> T) throws -> T {
    try with(folder) { environment in
      var transaction: OpaquePointer?
      mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction)
      defer { mdb_txn_abort(transaction) }
      var rows = MDB_dbi()
      mdb_dbi_open(transaction, "rows", 0, &rows)
      return try body(transaction, rows)
    }
  }
}
