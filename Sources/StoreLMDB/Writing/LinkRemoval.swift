// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Removes the links of many deleted objects: each direction in the order of its keys.
struct LinkRemoval {
  /// The deleted objects that may stand on one side of a link.
  private struct End {
    let link: LinkLayout
    let side: LinkSide
    var numbers: [Int64] = []
  }

  private let transaction: OpaquePointer
  private let store: String
  private var ends: [End] = []

  init(_ writer: RecordWriter) {
    transaction = writer.transaction
    store = writer.store
  }

  mutating func add(_ number: Int64, _ plan: RecordPlan) {
    for end in plan.links {
      let place = ends.firstIndex { $0.link === end.link && $0.side == end.side }
      if place == nil { ends.append(End(link: end.link, side: end.side)) }
      ends[place ?? ends.count - 1].numbers.append(number)
    }
  }

  func run() throws(StoreError) {
    for end in ends {
      let pairs = try takeOut(end)
      try remove(pairs, from: end.link.database(end.side.other))
    }
  }

  /// Removes the entries that begin with the deleted objects; returns them turned around.
  private func takeOut(_ end: End) throws(StoreError) -> NumberPairs {
    var pairs = NumberPairs()
    var cursor = try Cursor(end.link.database(end.side), in: transaction, store: store)
    for owner in end.numbers.sorted() {
      var isThere = try cursor.seek(BigEndian(owner))
      while isThere, let entry = LinkEntry(key: cursor.key, value: cursor.value),
        entry.owner == owner
      {
        pairs.append(entry.member, owner)
        try cursor.delete()
        isThere = try cursor.next()
      }
    }
    return pairs
  }

  private func remove(_ pairs: NumberPairs, from database: Database) throws(StoreError) {
    var cursor = try Cursor(database, in: transaction, store: store)
    for place in pairs.order() {
      try LinkKey(pairs[place].owner, pairs[place].member).withBytes { key throws(StoreError) in
        if try cursor.find(key) { try cursor.delete() }
      }
    }
  }
}
#endif
