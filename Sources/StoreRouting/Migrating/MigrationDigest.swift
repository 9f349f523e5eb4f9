// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The content that a destination is to have, or has: rows, and the pairs of links with their orders.
struct MigrationDigest {
  private typealias Sides = (first: RelationshipReference?, second: RelationshipReference?)

  private(set) var content: ContentDigest
  private let schema: StoreSchema
  private let hasOrders: Bool
  /// By link: the relationships that tell of it.
  private let links: [Sides]

  init(_ schema: StoreSchema, scope: ContentDigest.Scope) {
    self.schema = schema
    content = ContentDigest(schema, scope: scope)
    hasOrders = scope.hasOrderKeys
    links = schema.links.indices.map { MigrationDigest.sides(of: $0, schema) }
  }

  private static func sides(of link: Int, _ schema: StoreSchema) -> Sides {
    func find(_ entity: Int, _ side: LinkSide) -> RelationshipReference? {
      let place = schema.entities[entity].toManys.firstIndex { toMany in
        guard case .link(link, side) = toMany.storage else { return false }
        return true
      }
      return place.map { RelationshipReference(entity: entity, toMany: $0) }
    }
    let (schema, first) = (schema.links[link], find(schema.links[link].firstEntity, .first))
    return (first, schema.isReflexive ? first : find(schema.secondEntity, .second))
  }

  // MARK: - Adding

  mutating func add(_ key: ObjectKey, _ row: Row) { content.add(key, row) }

  /// Adds a pair as a side's relationship has it.
  mutating func add(_ pair: LinkChange, of side: LinkSide) {
    let link = schema.links[pair.link]
    // A pair of an object with itself is one entry.
    let isKnown = link.isReflexive && side == .second && pair.first.number == pair.second.number
    guard isRead(link, side), !isKnown else { return }
    let (owner, member, order) =
      side == .first
      ? (pair.first, pair.second, pair.orderInFirst) : (pair.second, pair.first, pair.orderInSecond)
    let place = side == .first ? links[pair.link].first : links[pair.link].second
    if let place { add(member, of: owner, order: order, to: place) }
  }

  private func isRead(_ link: LinkSchema, _ side: LinkSide) -> Bool {
    side == .first || link.isReflexive || link.isSecondOrdered
  }

  private mutating func add(
    _ member: ObjectKey, of owner: ObjectKey, order: Int64?, to place: RelationshipReference
  ) {
    let rank = hasOrders ? order.map { Int($0) } : nil
    content.add(RelatedMember(owner: owner, key: member, order: nil, rank: rank), of: place)
  }

  // MARK: - Reading

  /// Reads what a destination has.
  mutating func read(_ reader: ContentReader) throws(StoreError) {
    try reader.readRows { key, row in
      content.add(key, row)
      return true
    }
    for (index, link) in schema.links.enumerated() {
      for side in link.isReflexive ? [LinkSide.first] : [.first, .second] where isRead(link, side) {
        guard let place = reader.relationship(ofLink: index, side) else { continue }
        try reader.readMembers(of: place) { member in
          add(member.key, of: member.owner, order: member.order, to: place)
          return true
        }
      }
    }
  }

  // MARK: - Comparing

  /// Returns the first thing in which what there is differs; nil when nothing does.
  ///
  /// - Parameter merged: links whose pairs come from several places: one pair may do so twice.
  func difference(to found: MigrationDigest, merged: [Int]) -> ContentDifference? {
    var (expected, found) = (content, found.content)
    for link in merged {
      for case let place? in [links[link].first, links[link].second] {
        let (wanted, there) = (expected.remove(place).count, found.remove(place).count)
        guard there > wanted || there == 0 && wanted > 0 else { continue }
        let entity = schema.entities[place.entity]
        return ContentDifference(
          subject: "\(entity.name).\(entity.toManys[place.toMany].name)", expected: wanted,
          found: there)
      }
    }
    return expected.difference(to: found)
  }
}
