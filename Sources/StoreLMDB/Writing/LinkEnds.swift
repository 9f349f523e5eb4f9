// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// Finds order keys for pairs that are added to ordered sides of links, and remembers where each
/// owner's list ends.
struct LinkEnds {
  /// One side of one object in one link.
  private struct Owner: Hashable {
    let link: Int
    let side: LinkSide
    let number: Int64
  }

  /// One direction of a pair.
  private struct Pair: Hashable {
    let owner: Int64
    let member: Int64

    init(_ entry: LinkEntry) {
      owner = entry.owner
      member = entry.member
    }
  }

  private let transaction: OpaquePointer
  private let store: String
  private var ends: [Owner: Int64] = [:]

  init(_ transaction: OpaquePointer, _ store: String) {
    self.transaction = transaction
    self.store = store
  }

  /// Gives every entry its order key.
  ///
  /// A run may name a pair twice, once with the order of either side: what one assigns, the other
  /// takes, since the store does not have it yet.
  mutating func assign(
    _ entries: inout [LinkEntry], change link: Int, layout: LinkLayout, side: LinkSide
  ) throws(StoreError) {
    var assigned: [Pair: Int64] = [:]
    for index in entries.indices {
      let entry = entries[index]
      let owner = Owner(
        link: link, side: layout.isReflexive ? .first : side, number: entry.owner)
      if entry.order == nil, let known = assigned[Pair(entry)] {
        entries[index].order = known
      } else {
        entries[index].order = try order(of: entry, owner, layout.database(side))
        assigned[Pair(entry)] = entries[index].order
      }
    }
    for index in entries.indices { entries[index].order = assigned[Pair(entries[index])] }
  }

  /// Returns the order key to store: the one that is asked for, the one that is there, or the next.
  private mutating func order(
    of entry: LinkEntry, _ owner: Owner, _ database: Database
  ) throws(StoreError) -> Int64 {
    let end: Int64
    if let known = ends[owner] {
      end = known
    } else {
      end = try lastOrder(of: entry.owner, in: database)
    }
    if let order = entry.order {
      ends[owner] = max(end, order)
      return order
    }
    let stored = try entry.withBytes { key, _ throws(StoreError) in
      try database.value(of: key, in: transaction, store: store).flatMap {
        LinkEntry(key: key, value: $0)?.order
      }
    }
    if let stored {
      ends[owner] = end
      return stored
    }
    let (next, overflow) = end.addingReportingOverflow(1)
    guard !overflow else {
      throw StoreError(
        .numbersExhausted, store: store,
        message: "the list of the object \(entry.owner) has no place left at its end")
    }
    ends[owner] = next
    return next
  }

  private func lastOrder(of owner: Int64, in database: Database) throws(StoreError) -> Int64 {
    var last: Int64 = -1
    var cursor = try Cursor(database, in: transaction, store: store)
    var isThere = try cursor.seek(BigEndian(owner))
    while isThere, let entry = LinkEntry(key: cursor.key, value: cursor.value),
      entry.owner == owner
    {
      last = max(last, entry.order ?? 0)
      isThere = try cursor.next()
    }
    return last
  }
}
#endif
