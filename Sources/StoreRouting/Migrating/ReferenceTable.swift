// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The destinations of a to-one that lie in other rows or in a link, for the objects of a range of
/// numbers: so many at a time that memory does not grow with the store.
///
/// Objects ask in the order of their numbers. One behind the range has the source read once more.
final class ReferenceTable {
  private struct Entry {
    let object: Int64
    let found: MigratedReference
    /// True if there are others.
    var isOneOfSeveral = false
  }

  private let place: ReferencePlace
  private let reader: ContentReader
  private let schema: StoreSchema
  private let mapping: ReferenceMigration
  private let limit: Int
  private let store: String
  /// Ascending by object, one for each.
  private var entries: [Entry] = []
  private var range: ClosedRange<Int64>?
  /// Where the last object was found.
  private var position = 0

  /// - Parameters:
  ///   - schema: the source's.
  ///   - limit: how many destinations are kept.
  ///   - store: names the source in errors.
  init(
    _ place: ReferencePlace, in schema: StoreSchema, reader: ContentReader,
    references mapping: ReferenceMigration, limit: Int, store: String
  ) {
    self.place = place
    self.reader = reader
    self.schema = schema
    self.mapping = mapping
    self.limit = max(1, limit)
    self.store = store
  }

  /// Returns the destination of an object; nil when it has none. Of other rows that lead to it the one
  /// with the lowest number; throws `.severalMembers` for several in a link.
  func find(_ object: Int64) throws(StoreError) -> MigratedReference? {
    if range?.contains(object) != true { try load(from: object) }
    if position >= entries.count || entries[position].object > object { position = 0 }
    if position < entries.count, entries[position].object < object { position = search(object) }
    guard position < entries.count, entries[position].object == object else { return nil }
    let entry = entries[position]
    if entry.isOneOfSeveral, case .link(let link, let side) = place.place {
      throw StoreError(
        severalMembers: object, in: schema.links[link], on: side, of: schema, store: store)
    }
    return entry.found
  }

  /// Returns the position of the first entry that is not before an object.
  private func search(_ object: Int64) -> Int {
    let next = position + 1
    if next < entries.count, entries[next].object >= object { return next }
    var (low, high) = (position, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].object < object { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - Loading

  private func load(from lowest: Int64) throws(StoreError) {
    entries.removeAll(keepingCapacity: true)
    position = 0
    var highest = Int64.max
    try read { object, key, order in
      guard object >= lowest, object <= highest, let key = mapping.key(key, in: place.entity)
      else { return }
      entries.append(Entry(object: object, found: MigratedReference(key: key, order: order)))
      if entries.count >= 2 * limit { highest = min(highest, condense()) }
    }
    highest = min(highest, condense())
    range = lowest...max(lowest, highest)
  }

  /// Leaves one destination for each object, and no more than the limit. Returns the highest object
  /// that is complete.
  private func condense() -> Int64 {
    entries.sort { ($0.object, $0.found.key.number) < ($1.object, $1.found.key.number) }
    var kept = 0
    for place in entries.indices {
      guard kept == 0 || entries[place].object != entries[kept - 1].object else {
        if entries[place].found.key != entries[kept - 1].found.key {
          entries[kept - 1].isOneOfSeveral = true
        }
        continue
      }
      entries[kept] = entries[place]
      kept += 1
    }
    let isCut = kept > limit
    entries.removeSubrange(min(kept, limit)...)
    return isCut ? entries[limit - 1].object : .max
  }

  /// Hands out all pairs: the object's number, its destination as the source knows it, its place in
  /// the order.
  private func read(_ body: (Int64, ObjectKey, Int64?) -> Void) throws(StoreError) {
    switch place.place {
    case .inverse(let entity, let toOne):
      let slot = schema.entities[entity].toOnes[toOne].slot
      try reader.readRows(of: entity) { key, row in
        let destination = ObjectKey(entity: row.entity, number: key.number)
        if let object = row.reference(slot) { body(object.number, destination, nil) }
        return true
      }
    case .link(let link, let side): try read(link, of: side, body)
    }
  }

  private func read(
    _ link: Int, of side: LinkSide, _ body: (Int64, ObjectKey, Int64?) -> Void
  ) throws(StoreError) {
    // Only the other side tells where the object stands.
    if place.keepsOrder, let relationship = reader.relationship(ofLink: link, side.other) {
      try reader.readMembers(of: relationship) { member in
        body(member.key.number, member.owner, member.order)
        return true
      }
    } else if let relationship = reader.relationship(ofLink: link, .first) {
      try reader.readMembers(of: relationship) { member in
        let (object, other) =
          side == .first ? (member.owner, member.key) : (member.key, member.owner)
        body(object.number, other, nil)
        return true
      }
    }
  }
}
