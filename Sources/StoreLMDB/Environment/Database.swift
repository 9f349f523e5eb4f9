// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// A named database of an environment. One that was never created reads as empty.
struct Database: Sendable {
  let handle: MDB_dbi?

  static let absent = Database(handle: nil)

  /// Returns the value of a key, valid until the transaction writes or ends.
  func value(
    of key: UnsafeRawBufferPointer, in transaction: OpaquePointer, store: String
  ) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard let handle else { return nil }
    var name = MDB_val(key)
    var value = MDB_val()
    let code = mdb_get(transaction, handle, &name, &value)
    if code == MDB_NOTFOUND { return nil }
    try ReturnCode.check(code, store: store, "reading a value")
    return UnsafeRawBufferPointer(value)
  }

  /// Returns the value of a number, as rows and counters are kept.
  func value(
    of number: BigEndian, in transaction: OpaquePointer, store: String
  ) throws(StoreError) -> UnsafeRawBufferPointer? {
    let (value, code) = get(number, transaction)
    if code == MDB_NOTFOUND { return nil }
    try ReturnCode.check(code, store: store, "reading a value")
    return value
  }

  /// The same for a snapshot, which names the store only when that is needed.
  @inline(__always)
  func value(
    of number: BigEndian, in transaction: OpaquePointer, store: LMDBSnapshot
  ) throws(StoreError) -> UnsafeRawBufferPointer? {
    let (value, code) = get(number, transaction)
    if code == MDB_SUCCESS { return value }
    if code == MDB_NOTFOUND { return nil }
    throw ReturnCode.error(code, store: store.path, "reading a value")
  }

  /// Returns true if a transaction sees a file to which nothing has ever been written.
  static func isNothing(
    in transaction: OpaquePointer, store: String
  ) throws(StoreError) -> Bool {
    var main: MDB_dbi = 0
    let code = mdb_dbi_open(transaction, nil, 0, &main)
    try ReturnCode.check(code, store: store, "opening the main database")
    return Database(handle: main).entryCount(in: transaction) == 0
  }

  /// How many entries there are.
  func entryCount(in transaction: OpaquePointer) -> Int {
    guard let handle else { return 0 }
    var statistics = MDB_stat()
    mdb_stat(transaction, handle, &statistics)
    return statistics.ms_entries
  }

  /// Removes a key; whether it was there.
  @discardableResult
  func delete(
    _ key: UnsafeRawBufferPointer, in transaction: OpaquePointer, store: String
  ) throws(StoreError) -> Bool {
    guard let handle else { return false }
    var name = MDB_val(key)
    let code = mdb_del(transaction, handle, &name, nil)
    if code == MDB_NOTFOUND { return false }
    try ReturnCode.check(code, store: store, "deleting a value")
    return true
  }

  @inline(__always)
  private func get(
    _ number: BigEndian, _ transaction: OpaquePointer
  ) -> (UnsafeRawBufferPointer?, Int32) {
    guard let handle else { return (nil, MDB_NOTFOUND) }
    var number = number
    var value = MDB_val()
    let code = withUnsafeMutableBytes(of: &number) { bytes in
      var key = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
      return mdb_get(transaction, handle, &key, &value)
    }
    return (code == MDB_SUCCESS ? UnsafeRawBufferPointer(value) : nil, code)
  }
}

extension MDB_val {
  /// LMDB does not write through the address, though its type allows it to.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }
}

extension UnsafeRawBufferPointer {
  init(_ value: MDB_val) { self.init(start: value.mv_data, count: value.mv_size) }

  /// Returns true if the first bytes are these.
  func begins(with other: UnsafeRawBufferPointer) -> Bool {
    guard count >= other.count else { return false }
    guard other.count > 0, let a = baseAddress, let b = other.baseAddress else { return true }
    return memcmp(a, b, other.count) == 0
  }
}
#endif
