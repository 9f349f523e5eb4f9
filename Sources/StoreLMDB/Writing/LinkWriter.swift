// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Writes pairs of links, in both directions.
struct LinkWriter {
  private let layout: DatabaseLayout
  private let transaction: OpaquePointer
  private let store: String
  /// See ``ChangeSet/keepsAllOwners``.
  private let keepsAllOwners: Bool

  init(_ writer: RecordWriter, keepsAllOwners: Bool) {
    self.keepsAllOwners = keepsAllOwners
    layout = writer.layout
    transaction = writer.transaction
    store = writer.store
  }

  /// Changes are applied in their order; runs of additions to one link are gathered, so that each
  /// direction is written in the order of its keys.
  func write(_ changes: [LinkChange]) throws(StoreError) {
    var ends = LinkEnds(transaction, store)
    var start = 0
    while start < changes.count {
      var end = start + 1
      let link = changes[start].link
      while end < changes.count, changes[end].link == link, changes[end].kind == changes[start].kind
      {
        end += 1
      }
      if let layout = layout.links[link] {
        let run = changes[start..<end]
        switch changes[start].kind {
        case .add:
          for side in [LinkSide.first, .second] {
            try add(run, link: layout, side: side, ends: &ends)
          }
          if layout.isOneSided, !keepsAllOwners { try takeFromOthers(run, layout) }
        case .remove:
          for side in [LinkSide.first, .second] { try remove(run, link: layout, side: side) }
        }
      }
      start = end
    }
  }

  // MARK: - Adding

  private func add(
    _ changes: ArraySlice<LinkChange>, link: LinkLayout, side: LinkSide, ends: inout LinkEnds
  ) throws(StoreError) {
    if link.isOrdered(side) {
      try addOrdered(changes, link: link, side: side, ends: &ends)
    } else {
      try addUnordered(changes, link: link, side: side)
    }
  }

  private func addUnordered(
    _ changes: ArraySlice<LinkChange>, link: LinkLayout, side: LinkSide
  ) throws(StoreError) {
    var pairs = NumberPairs()
    var entities: [UInt32] = []
    pairs.reserve(changes.count)
    entities.reserveCapacity(changes.count)
    for change in changes {
      let (owner, member) =
        side == .first ? (change.first, change.second) : (change.second, change.first)
      // A pair of an object with itself in a reflexive link is one entry.
      if link.isReflexive, side == .second, owner.number == member.number { continue }
      pairs.append(owner.number, member.number)
      entities.append(layout.numbers.number(of: member.entity) ?? .max)
    }
    var output = try LinkOutput(
      database: link.database(side), transaction: transaction, store: store)
    for place in pairs.order() {
      let pair = pairs[place]
      try withUnsafeBytes(of: entities[place]) { value throws(StoreError) in
        try output.put(owner: pair.owner, member: pair.member, value: value)
      }
    }
  }

  private func addOrdered(
    _ changes: ArraySlice<LinkChange>, link: LinkLayout, side: LinkSide, ends: inout LinkEnds
  ) throws(StoreError) {
    var pairs = NumberPairs()
    var entries: [LinkEntry] = []
    for change in changes {
      let (owner, member, order) =
        side == .first
        ? (change.first, change.second, change.orderInFirst)
        : (change.second, change.first, change.orderInSecond)
      if link.isReflexive, side == .second, owner.number == member.number { continue }
      pairs.append(owner.number, member.number)
      entries.append(
        LinkEntry(
          owner: owner.number, member: member.number,
          entity: layout.numbers.number(of: member.entity) ?? .max, order: order))
    }
    try ends.assign(&entries, change: changes.first?.link ?? 0, layout: link, side: side)
    // Of two changes of one pair the later counts: the order among equals is kept.
    var output = try LinkOutput(
      database: link.database(side), transaction: transaction, store: store)
    for place in pairs.order() {
      try entries[place].withBytes { _, value throws(StoreError) in
        try output.put(owner: entries[place].owner, member: entries[place].member, value: value)
      }
    }
  }

  // MARK: - Removing

  /// Added members without a relationship back leave their former owners.
  private func takeFromOthers(
    _ changes: ArraySlice<LinkChange>, _ link: LinkLayout
  ) throws(StoreError) {
    var owners: [Int64: Int64] = [:]
    for change in changes { owners[change.second.number] = change.first.number }
    var backward = try Cursor(link.second, in: transaction, store: store)
    var forward = try Cursor(link.first, in: transaction, store: store)
    for (member, owner) in owners.sorted(by: { $0.key < $1.key }) {
      var isThere = try backward.seek(BigEndian(member))
      while isThere, let entry = LinkEntry(key: backward.key, value: backward.value),
        entry.owner == member
      {
        if entry.member != owner {
          try LinkKey(entry.member, member).withBytes { key throws(StoreError) in
            if try forward.find(key) { try forward.delete() }
          }
          try backward.delete()
        }
        isThere = try backward.next()
      }
    }
  }

  private func remove(
    _ changes: ArraySlice<LinkChange>, link: LinkLayout, side: LinkSide
  ) throws(StoreError) {
    var pairs = NumberPairs()
    for change in changes {
      let (owner, member) =
        side == .first ? (change.first, change.second) : (change.second, change.first)
      pairs.append(owner.number, member.number)
    }
    var cursor = try Cursor(link.database(side), in: transaction, store: store)
    for place in pairs.order() {
      try LinkKey(pairs[place].owner, pairs[place].member).withBytes { key throws(StoreError) in
        if try cursor.find(key) { try cursor.delete() }
      }
    }
  }
}
#endif
