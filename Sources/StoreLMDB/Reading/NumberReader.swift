// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import StoreInterface

/// Looks rows up by number with one cursor, which finds neighbours of the last one at once: ask for
/// numbers in ascending order.
struct NumberReader: ~Copyable {
  private var cursor: Cursor
  private let snapshot: LMDBSnapshot

  init(_ database: Database, _ snapshot: LMDBSnapshot) throws(StoreError) {
    cursor = try Cursor(database, in: snapshot.current(), store: snapshot.path)
    self.snapshot = snapshot
  }

  /// The stored bytes of a row.
  mutating func value(of number: Int64) throws(StoreError) -> UnsafeRawBufferPointer? {
    snapshot.cursorSteps += 1
    return try cursor.find(BigEndian(number)) ? cursor.value : nil
  }
}
#endif
