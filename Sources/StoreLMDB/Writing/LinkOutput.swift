// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// Writes entries of one direction of a link that come in the order of their keys; behind the last
/// one there they are appended.
struct LinkOutput: ~Copyable {
  private var cursor: Cursor
  private var last: (Int64, Int64)

  init(
    database: Database, transaction: OpaquePointer, store: String
  ) throws(StoreError) {
    last = (-1, -1)
    var cursor = try Cursor(database, in: transaction, store: store)
    if try cursor.last(), let entry = LinkEntry(key: cursor.key, value: cursor.value) {
      last = (entry.owner, entry.member)
    }
    self.cursor = cursor
  }

  mutating func put(
    owner: Int64, member: Int64, value: UnsafeRawBufferPointer
  ) throws(StoreError) {
    let append = (owner, member) > last
    if append { last = (owner, member) }
    try withUnsafeBytes(of: (BigEndian(owner), BigEndian(member))) { key throws(StoreError) in
      try cursor.put(value, for: key, append: append)
    }
  }
}
#endif
