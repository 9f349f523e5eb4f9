// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What one store holds, on its disk or in an open transaction: which saves it has, and the
/// bookkeeping of R-PSC-912. Sixty-one bits, so that states by the hundred thousand are compared fast.
///
/// There are at most three stores, four saves and four sequence numbers of a pair. Saves are numbered
/// from 0, sequence numbers from 1.
struct StoreImage: Hashable {
  private var bits: UInt64 = 0

  private func field(_ place: Int, _ width: Int) -> Int {
    Int(truncatingIfNeeded: (bits &>> UInt64(place)) & ((1 &<< UInt64(width)) &- 1))
  }

  private mutating func setField(_ place: Int, _ width: Int, _ value: Int) {
    let mask: UInt64 = ((1 &<< UInt64(width)) &- 1) &<< UInt64(place)
    bits = (bits & ~mask) | (UInt64(truncatingIfNeeded: value) &<< UInt64(place))
  }

  /// The saves whose changes are here, a bit each.
  var saves: Int {
    get { field(0, 4) }
    set { setField(0, 4, newValue) }
  }

  /// The homes that this store has pledged to ask before it is written, a bit each.
  var pledges: Int {
    get { field(22, 3) }
    set { setField(22, 3, newValue) }
  }

  /// The last sequence number of a home whose changes are here.
  func applied(_ home: Int) -> Int { field(4 + 3 * home, 3) }
  mutating func setApplied(_ home: Int, _ number: Int) { setField(4 + 3 * home, 3, number) }

  /// The last sequence number that this store, as a home, has given a follower.
  func ledger(_ follower: Int) -> Int { field(13 + 3 * follower, 3) }
  mutating func setLedger(_ follower: Int, _ number: Int) {
    setField(13 + 3 * follower, 3, number)
  }

  /// The save that the outbox keeps for a follower under a sequence number.
  func outbox(_ follower: Int, _ number: Int) -> Int? {
    let save = field(25 + 12 * follower + 3 * (number - 1), 3)
    return save == 0 ? nil : save - 1
  }

  mutating func setOutbox(_ follower: Int, _ number: Int, _ save: Int?) {
    setField(25 + 12 * follower + 3 * (number - 1), 3, save.map { $0 + 1 } ?? 0)
  }
}

/// One image for each of three stores, which stand in the order of their UUIDs.
struct StoreImages: Hashable {
  private var (first, second, third) = (StoreImage(), StoreImage(), StoreImage())

  subscript(store: Int) -> StoreImage {
    get { store == 0 ? first : store == 1 ? second : third }
    set {
      switch store {
      case 0: first = newValue
      case 1: second = newValue
      default: third = newValue
      }
    }
  }
}
