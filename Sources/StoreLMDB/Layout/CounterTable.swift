// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// A database of counters by the file's numbers of entities.
struct CounterTable {
  /// In place of a count: there are as many rows as the hierarchy's database has entries. Such a
  /// count costs nothing to keep.
  static let ofDatabase: Int64 = -1

  let database: Database
  let transaction: OpaquePointer
  let store: String

  /// Returns the value of a counter; nil when there is none.
  func value(_ number: UInt32) throws(StoreError) -> Int64? {
    let bytes = try database.value(of: key(number), in: transaction, store: store)
    guard let bytes else { return nil }
    return try decode(bytes)
  }

  func set(_ value: Int64, _ number: UInt32) throws(StoreError) {
    var cursor = try Cursor(database, in: transaction, store: store)
    let target = try cursor.reserve(8, for: key(number), append: false)
    target?.storeBytes(of: value.littleEndian, as: Int64.self)
  }

  /// Every counter by number.
  func all() throws(StoreError) -> [UInt32: Int64] {
    var result: [UInt32: Int64] = [:]
    var cursor = try Cursor(database, in: transaction, store: store)
    var isThere = try cursor.first()
    while isThere {
      if cursor.key.count == 8 {
        let number = UInt32(truncatingIfNeeded: BigEndian.number(cursor.key))
        result[number] = try decode(cursor.value)
      }
      isThere = try cursor.next()
    }
    return result
  }

  private func key(_ number: UInt32) -> BigEndian { BigEndian(Int64(number)) }

  private func decode(_ bytes: UnsafeRawBufferPointer) throws(StoreError) -> Int64 {
    let value = bytes.count == 8 ? Int64(littleEndian: bytes.loadUnaligned(as: Int64.self)) : .min
    guard value >= CounterTable.ofDatabase else {
      throw StoreError(.corrupt, store: store, message: "a counter is damaged")
    }
    return value
  }
}
#endif
