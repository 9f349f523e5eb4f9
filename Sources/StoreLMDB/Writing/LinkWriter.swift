// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// Writes pairs of links, in both directions.
struct LinkWriter {
  private let layout: StoreLayout
  private let transaction: OpaquePointer
  private let store: String

  init(_ writer: ChangeWriter) {
    layout = writer.layout
    transaction = writer.transaction
    store = writer.store
  }

  /// Changes are applied in their order; runs of additions to one link are gathered, so that each
  /// direction is written in the order of its keys.
  func write(_ changes: [LinkChange]) throws(StoreError) {
    var ends: [LinkOwner: Int64] = [:]
    var start = 0
    while start < changes.count {
      var end = start + 1
      let link = changes[start].link
      while end < changes.count, changes[end].link == link, changes[end].kind == changes[start].kind
      {
        end += 1
      }
      if changes[start].kind == .add {
        try add(changes[start..<end], link, &ends)
      } else {
        for change in changes[start..<end] { try remove(change) }
      }
      start = end
    }
  }

  /// Removes every pair that mentions an object.
  func removeAll(of number: Int64, entity: Int) throws(StoreError) {
    for (link, side) in layout.linksOfEntity[entity] {
      guard let layout = layout.links[link] else { continue }
      let members = try members(of: number, in: layout.database(side))
      for member in members {
        try delete(number, member, layout.database(side))
        try delete(member, number, layout.database(side.other))
      }
    }
  }

  // MARK: - Adding

  private func add(
    _ changes: ArraySlice<LinkChange>, _ link: Int, _ ends: inout [LinkOwner: Int64]
  ) throws(StoreError) {
    guard let layout = layout.links[link] else { return }
    for side in [LinkSide.first, .second] {
      var entries: [LinkEntry] = []
      entries.reserveCapacity(changes.count)
      for change in changes {
        let (owner, member, order) =
          side == .first
          ? (change.first, change.second, change.orderInFirst)
          : (change.second, change.first, change.orderInSecond)
        // A pair of an object with itself in a reflexive link is one entry.
        if layout.isReflexive, side == .second, owner.number == member.number { continue }
        entries.append(
          LinkEntry(
            owner: owner.number, member: member.number,
            entity: self.layout.numbers.number(of: member.entity) ?? .max, order: order))
      }
      let isOrdered = layout.isOrdered(side)
      let owner = { LinkOwner(link: link, side: layout.isReflexive ? .first : side, number: $0) }
      // A run may name a pair twice, once with the order of either side: what one assigns, the
      // other takes, since the store does not have it yet.
      var assigned: [LinkPair: Int64] = [:]
      for index in entries.indices {
        guard isOrdered else {
          entries[index].order = nil
          continue
        }
        let pair = LinkPair(owner: entries[index].owner, member: entries[index].member)
        if entries[index].order == nil, let known = assigned[pair] {
          entries[index].order = known
        } else {
          entries[index].order = try order(
            of: entries[index], owner(entries[index].owner), layout.database(side), &ends)
          assigned[pair] = entries[index].order
        }
      }
      for index in entries.indices where isOrdered {
        let pair = LinkPair(owner: entries[index].owner, member: entries[index].member)
        entries[index].order = assigned[pair]
      }
      try put(entries, layout.database(side))
    }
  }

  /// The order key to store: the one that is asked for, the one that is there, or the next.
  private func order(
    of entry: LinkEntry, _ owner: LinkOwner, _ database: Database, _ ends: inout [LinkOwner: Int64]
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
    ends[owner] = end + 1
    return end + 1
  }

  private func put(_ entries: [LinkEntry], _ database: Database) throws(StoreError) {
    // Of two changes of one pair the later counts, so the order among equals is kept.
    let sorted =
      entries.enumerated().sorted {
        ($0.element.owner, $0.element.member, $0.offset)
          < ($1.element.owner, $1.element.member, $1.offset)
      }.map(\.element)
    guard !sorted.isEmpty else { return }
    var cursor = try Cursor(database, in: transaction, store: store)
    var last: (Int64, Int64) = (-1, -1)
    if try cursor.last(), let entry = LinkEntry(key: cursor.key, value: cursor.value) {
      last = (entry.owner, entry.member)
    }
    for entry in sorted {
      let position = (entry.owner, entry.member)
      let append = position > last
      if append { last = position }
      try entry.withBytes { key, value throws(StoreError) in
        try cursor.put(value, for: key, append: append)
      }
    }
  }

  // MARK: - Removing

  private func remove(_ change: LinkChange) throws(StoreError) {
    guard let layout = layout.links[change.link] else { return }
    try delete(change.first.number, change.second.number, layout.first)
    try delete(change.second.number, change.first.number, layout.second)
  }

  private func delete(
    _ owner: Int64, _ member: Int64, _ database: Database
  ) throws(StoreError) {
    let entry = LinkEntry(owner: owner, member: member, entity: 0, order: nil)
    try entry.withBytes { key, _ throws(StoreError) in
      _ = try database.delete(key, in: transaction, store: store)
    }
  }

  // MARK: - Looking

  private func members(of owner: Int64, in database: Database) throws(StoreError) -> [Int64] {
    var members: [Int64] = []
    var cursor = try Cursor(database, in: transaction, store: store)
    var isThere = try cursor.seek(BigEndian(owner))
    while isThere, let entry = LinkEntry(key: cursor.key, value: cursor.value),
      entry.owner == owner
    {
      members.append(entry.member)
      isThere = try cursor.next()
    }
    return members
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

/// One side of one object in one link.
private struct LinkOwner: Hashable {
  let link: Int
  let side: LinkSide
  let number: Int64
}

/// One direction of a pair.
private struct LinkPair: Hashable {
  let owner: Int64
  let member: Int64
}
#endif
