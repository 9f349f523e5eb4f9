// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Harness
import RawLMDB

/// The questions as walks of cursors, over tables laid out for them by hand.
final class LMDBFloor: Answering {
  private let shape: Shape
  private var environment: OpaquePointer?
  private var tables: [MDB_dbi] = []

  private enum Table: Int, CaseIterable {
    /// By key: number, kind, amount, shelf, name.
    case items
    /// Key: number and item; no value.
    case numbers
    /// Key: name and item; no value.
    case names
    /// Key: house and room; room and shelf; shelf and item; no values.
    case rooms, shelves, contents
  }

  static func make(_ file: URL, _ shape: Shape) throws -> any Answering {
    try LMDBFloor(file.deletingLastPathComponent().appendingPathComponent("floor.mdb"), shape)
  }

  private init(_ file: URL, _ shape: Shape) throws {
    self.shape = shape
    try Self.check(mdb_env_create(&environment))
    try Self.check(mdb_env_set_mapsize(environment, 8 << 30))
    try Self.check(mdb_env_set_maxdbs(environment, 8))
    try Self.check(
      mdb_env_open(environment, file.path, UInt32(MDB_NOSUBDIR | MDB_NOSYNC), 0o600))
    try fill()
  }

  private static func check(_ code: Int32) throws {
    guard code == 0 else { throw BenchmarkFailure("LMDB: \(String(cString: mdb_strerror(code)))") }
  }

  // MARK: - Filling

  private func fill() throws {
    var transaction: OpaquePointer?
    try Self.check(mdb_txn_begin(environment, nil, 0, &transaction))
    for table in Table.allCases {
      var handle: MDB_dbi = 0
      try Self.check(mdb_dbi_open(transaction, "t\(table.rawValue)", UInt32(MDB_CREATE), &handle))
      tables.append(handle)
    }
    for room in 0..<shape.rooms { try put(transaction, .rooms, key(shape.house(room), room)) }
    for shelf in 0..<shape.shelves { try put(transaction, .shelves, key(shape.room(shelf), shelf)) }
    for place in 0..<shape.rows {
      let number = shape.number(place)
      var row = key(number, shape.kind(number)) + bytes(shape.amount(number).bitPattern)
      row += key(shape.shelf(number)) + Array(shape.name(number).utf8)
      try put(transaction, .items, key(place), row)
      try put(transaction, .numbers, key(number, place))
      try put(transaction, .names, Array(shape.name(number).utf8) + key(place))
      try put(transaction, .contents, key(shape.shelf(number), place))
    }
    try Self.check(mdb_txn_commit(transaction))
  }

  private func bytes(_ word: UInt64) -> [UInt8] {
    withUnsafeBytes(of: word.bigEndian, Array.init)
  }

  private func key(_ numbers: Int...) -> [UInt8] { numbers.flatMap { bytes(UInt64($0)) } }

  private func put(
    _ transaction: OpaquePointer?, _ table: Table, _ key: [UInt8], _ value: [UInt8] = []
  ) throws {
    try withValue(key) { key in
      try withValue(value) { value in
        try Self.check(mdb_put(transaction, tables[table.rawValue], &key, &value, 0))
      }
    }
  }

  private func withValue<T>(_ bytes: [UInt8], _ body: (inout MDB_val) throws -> T) rethrows -> T {
    try bytes.withUnsafeBytes { buffer in
      var value = MDB_val(
        mv_size: buffer.count, mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress))
      return try body(&value)
    }
  }

  // MARK: - Answering

  func answer(_ question: Question, rows: Int, round: Int) throws -> Int {
    var transaction: OpaquePointer?
    try Self.check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction))
    defer { mdb_txn_abort(transaction) }
    switch question {
    case .page: return page(transaction, from: shape.start(round))
    case .count:
      return walk(transaction, .numbers, from: key(0)) { key, _ in
        Self.word(key, 0) < UInt64(shape.rows / 2)
      }
    case .group: return groups(transaction)
    case .hops: return hops(transaction, house: round % Shape.houses)
    case .prefix: return names(transaction, Array(shape.prefix(round).utf8))
    case .point:
      return shape.sought(round).reduce(0) { $0 + names(transaction, Array($1.utf8)) }
    }
  }

  /// Goes on while the body wants more; returns how often it did.
  private func walk(
    _ transaction: OpaquePointer?, _ table: Table, from start: [UInt8],
    _ body: (UnsafeRawPointer, MDB_val) -> Bool
  ) -> Int {
    var cursor: OpaquePointer?
    mdb_cursor_open(transaction, tables[table.rawValue], &cursor)
    defer { mdb_cursor_close(cursor) }
    return withValue(start) { key in
      var value = MDB_val()
      var code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
      var count = 0
      while code == 0, let place = key.mv_data, body(place, value) {
        count += 1
        code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
      }
      return count
    }
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawPointer, _ index: Int) -> UInt64 {
    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
  }

  /// All that an item says.
  private func reading(_ transaction: OpaquePointer?, _ place: UnsafeRawPointer) -> Int {
    var key = MDB_val(mv_size: 8, mv_data: UnsafeMutableRawPointer(mutating: place))
    var row = MDB_val()
    guard mdb_get(transaction, tables[Table.items.rawValue], &key, &row) == 0,
      let bytes = row.mv_data
    else { return 0 }
    let amount = Double(bitPattern: Self.word(bytes, 2))
    return Int(Self.word(bytes, 0)) + Int(Self.word(bytes, 1)) + Int(amount * 4) + row.mv_size - 32
  }

  private func page(_ transaction: OpaquePointer?, from number: Int) -> Int {
    var (sum, left) = (0, 100)
    _ = walk(transaction, .numbers, from: key(number)) { key, _ in
      guard left > 0 else { return false }
      left -= 1
      sum += reading(transaction, key + 8)
      return true
    }
    return sum
  }

  private func names(_ transaction: OpaquePointer?, _ prefix: [UInt8]) -> Int {
    var sum = 0
    _ = walk(transaction, .names, from: prefix) { key, _ in
      guard UnsafeRawBufferPointer(start: key, count: prefix.count).elementsEqual(prefix) else {
        return false
      }
      sum += reading(transaction, key + 14)
      return true
    }
    return sum
  }

  private func groups(_ transaction: OpaquePointer?) -> Int {
    var counts = [Int](repeating: 0, count: Shape.kinds)
    var sums = [Double](repeating: 0, count: Shape.kinds)
    _ = walk(transaction, .items, from: key(0)) { _, row in
      guard let bytes = row.mv_data else { return true }
      let kind = Int(Self.word(bytes, 1))
      counts[kind] += 1
      sums[kind] += Double(bitPattern: Self.word(bytes, 2))
      return true
    }
    return (0..<Shape.kinds).reduce(0) { $0 + ($1 + 1) * counts[$1] + Int(sums[$1]) }
  }

  private func hops(_ transaction: OpaquePointer?, house: Int) -> Int {
    members(transaction, .rooms, of: house).reduce(0) { sum, room in
      sum
        + members(transaction, .shelves, of: room).reduce(0) { sum, shelf in
          sum
            + walk(transaction, .contents, from: key(shelf)) { key, _ in
              Self.word(key, 0) == UInt64(shelf)
            }
        }
    }
  }

  private func members(_ transaction: OpaquePointer?, _ table: Table, of owner: Int) -> [Int] {
    var members: [Int] = []
    _ = walk(transaction, table, from: key(owner)) { key, _ in
      guard Self.word(key, 0) == UInt64(owner) else { return false }
      members.append(Int(Self.word(key, 1)))
      return true
    }
    return members
  }
}
