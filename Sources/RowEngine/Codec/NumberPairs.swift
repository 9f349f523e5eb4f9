// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Pairs of an owner's and a member's number, both not negative, on their way into or out of a
/// list by owner.
@usableFromInline
package struct NumberPairs {
  @usableFromInline
  package struct Pair: Sendable {
    @usableFromInline package let owner: Int64
    @usableFromInline package let member: Int64

    @inlinable
    init(owner: Int64, member: Int64) {
      self.owner = owner
      self.member = member
    }
  }

  @usableFromInline var pairs: [Pair] = []
  @usableFromInline var isSorted = true

  package init() {}

  package var count: Int { pairs.count }

  @inlinable package subscript(place: Int) -> Pair { pairs[place] }

  package mutating func reserve(_ count: Int) { pairs.reserveCapacity(count) }

  @inlinable
  package mutating func append(_ owner: Int64, _ member: Int64) {
    if let last = pairs.last, (owner, member) < (last.owner, last.member) { isSorted = false }
    pairs.append(Pair(owner: owner, member: member))
  }

  /// Returns the places in the order of owner and member; equal pairs in the order in which they
  /// came.
  package func order() -> [Int] {
    guard !isSorted else { return Array(0..<pairs.count) }
    return packedOrder()
      ?? pairs.indices.sorted {
        (pairs[$0].owner, pairs[$0].member, $0) < (pairs[$1].owner, pairs[$1].member, $1)
      }
  }

  /// Calls `body` with each owner, ascending, and its members, ascending and each once.
  package func forEachOwner(_ body: (Int64, [Int64]) -> Void) {
    var members: [Int64] = []
    var owner: Int64?
    for place in order() {
      let pair = pairs[place]
      if let owner, owner != pair.owner {
        body(owner, members)
        members.removeAll(keepingCapacity: true)
      }
      owner = pair.owner
      if members.last != pair.member { members.append(pair.member) }
    }
    if let owner { body(owner, members) }
  }

  /// The same by numbers that fit into a word together, which those of one save nearly always do.
  private func packedOrder() -> [Int]? {
    var (owners, members): (UInt64, UInt64) = (0, 0)
    for pair in pairs {
      owners |= UInt64(bitPattern: pair.owner)
      members |= UInt64(bitPattern: pair.member)
    }
    let bits = UInt64(64 - members.leadingZeroBitCount)
    guard owners.leadingZeroBitCount >= Int(bits) else { return nil }
    var words: [SortWord] = []
    words.reserveCapacity(pairs.count)
    for (place, pair) in pairs.enumerated() {
      words.append(
        SortWord(
          word: UInt64(bitPattern: pair.owner) << bits | UInt64(bitPattern: pair.member),
          index: UInt32(truncatingIfNeeded: place)))
    }
    SortWord.sort(&words)
    return words.map { Int($0.index) }
  }
}
