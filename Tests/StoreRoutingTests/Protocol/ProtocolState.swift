// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Two savers and three stores at one moment, and what an observer knows who sees everything.
struct ProtocolState: Hashable {
  enum Phase: UInt8 { case idle, pledging, locking, deciding, committing, dead }

  struct Saver: Hashable {
    var phase = Phase.idle
    /// The place of the save in the saver's plan.
    var turn: UInt8 = 0
  }

  /// What survives the savers.
  struct Disk: Hashable {
    var images = StoreImages()
    /// The images as they are after a power failure; others than `images` for relaxed stores only.
    var synced = StoreImages()
    /// Copies that were taken, for those in `taken`; each is put back once.
    var copies = StoreImages()
    var (taken, restored): (UInt8, UInt8) = (0, 0)
    /// The saves that are decided, in order: three bits each, the last one lowest, numbered from 1.
    var order: UInt16 = 0
    var acknowledged: UInt8 = 0
    /// For each store, four bits: saves that it lost when a home was replaced by an older one.
    var lost: UInt16 = 0
  }

  var disk = Disk()
  /// The open transactions; a store has one at most.
  var open = StoreImages()
  /// Two bits for each store: which saver holds its lock, from 1.
  var owners: UInt8 = 0
  var (first, second) = (Saver(), Saver())
  var (crashes, failures): (UInt8, UInt8) = (0, 0)
  /// Somebody has taken a pledge back, and is about to empty the outbox.
  var settlement: Settlement?

  struct Settlement: Hashable {
    let (store, home): (UInt8, UInt8)
    /// The last sequence number that the follower had then.
    let last: UInt8
  }

  subscript(saver: Int) -> Saver {
    get { saver == 0 ? first : second }
    set { if saver == 0 { first = newValue } else { second = newValue } }
  }

  func owner(_ store: Int) -> Int? {
    let owner = Int(owners &>> UInt8(2 * store)) & 3
    return owner == 0 ? nil : owner - 1
  }

  mutating func setOwner(_ store: Int, _ saver: Int?) {
    let place = UInt8(2 * store)
    owners = (owners & ~(3 &<< place)) | (UInt8(saver.map { $0 + 1 } ?? 0) &<< place)
  }

  /// Gives back what a saver has locked, and forgets its transactions.
  mutating func release(_ saver: Int) {
    for store in 0..<3 where owner(store) == saver {
      open[store] = StoreImage()
      setOwner(store, nil)
    }
  }
}

extension ProtocolState.Disk {
  func isDecided(_ save: Int) -> Bool {
    var rest = order
    while rest != 0 {
      if Int(rest & 7) == save + 1 { return true }
      rest &>>= 3
    }
    return false
  }

  mutating func decide(_ save: Int) { order = order &<< 3 | UInt16(save + 1) }

  func isLost(_ save: Int, _ store: Int) -> Bool { lost &>> UInt16(4 * store + save) & 1 == 1 }
  mutating func lose(_ save: Int, _ store: Int) { lost |= 1 &<< UInt16(4 * store + save) }

  /// The decided saves in order, the first one first.
  func decisions(_ body: (Int) -> Void) {
    for place in [9, 6, 3, 0] {
      let save = Int(order &>> UInt16(place)) & 7
      if save > 0 { body(save - 1) }
    }
  }
}
