// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What is found when everybody is dead and the stores are opened again, in any order.
struct Recovery {
  let scenario: Scenario

  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  /// What is wrong with the stores as they are, and after recovery; nil if nothing is.
  func complaint(_ disk: ProtocolState.Disk) -> String? {
    let wanted = wanted(disk)
    if let complaint = disorder(disk.images, wanted) { return complaint }
    if let complaint = silence(disk, wanted) { return complaint }
    for lost in 0..<8 where lost & ~scenario.relaxed == 0 {
      var image = disk
      image.losePower(lost, scenario)
      let left = self.wanted(image)
      for order in Self.orders {
        if let complaint = split(image, left, attaching: order) {
          return "\(complaint), attached in order \(order), power lost \(lost)"
        }
      }
    }
    return nil
  }

  /// The decided saves that each store should have, in order.
  private func wanted(_ disk: ProtocolState.Disk) -> [[Int]] {
    var saves: [[Int]] = [[], [], []]
    disk.decisions { save in
      for store in 0..<3
      where scenario.stores(save) >> store & 1 == 1 && !disk.isLost(save, store) {
        saves[store].append(save)
      }
    }
    return saves
  }

  /// No store has a save before an earlier one: nothing is replayed over a gap, and nothing is
  /// written on top of what is yet to be replayed.
  private func disorder(_ images: StoreImages, _ wanted: [[Int]]) -> String? {
    for store in 0..<3 {
      var rest = images[store].saves
      for save in wanted[store] {
        if rest & (1 << save) == 0 { break }
        rest &= ~(1 << save)
      }
      if rest != 0 { return "store \(store) has the saves of \(rest) out of order" }
    }
    return nil
  }

  /// A store that names no home may be written at any time, and has to be complete.
  private func silence(_ disk: ProtocolState.Disk, _ wanted: [[Int]]) -> String? {
    for store in 0..<3 where disk.images[store].pledges == 0 {
      let missing = wanted[store].first { disk.images[store].saves >> $0 & 1 == 0 }
      if let missing { return "store \(store) lacks save \(missing) and names no home" }
    }
    return nil
  }

  private func split(
    _ disk: ProtocolState.Disk, _ wanted: [[Int]], attaching order: [Int]
  ) -> String? {
    var (images, attached, diverged) = (disk.images, 0, 0)
    for store in order {
      attached |= 1 << store
      let before = images
      for follower in 0..<3 where attached >> follower & 1 == 1 {
        if !recover(follower, attached, &images) { diverged |= 1 << follower }
      }
      if images != before, let complaint = disorder(images, wanted) { return complaint }
    }
    for store in 0..<3 {
      if diverged >> store & 1 == 1 {
        guard disk.restored >> UInt8(store) & 1 == 0 else { continue }
        return "store \(store) has diverged"
      }
      let saves = wanted[store].reduce(0) { $0 | 1 << $1 }
      if images[store].saves != saves {
        return "store \(store) has the saves of \(images[store].saves) instead of \(saves)"
      }
    }
    for save in 0..<4 where disk.acknowledged >> UInt8(save) & 1 == 1 && !disk.isDecided(save) {
      return "save \(save) was acknowledged and is nowhere"
    }
    return nil
  }

  private func recover(_ follower: Int, _ attached: Int, _ images: inout StoreImages) -> Bool {
    let draining = Draining(images: images, mutation: scenario.mutation)
    var image = images[follower]
    for home in 0..<3 where image.pledges & attached & 1 << home != 0 {
      guard draining.replay(&image, follower, from: home) else { return false }
    }
    images[follower] = image
    return true
  }
}
