// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// Finds the destinations of to-ones that lie in other rows or in a link, in what a file has had.
final class ReferenceSearch {
  private let versions: FileVersions
  private let input: OpaquePointer
  /// The first object of each that refers to another, by place.
  private var inverses: [ReferencePlace: [Int64: ObjectKey]] = [:]

  init(_ versions: FileVersions, _ input: OpaquePointer) {
    self.versions = versions
    self.input = input
  }

  /// Returns the destinations of an object, in the order of the places.
  func find(
    _ places: [ReferencePlace], _ object: Int64
  ) throws(StoreError) -> [MigratedReference?] {
    guard !places.isEmpty else { return [] }
    var found: [MigratedReference?] = []
    for place in places {
      switch place.place {
      case .inverse(let entity, let toOne):
        let known = try inverse(place, entity, toOne: toOne)[object]
        found.append(known.map { MigratedReference(key: $0) })
      case .link(let link, let side):
        found.append(try find(object, in: link, on: side, place: place))
      }
    }
    return found
  }

  // MARK: - Links

  private func find(
    _ object: Int64, in link: Int, on side: LinkSide, place: ReferencePlace
  ) throws(StoreError) -> MigratedReference? {
    guard let layout = versions.old.links[link] else { return nil }
    var cursor = try Cursor(layout.database(side), in: input, store: versions.store)
    var isThere = try LinkKey(object, 0).withBytes { key throws(StoreError) in try cursor.seek(key)
    }
    var found: MigratedReference?
    while isThere, let entry = LinkEntry(key: cursor.key, value: cursor.value),
      entry.owner == object
    {
      if let former = versions.old.numbers.index(of: entry.entity),
        let key = versions.rows.references.key(
          ObjectKey(entity: former, number: entry.member), in: place.entity)
      {
        if found != nil {
          throw StoreError(
            severalMembers: object, in: versions.old.schema.links[link], on: side,
            of: versions.old.schema, store: versions.store)
        }
        let order =
          place.keepsOrder ? try order(of: object, among: entry.member, layout, side: side) : nil
        found = MigratedReference(key: key, order: order)
      }
      isThere = try cursor.next()
    }
    return found
  }

  private func order(
    of object: Int64, among owner: Int64, _ layout: LinkLayout, side: LinkSide
  ) throws(StoreError) -> Int64? {
    var cursor = try Cursor(layout.database(side.other), in: input, store: versions.store)
    let isThere = try LinkKey(owner, object).withBytes { key throws(StoreError) in
      try cursor.find(key)
    }
    guard isThere else { return nil }
    return LinkEntry(key: cursor.key, value: cursor.value)?.order
  }

  // MARK: - Inverses

  private func inverse(
    _ place: ReferencePlace, _ entity: Int, toOne: Int
  ) throws(StoreError) -> [Int64: ObjectKey] {
    if let known = inverses[place] { return known }
    let slot = versions.old.schema.entities[entity].toOnes[toOne].slot
    var found: [Int64: ObjectKey] = [:]
    try versions.readRows(of: entity, in: input) { key, row in
      // Ascending: the first one is the lowest.
      guard let object = row.reference(slot)?.number, found[object] == nil else { return }
      found[object] = versions.rows.references.key(key, in: place.entity)
    }
    inverses[place] = found
    return found
  }
}

extension FileVersions {
  /// Hands out the rows that an entity and its descendants have had, ascending by number.
  func readRows(
    of entity: Int, in transaction: OpaquePointer, _ body: (ObjectKey, Row) -> Void
  ) throws(StoreError) {
    let schema = old.schema.entities[entity]
    var copier = RowCopier()
    var cursor = try Cursor(old.rows[schema.root], in: transaction, store: store)
    var isThere = try cursor.first()
    while isThere {
      let number = try cursor.number()
      let concrete = try old.records.check(cursor.value, number: number, root: schema.root)
      if schema.subtree.contains(concrete) {
        let row = try old.records.copy(
          cursor.value, number: number, entity: concrete, into: &copier)
        body(ObjectKey(entity: concrete, number: number), row)
      }
      isThere = try cursor.next()
    }
  }
}
#endif
