// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// One end of a pair, as seen from the other.
struct LinkMember: Sendable {
  var key: ObjectKey
  var order: Int64
}

/// The pairs of one link, found from either side. Copies are cheap.
struct LinkTable: Sendable {
  /// The distance between order keys that the store makes itself (R-REQ-138).
  private static let orderStep: Int64 = 1024

  private let isReflexive: Bool
  private let isFirstOrdered: Bool
  private let isSecondOrdered: Bool
  private var fromFirst = PagedArray<[LinkMember]>(empty: [])
  private var fromSecond = PagedArray<[LinkMember]>(empty: [])

  init(_ link: LinkSchema) {
    isReflexive = link.isReflexive
    isFirstOrdered = link.isFirstOrdered
    isSecondOrdered = link.isSecondOrdered
  }

  /// The members of an owner that stands on a side, ascending by number.
  func members(of owner: Int64, on side: LinkSide) -> [LinkMember] {
    side == .first || isReflexive ? fromFirst[owner] : fromSecond[owner]
  }

  mutating func apply(_ change: LinkChange) {
    switch change.kind {
    case .add: add(change)
    case .remove: remove(change.first, change.second)
    }
  }

  /// A reflexive link keeps both directions of its one relationship in one array.
  private mutating func add(_ change: LinkChange) {
    LinkTable.put(
      change.second, change.orderInFirst, isFirstOrdered, to: change.first.number, in: &fromFirst)
    if !isReflexive {
      LinkTable.put(
        change.first, change.orderInSecond, isSecondOrdered, to: change.second.number,
        in: &fromSecond)
    } else if change.first.number != change.second.number {
      LinkTable.put(
        change.first, change.orderInSecond, isFirstOrdered, to: change.second.number,
        in: &fromFirst)
    }
  }

  mutating func remove(_ first: ObjectKey, _ second: ObjectKey) {
    LinkTable.drop(second.number, from: first.number, in: &fromFirst)
    if isReflexive {
      LinkTable.drop(first.number, from: second.number, in: &fromFirst)
    } else {
      LinkTable.drop(first.number, from: second.number, in: &fromSecond)
    }
  }

  /// Removes every pair of an object that may stand on a side.
  mutating func removeAll(of key: ObjectKey, on side: LinkSide) {
    for member in members(of: key.number, on: side) {
      if side == .first { remove(key, member.key) } else { remove(member.key, key) }
    }
  }

  private static func put(
    _ key: ObjectKey, _ order: Int64?, _ isOrdered: Bool, to owner: Int64,
    in pages: inout PagedArray<[LinkMember]>
  ) {
    pages.update(owner) { members in
      let index = position(of: key.number, in: members)
      if index < members.count, members[index].key.number == key.number {
        if let order, isOrdered { members[index].order = order }
        return
      }
      let last = members.lazy.map(\.order).max() ?? orderStep
      let place = isOrdered ? order ?? last + orderStep : 0
      members.insert(LinkMember(key: key, order: place), at: index)
    }
  }

  private static func drop(
    _ number: Int64, from owner: Int64, in pages: inout PagedArray<[LinkMember]>
  ) {
    guard !pages[owner].isEmpty else { return }
    pages.update(owner) { members in
      let index = position(of: number, in: members)
      guard index < members.count, members[index].key.number == number else { return }
      members.remove(at: index)
    }
  }

  private static func position(of number: Int64, in members: [LinkMember]) -> Int {
    if let last = members.last, last.key.number < number { return members.count }
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) >> 1
      if members[middle].key.number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
