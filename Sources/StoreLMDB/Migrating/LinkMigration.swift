// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import RowEngine
import StoreInterface

/// The pairs of one link on their way to another version. Those that stay as they are are not touched.
struct LinkMigration {
  private let index: Int
  private let link: LinkSchema
  private let layout: LinkLayout?
  private let versions: FileVersions
  private let input: OpaquePointer
  private let output: OpaquePointer

  init(
    _ index: Int, _ versions: FileVersions, from input: OpaquePointer, to output: OpaquePointer
  ) {
    self.index = index
    link = versions.new.schema.links[index]
    layout = versions.new.links[index]
    self.versions = versions
    self.input = input
    self.output = output
  }

  func run() throws(StoreError) {
    guard let layout else { return }
    let origins = versions.mapping.links[index]
    if origins.count == 1, stays(origins[0], layout) { return }
    for side in layout.sides {
      guard let handle = layout.database(side).handle else { continue }
      try ReturnCode.check(mdb_drop(output, handle, 0), store: versions.store, "emptying a link")
    }
    for origin in origins {
      switch origin {
      case .link(let former, let isSwapped): try fill(layout, from: former, isSwapped: isSwapped)
      case .toOne(let entity, let toOne, let side, let keepsOrder):
        let pairs = try pairs(of: entity, toOne: toOne, on: side)
        for owners in [side, side.other] {
          try write(pairs, to: layout, owners: owners, objects: side, keepsOrder: keepsOrder)
        }
      }
    }
  }

  private func entity(_ side: LinkSide) -> Int {
    side == .first ? link.firstEntity : link.secondEntity
  }

  // MARK: - From a link

  private func stays(_ origin: PairOrigin, _ layout: LinkLayout) -> Bool {
    guard case .link(let former, false) = origin, let old = versions.old.links[former] else {
      return false
    }
    return old.isReflexive == layout.isReflexive
      && [LinkSide.first, .second].allSatisfy { side in
        old.database(side).handle != nil
          && old.database(side).handle == layout.database(side).handle
          && old.isOrdered(side) == layout.isOrdered(side)
          && isTotal(former, on: side, to: side)
      }
  }

  /// Returns true if every object on a side of a link of the source may stand on a side of this one.
  private func isTotal(_ former: Int, on side: LinkSide, to target: LinkSide) -> Bool {
    let old = versions.old.schema.links[former]
    let origin = side == .first ? old.firstEntity : old.secondEntity
    return versions.rows.references.isTotal(
      from: versions.old.schema.entities[origin].subtree, to: entity(target))
  }

  private func fill(
    _ layout: LinkLayout, from former: Int, isSwapped: Bool
  ) throws(StoreError) {
    guard let old = versions.old.links[former] else { return }
    // One direction of a symmetric link has both.
    let sides: [LinkSide] = old.isReflexive ? layout.sides : [.first, .second]
    for side in sides {
      let origin = isSwapped ? side.other : side
      let owners =
        isTotal(former, on: origin, to: side)
        ? nil : OwnerLookup(versions, input, link: former, side: origin)
      try copy(old, origin, to: layout, side: side, owners: owners)
    }
  }

  private func copy(
    _ old: LinkLayout, _ origin: LinkSide, to layout: LinkLayout, side: LinkSide,
    owners: OwnerLookup?
  ) throws(StoreError) {
    let isOrdered = layout.isOrdered(side)
    var from = try Cursor(old.database(origin), in: input, store: versions.store)
    var to = try LinkOutput(
      database: layout.database(side), transaction: output, store: versions.store)
    var isThere = try from.first()
    while isThere {
      let entry = LinkEntry(key: from.key, value: from.value)
      if let entry, let member = member(entry, on: side.other),
        try owners?.stays(entry.owner, in: entity(side)) ?? true
      {
        let order = isOrdered ? entry.order ?? entry.member : nil
        try put(entry.owner, member, order: order, to: &to)
      }
      isThere = try from.next()
    }
  }

  private func member(_ entry: LinkEntry, on side: LinkSide) -> ObjectKey? {
    guard let former = versions.old.numbers.index(of: entry.entity) else { return nil }
    return versions.rows.references.key(
      ObjectKey(entity: former, number: entry.member), in: entity(side))
  }

  private func put(
    _ owner: Int64, _ member: ObjectKey, order: Int64?, to output: inout LinkOutput
  ) throws(StoreError) {
    let entry = LinkEntry(
      owner: owner, member: member.number,
      entity: versions.new.numbers.number(of: member.entity) ?? .max, order: order)
    try entry.withBytes { _, value throws(StoreError) in
      try output.put(owner: owner, member: member.number, value: value)
    }
  }

  // MARK: - From a to-one

  private struct Pair {
    /// The object with the to-one, and where that leads.
    let object: ObjectKey
    let other: ObjectKey
    let order: Int64?
  }

  /// - Parameter side: the side of the objects that have the to-one.
  private func pairs(
    of source: Int, toOne: Int, on side: LinkSide
  ) throws(StoreError) -> [Pair] {
    let column = versions.old.schema.entities[source].toOnes[toOne]
    let references = versions.rows.references
    var pairs: [Pair] = []
    try versions.readRows(of: source, in: input) { key, row in
      guard
        let other = row.reference(column.slot).flatMap({
          references.key($0, in: entity(side.other))
        }), let object = references.key(key, in: entity(side))
      else { return }
      let order = column.orderSlot.flatMap { row.isNull($0) ? nil : row.integer($0) }
      pairs.append(Pair(object: object, other: other, order: order))
    }
    return pairs
  }

  /// Writes one direction. The objects may have an order among those that lead to the same one.
  private func write(
    _ pairs: [Pair], to layout: LinkLayout, owners side: LinkSide, objects: LinkSide,
    keepsOrder: Bool
  ) throws(StoreError) {
    let isForward = side == objects
    var order = NumberPairs()
    order.reserve(pairs.count)
    for pair in pairs {
      let (owner, member) = isForward ? (pair.object, pair.other) : (pair.other, pair.object)
      order.append(owner.number, member.number)
    }
    var output = try LinkOutput(
      database: layout.database(side), transaction: output, store: versions.store)
    for place in order.order() {
      let pair = pairs[place]
      let (owner, member) = isForward ? (pair.object, pair.other) : (pair.other, pair.object)
      let kept = !isForward && keepsOrder ? pair.order : nil
      try put(
        owner.number, member, order: layout.isOrdered(side) ? kept ?? member.number : nil,
        to: &output)
    }
  }
}

extension LinkLayout {
  /// The sides that have a database of their own.
  fileprivate var sides: [LinkSide] { isReflexive ? [.first] : [.first, .second] }
}
#endif
