// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// A position in one database, in one transaction. Closed when it goes out of scope, which must be
/// before its transaction ends.
struct Cursor: ~Copyable {
  private let pointer: OpaquePointer?
  private let store: String
  private var keyValue = MDB_val()
  private var dataValue = MDB_val()
  /// How many entries were visited.
  private(set) var steps = 0

  init(
    _ database: Database, in transaction: OpaquePointer, store: String
  ) throws(StoreError) {
    self.store = store
    var pointer: OpaquePointer?
    if let handle = database.handle {
      let code = mdb_cursor_open(transaction, handle, &pointer)
      try ReturnCode.check(code, store: store, "opening a cursor")
    }
    self.pointer = pointer
  }

  deinit {
    if let pointer { mdb_cursor_close(pointer) }
  }

  /// The key and the value of the present entry, valid until the transaction writes or ends.
  var key: UnsafeRawBufferPointer { UnsafeRawBufferPointer(keyValue) }
  var value: UnsafeRawBufferPointer { UnsafeRawBufferPointer(dataValue) }

  /// Returns the number that is the present key. Throws `.corrupt` for a key that is none.
  @inline(__always)
  func number() throws(StoreError) -> Int64 {
    guard keyValue.mv_size == 8 else { throw damagedKey }
    let number = BigEndian.number(key)
    guard number > 0 else { throw damagedKey }
    return number
  }

  private var damagedKey: StoreError {
    let size = keyValue.mv_size
    let name = size == 8 ? "the key \(BigEndian.number(key))" : "a key of \(size) bytes"
    return StoreError(.corrupt, store: store, message: "\(name) is no row's number")
  }

  /// Returns true if there is an entry at the new position.
  mutating func move(_ operation: MDB_cursor_op) throws(StoreError) -> Bool {
    guard let pointer else { return false }
    steps += 1
    let code = mdb_cursor_get(pointer, &keyValue, &dataValue, operation)
    if code == MDB_SUCCESS { return true }
    if code == MDB_NOTFOUND { return false }
    throw ReturnCode.error(code, store: store, "moving a cursor")
  }

  mutating func first() throws(StoreError) -> Bool { try move(MDB_FIRST) }
  mutating func last() throws(StoreError) -> Bool { try move(MDB_LAST) }
  mutating func next() throws(StoreError) -> Bool { try move(MDB_NEXT) }
  mutating func previous() throws(StoreError) -> Bool { try move(MDB_PREV) }

  /// Goes to the first entry whose key is not less than the given one.
  mutating func seek(_ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    // LMDB refuses empty keys; every key is greater than none.
    guard key.count > 0 else { return try first() }
    keyValue = MDB_val(key)
    return try move(MDB_SET_RANGE)
  }

  mutating func seek(_ number: BigEndian) throws(StoreError) -> Bool {
    try withUnsafeBytes(of: number) { bytes throws(StoreError) in try seek(bytes) }
  }

  /// Goes to the entry of exactly this number; whether there is one.
  mutating func find(_ number: BigEndian) throws(StoreError) -> Bool {
    try withUnsafeBytes(of: number) { bytes throws(StoreError) in
      keyValue = MDB_val(bytes)
      return try move(MDB_SET)
    }
  }

  /// Goes to the entry of exactly this key; whether there is one.
  mutating func find(_ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    guard key.count > 0 else { return false }
    keyValue = MDB_val(key)
    return try move(MDB_SET)
  }

  mutating func find(key: [UInt8]) throws(StoreError) -> Bool {
    try withTypedErrors { try key.withUnsafeBytes { bytes in try find(bytes) } }
  }

  mutating func seek(_ key: [UInt8]) throws(StoreError) -> Bool {
    try withTypedErrors { try key.withUnsafeBytes { bytes in try seek(bytes) } }
  }

  /// Goes to the last entry whose key is less than the given one.
  mutating func seekBefore(_ key: [UInt8]) throws(StoreError) -> Bool {
    try seek(key) ? previous() : last()
  }

  // MARK: - Writing

  /// Writes an entry; nearby keys in ascending order cost least. `append`: the key is greater than
  /// every key there.
  mutating func put(
    _ value: UnsafeRawBufferPointer, for key: UnsafeRawBufferPointer, append: Bool = false
  ) throws(StoreError) {
    guard let pointer else { return }
    var name = MDB_val(key)
    var content = MDB_val(value)
    let flags = append ? UInt32(MDB_APPEND) : 0
    let code = mdb_cursor_put(pointer, &name, &content, flags)
    try ReturnCode.check(code, store: store, "writing an entry")
  }

  /// Makes room for the value of a new or old key and returns it, to be filled at once.
  mutating func reserve(
    _ count: Int, for number: BigEndian, append: Bool
  ) throws(StoreError) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    var number = number
    var content = MDB_val(mv_size: count, mv_data: nil)
    let flags = UInt32(MDB_RESERVE) | (append ? UInt32(MDB_APPEND) : 0)
    let code = withUnsafeMutableBytes(of: &number) { bytes in
      var name = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
      return mdb_cursor_put(pointer, &name, &content, flags)
    }
    try ReturnCode.check(code, store: store, "writing a row")
    return content.mv_data
  }

  /// Gives the present entry another value.
  mutating func replace(
    _ value: UnsafeRawBufferPointer, of number: BigEndian
  ) throws(StoreError) {
    guard let pointer else { return }
    var number = number
    var content = MDB_val(value)
    let code = withUnsafeMutableBytes(of: &number) { bytes in
      var name = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
      return mdb_cursor_put(pointer, &name, &content, UInt32(MDB_CURRENT))
    }
    try ReturnCode.check(code, store: store, "writing a row")
  }

  /// Removes the present entry. The next one is reached by `next`.
  mutating func delete() throws(StoreError) {
    guard let pointer else { return }
    try ReturnCode.check(mdb_cursor_del(pointer, 0), store: store, "deleting an entry")
  }
}
#endif
