// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import StoreInterface

/// Looks rows up by number with one cursor, which finds neighbours of the last one at once: ask for
/// numbers in ascending order.
struct NumberReader: ~Copyable {
  /// How far away a row may be to be reached by steps: a step costs a fifth of a search.
  private static let nearby: Int64 = 4

  private var cursor: Cursor
  private var isPlaced = false
  private var number: Int64 = 0

  init(_ database: Database, _ snapshot: LMDBSnapshot) throws(StoreError) {
    cursor = try Cursor(database, in: snapshot.current(), store: snapshot.path)
  }

  /// How many entries were visited.
  var steps: Int { cursor.steps }

  /// Returns the stored bytes of a row.
  @inline(__always)
  mutating func value(of wanted: Int64) throws(StoreError) -> UnsafeRawBufferPointer? {
    if isPlaced, wanted > number, wanted - number <= NumberReader.nearby {
      repeat {
        guard try cursor.next() else {
          isPlaced = false
          return nil
        }
        number = try cursor.number()
      } while number < wanted
      return number == wanted ? cursor.value : nil
    }
    isPlaced = try cursor.find(BigEndian(wanted))
    number = wanted
    return isPlaced ? cursor.value : nil
  }
}
#endif
