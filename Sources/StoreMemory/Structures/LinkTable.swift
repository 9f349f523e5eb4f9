// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The pairs of one link, found from either side. Copies are cheap.
struct LinkTable: Sendable {
  private let isReflexive: Bool
  private let isOneSided: Bool
  private var fromFirst: LinkSideTable
  /// Empty for a reflexive link, which keeps both directions of its one relationship in one table.
  private var fromSecond: LinkSideTable

  init(_ link: LinkSchema) {
    isReflexive = link.isReflexive
    isOneSided = link.isOneSided
    fromFirst = LinkSideTable(isOrdered: link.isFirstOrdered)
    fromSecond = LinkSideTable(isOrdered: link.isSecondOrdered)
  }

  /// Calls `body` with the number and order key of the members of an owner that stands on a side,
  /// ascending by number.
  func forEachMember(of owner: Int64, on side: LinkSide, _ body: (Int64, Int64) -> Void) {
    if side == .first || isReflexive {
      fromFirst.forEachMember(of: owner, body)
    } else {
      fromSecond.forEachMember(of: owner, body)
    }
  }

  // MARK: - Writing

  /// Applies changes of one kind.
  /// - Parameter keepsAllOwners: see ``ChangeSet/keepsAllOwners``.
  mutating func apply(_ changes: ArraySlice<LinkChange>, keepsAllOwners: Bool) {
    defer { if isOneSided, !keepsAllOwners { takeFromOthers(changes) } }
    guard changes.first?.kind == .add else {
      for change in changes { remove(change.first.number, change.second.number) }
      return
    }
    if isReflexive, fromFirst.isOrdered { return addReflexive(changes) }
    add(changes, side: .first, to: &fromFirst)
    if isReflexive {
      add(changes, side: .second, to: &fromFirst)
    } else {
      add(changes, side: .second, to: &fromSecond)
    }
  }

  /// Added members without a relationship back leave their former owners.
  private mutating func takeFromOthers(_ changes: ArraySlice<LinkChange>) {
    guard changes.first?.kind == .add else { return }
    var owners: [Int64: Int64] = [:]
    for change in changes { owners[change.second.number] = change.first.number }
    for (member, owner) in owners {
      var others: [Int64] = []
      fromSecond.forEachMember(of: member) { other, _ in if other != owner { others.append(other) }
      }
      for other in others { remove(other, member) }
    }
  }

  private func add(
    _ changes: ArraySlice<LinkChange>, side: LinkSide, to table: inout LinkSideTable
  ) {
    guard !table.isOrdered else {
      for change in changes {
        let (owner, member, order) =
          side == .first
          ? (change.first, change.second, change.orderInFirst)
          : (change.second, change.first, change.orderInSecond)
        table.put(member.number, order, to: owner.number)
      }
      return
    }
    var pairs = NumberPairs()
    pairs.reserve(changes.count)
    for change in changes {
      if side == .first {
        pairs.append(change.first.number, change.second.number)
      } else {
        pairs.append(change.second.number, change.first.number)
      }
    }
    table.insert(pairs)
  }

  /// Both directions of a pair come one after the other, and get their places in that order.
  private mutating func addReflexive(_ changes: ArraySlice<LinkChange>) {
    for change in changes {
      fromFirst.put(change.second.number, change.orderInFirst, to: change.first.number)
      guard change.first.number != change.second.number else { continue }
      fromFirst.put(change.first.number, change.orderInSecond, to: change.second.number)
    }
  }

  private mutating func remove(_ first: Int64, _ second: Int64) {
    fromFirst.drop(second, from: first)
    if isReflexive {
      fromFirst.drop(first, from: second)
    } else {
      fromSecond.drop(first, from: second)
    }
  }

  /// Removes every pair of objects that may stand on a side.
  mutating func removeAll(of numbers: [Int64], on side: LinkSide) {
    var pairs = NumberPairs()
    for number in numbers {
      forEachMember(of: number, on: side) { member, _ in pairs.append(member, number) }
    }
    if side == .first || isReflexive {
      for number in numbers { fromFirst.removeAll(of: number) }
    } else {
      for number in numbers { fromSecond.removeAll(of: number) }
    }
    if side == .second || isReflexive {
      fromFirst.remove(pairs)
    } else {
      fromSecond.remove(pairs)
    }
  }
}
