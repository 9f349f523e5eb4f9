// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The members of every owner on one side of a link. Copies are cheap.
struct LinkSideTable: Sendable {
  private struct Member: Sendable {
    var number: Int64
    var order: Int64
  }

  /// The distance between order keys that the store makes itself (R-REQ-138).
  private static let orderStep: Int64 = 1024

  let isOrdered: Bool
  /// By owner, ascending by number: of an unordered side, and of an ordered one.
  private var plain = PagedArray<NumberList>(empty: .none)
  private var ordered = PagedArray<[Member]>(empty: [])

  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  /// Calls `body` with the number and order key of each member, ascending by number.
  func forEachMember(of owner: Int64, _ body: (Int64, Int64) -> Void) {
    if isOrdered {
      for member in ordered[owner] { body(member.number, member.order) }
    } else {
      switch plain[owner] {
      case .none: break
      case .one(let number): body(number, 0)
      case .many(let numbers): for number in numbers { body(number, 0) }
      }
    }
  }

  // MARK: - Unordered sides

  mutating func insert(_ pairs: NumberPairs) {
    pairs.forEachOwner { owner, members in
      plain.update(owner) { $0.insert(ascending: members) }
    }
  }

  // MARK: - Ordered sides

  mutating func put(_ number: Int64, _ order: Int64?, to owner: Int64) {
    ordered.update(owner) { members in
      let index = LinkSideTable.position(of: number, in: members)
      if index < members.count, members[index].number == number {
        if let order { members[index].order = order }
        return
      }
      let last = members.lazy.map(\.order).max() ?? 2 * LinkSideTable.orderStep
      let place = order ?? last + LinkSideTable.orderStep
      members.insert(Member(number: number, order: place), at: index)
    }
  }

  // MARK: - Removing

  mutating func drop(_ number: Int64, from owner: Int64) {
    if isOrdered {
      guard !ordered[owner].isEmpty else { return }
      ordered.update(owner) { members in
        let index = LinkSideTable.position(of: number, in: members)
        guard index < members.count, members[index].number == number else { return }
        members.remove(at: index)
      }
    } else {
      guard !plain[owner].isEmpty else { return }
      plain.update(owner) { $0.remove(number) }
    }
  }

  mutating func remove(_ pairs: NumberPairs) {
    pairs.forEachOwner { owner, members in
      if isOrdered {
        for member in members { drop(member, from: owner) }
      } else if !plain[owner].isEmpty {
        plain.update(owner) { $0.remove(ascending: members) }
      }
    }
  }

  mutating func removeAll(of owner: Int64) {
    if isOrdered {
      if !ordered[owner].isEmpty { ordered.set([], at: owner) }
    } else if !plain[owner].isEmpty {
      plain.set(.none, at: owner)
    }
  }

  private static func position(of number: Int64, in members: [Member]) -> Int {
    if let last = members.last, last.number < number { return members.count }
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) >> 1
      if members[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
