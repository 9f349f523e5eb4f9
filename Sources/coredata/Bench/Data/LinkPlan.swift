// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// Who is related to whom in one relationship: destinations by source, computed when asked.
struct LinkPlan {
  let bond: Bond
  let sources: Pool
  let destinations: Pool
  /// Share of objects without a destination, where that is allowed.
  let nilShare: Double
  /// Destinations of an object on average.
  let degree: Int
  /// Digits of the row's number that choose the destination, by entity, where a constraint wants it.
  let digits: [Int: (scope: Scope, divisor: Int)]
  let dice: Dice

  /// Places in the pool of destinations.
  func destinations(of index: Int, row: Int, entity: Int) -> [Int] {
    guard destinations.count > 0 else { return [] }
    if let (scope, divisor) = digits[entity] {
      return [scope.number(row) / divisor % destinations.count]
    }
    if bond.isToMany { return manyDestinations(of: index) }
    return (bond.far.upperBound == 1 ? partner(of: index) : owner(of: index)).map { [$0] } ?? []
  }

  // MARK: - To one

  private func partner(of index: Int) -> Int? {
    let count = destinations.count
    if bond.isSymmetric { return index ^ 1 < count ? index ^ 1 : nil }
    guard bond.isSelf else { return index < count ? index : nil }
    let isRing = bond.near.lowerBound > 0 || bond.far.lowerBound > 0
    return index + 1 < count ? index + 1 : isRing ? 0 : nil
  }

  private func owner(of index: Int) -> Int? {
    if bond.farLeast > 0 || bond.far.upperBound < Int.max { return turn(of: index) }
    let isOptional = bond.near.lowerBound == 0
    if isOptional, dice.named("nil").share(index) < nilShare { return nil }
    guard bond.isSelf else { return dice.number(index, below: destinations.count) }
    // A tree, so that nothing is its own ancestor; where a parent is required, the root's is last.
    guard index > 0 else { return isOptional ? nil : destinations.count - 1 }
    return dice.number(index, below: index)
  }

  /// Owners in turn, so that each gets what it needs and none too many.
  private func turn(of index: Int) -> Int? {
    let least = bond.farLeast
    var owners = destinations.count
    if least > 1 { owners = min(owners, sources.count / least) }
    guard owners > 0 else { return nil }
    let (room, overflows) = bond.far.upperBound.multipliedReportingOverflow(by: owners)
    if !overflows, index >= room { return nil }
    return (bond.isSelf ? index + 1 : index) % owners
  }

  // MARK: - To many

  private func manyDestinations(of index: Int) -> [Int] {
    if bond.inverse == nil { return share(of: index) }
    if bond.isSymmetric { return neighbours(of: index) }
    let count = destinations.count
    guard bond.farLeast > 0 || bond.far.upperBound < Int.max else {
      let wanted = clamped(1 + dice.named("degree").number(index, below: 2 * degree - 1))
      let start = dice.number(index, below: count)
      return (0..<wanted).map { (start + $0 * stride) % count }
    }
    return turns(of: index)
  }

  /// Steps that meet every destination once.
  private var stride: Int {
    let count = destinations.count
    return [7919, 104_729, 1].first { count % $0 != 0 || $0 == 1 } ?? 1
  }

  /// None at all where there are too few for what an optional relationship wants at least.
  private func clamped(_ degree: Int) -> Int {
    guard bond.nearLeast <= destinations.count else { return 0 }
    return max(bond.nearLeast, min(degree, bond.near.upperBound, destinations.count))
  }

  /// Destinations in turn, so that each has what it needs.
  private func turns(of index: Int) -> [Int] {
    let (near, far) = (sources.count, destinations.count)
    var wanted = max(degree, (bond.far.lowerBound * far + near - 1) / near)
    let (room, overflows) = bond.far.upperBound.multipliedReportingOverflow(by: far)
    if !overflows { wanted = min(wanted, room / near) }
    wanted = clamped(wanted)
    var taken = far
    if bond.far.lowerBound == 0, bond.farLeast > 1 {
      guard near >= bond.farLeast else { return [] }
      taken = min(far, max(wanted, near * wanted / bond.farLeast))
    }
    return (0..<wanted).map { (index * wanted + $0) % taken }
  }

  /// Without an inverse a destination belongs to one owner: consecutive shares.
  private func share(of index: Int) -> [Int] {
    let (near, far) = (sources.count, destinations.count)
    let size = min(bond.near.upperBound, max(bond.nearLeast, far / max(1, near), 1))
    let start = index * size
    let end = min(start + size, far)
    guard start < end, end - start >= bond.nearLeast else { return [] }
    return Array(start..<end)
  }

  /// The same on both sides, since the relationship is its own inverse.
  private func neighbours(of index: Int) -> [Int] {
    let count = sources.count
    guard count > bond.nearLeast || bond.near.lowerBound > 0 else { return [] }
    guard count > 2 else { return count == 2 ? [1 - index] : bond.near.lowerBound > 0 ? [0] : [] }
    let wanted = max((bond.nearLeast + 1) / 2, min(degree / 2, bond.near.upperBound / 2), 1)
    let reach = min(wanted, (count - 1) / 2)
    return (1...reach).flatMap { [(index + $0) % count, (index - $0 + count) % count] }
  }
}
