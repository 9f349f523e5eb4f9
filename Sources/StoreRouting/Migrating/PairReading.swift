// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// One reading of a source's pairs on their way into a link of the destination.
struct PairReading {
  enum Step {
    /// A pair, with the orders of both sides. Those that come with a later reading are not final.
    case pair(LinkChange, isFirstFinal: Bool, isSecondFinal: Bool)
    /// Where the other side's object of a pair stands among those of a side's object.
    case order(Int64, LinkChange, of: LinkSide)
  }

  private let link: Int
  private let schema: LinkSchema
  private let migration: SchemaMigration
  private let mapping: ReferenceMigration
  private let reader: ContentReader

  init(
    _ link: Int, in migration: SchemaMigration, references mapping: ReferenceMigration,
    reader: ContentReader
  ) {
    self.link = link
    schema = migration.destination.links[link]
    self.migration = migration
    self.mapping = mapping
    self.reader = reader
  }

  /// Hands out what comes from one place, until `body` returns false; false then.
  func read(_ origin: PairOrigin, _ body: (Step) -> Bool) throws(StoreError) -> Bool {
    switch origin {
    case .link(let former, let isSwapped):
      if schema.isReflexive, migration.source.links[former].isReflexive {
        return try readReflexive(former, body)
      }
      return try read(former, isSwapped: isSwapped, body)
    case .toOne(let entity, let toOne, let side, let keepsOrder):
      return try read(
        entity, toOne: toOne, side: side, keepsOrder: keepsOrder, body)
    }
  }

  // MARK: - From a link

  private func read(
    _ former: Int, isSwapped: Bool, _ body: (Step) -> Bool
  ) throws(StoreError) -> Bool {
    guard let relationship = reader.relationship(ofLink: former, .first) else { return true }
    // The sides of the source's first and second objects.
    let (near, far): (LinkSide, LinkSide) = isSwapped ? (.second, .first) : (.first, .second)
    let other = isOrdered(far) ? ordered(former, .second) : nil
    let goesOn = try visit(relationship) { member in
      guard var pair = pair(member.owner, member.key, on: near) else { return true }
      pair.set(member.order ?? member.key.number, of: near, if: isOrdered(near))
      // What comes later saves the store looking for the end.
      pair.set(member.owner.number, of: far, if: isOrdered(far))
      let isFinal = other == nil
      return body(
        .pair(
          pair, isFirstFinal: isFinal || far == .second, isSecondFinal: isFinal || far == .first))
    }
    guard goesOn, let other else { return goesOn }
    return try visit(other) { member in
      guard let order = member.order, let pair = pair(member.owner, member.key, on: far) else {
        return true
      }
      return body(.order(order, pair, of: far))
    }
  }

  /// Both directions of a pair are one; each tells one of the orders.
  private func readReflexive(
    _ former: Int, _ body: (Step) -> Bool
  ) throws(StoreError) -> Bool {
    guard let relationship = reader.relationship(ofLink: former, .first) else { return true }
    let other = isOrdered(.first) ? ordered(former, .first) : nil
    let goesOn = try visit(relationship) { member in
      guard member.owner.number <= member.key.number,
        var pair = pair(member.owner, member.key, on: .first)
      else { return true }
      pair.set(member.order ?? member.key.number, of: .first, if: isOrdered(.first))
      pair.set(member.owner.number, of: .second, if: isOrdered(.first))
      return body(.pair(pair, isFirstFinal: true, isSecondFinal: other == nil))
    }
    guard goesOn, let other else { return goesOn }
    return try visit(other) { member in
      guard member.owner.number > member.key.number, let order = member.order,
        let pair = pair(member.owner, member.key, on: .second)
      else { return true }
      return body(.order(order, pair, of: .second))
    }
  }

  /// Returns a side's relationship if it is ordered.
  private func ordered(_ former: Int, _ side: LinkSide) -> RelationshipReference? {
    guard let relationship = reader.relationship(ofLink: former, side) else { return nil }
    let toMany = migration.source.entities[relationship.entity].toManys[relationship.toMany]
    return toMany.isOrdered ? relationship : nil
  }

  private func visit(
    _ relationship: RelationshipReference, _ body: (RelatedMember) -> Bool
  ) throws(StoreError) -> Bool {
    var goesOn = true
    try reader.readMembers(of: relationship) { member in
      goesOn = body(member)
      return goesOn
    }
    return goesOn
  }

  // MARK: - From a to-one

  private func read(
    _ entity: Int, toOne: Int, side: LinkSide, keepsOrder: Bool, _ body: (Step) -> Bool
  ) throws(StoreError) -> Bool {
    let column = migration.source.entities[entity].toOnes[toOne]
    return try reader.readRows(of: entity) { key, row in
      let object = ObjectKey(entity: row.entity, number: key.number)
      guard let other = row.reference(column.slot), var pair = pair(object, other, on: side) else {
        return true
      }
      let place = keepsOrder ? column.orderSlot.flatMap { row.isNull($0) ? nil : $0 } : nil
      pair.set(place.map(row.integer) ?? key.number, of: side.other, if: isOrdered(side.other))
      pair.set(other.number, of: side, if: isOrdered(side))
      return body(.pair(pair, isFirstFinal: true, isSecondFinal: true))
    }
  }

  // MARK: - Pairs

  private func isOrdered(_ side: LinkSide) -> Bool {
    side == .first || schema.isReflexive ? schema.isFirstOrdered : schema.isSecondOrdered
  }

  /// Returns the pair of objects of the source of which one is on a side; nil when there is none any
  /// more.
  private func pair(_ object: ObjectKey, _ other: ObjectKey, on side: LinkSide) -> LinkChange? {
    let (first, second) = side == .first ? (object, other) : (other, object)
    guard let first = mapping.key(first, in: schema.firstEntity),
      let second = mapping.key(second, in: schema.secondEntity)
    else { return nil }
    return LinkChange(link: link, kind: .add, first: first, second: second)
  }
}

extension LinkChange {
  /// Says where the other side's object stands among those of a side's object.
  fileprivate mutating func set(_ order: Int64, of side: LinkSide, if isOrdered: Bool) {
    guard isOrdered else { return }
    if side == .first { orderInFirst = order } else { orderInSecond = order }
  }
}
