// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Order keys for a list of which some members have keys already: as many of these as possible stay
/// as they are (R-REQ-138).
///
/// Keys are spaced so that a member finds a place between two others without moving them: midpoints
/// inside, a step before the first or behind the last. Only when a gap is full, all get new keys.
struct OrderSpacing {
  static let first: Int64 = 3072
  static let step: Int64 = 1024

  /// In the order of the list; nil for members without a key.
  private let known: [Int64?]

  init(_ known: [Int64?]) { self.known = known }

  /// Returns the key of a place in a list that is numbered anew.
  static func fresh(_ place: Int) -> Int64 { first + Int64(place) * step }

  /// Ascending keys for the whole list.
  func keys() -> [Int64] { filled() ?? known.indices.map(OrderSpacing.fresh) }

  /// Nil when a gap is full.
  private func filled() -> [Int64]? {
    let kept = keptPlaces()
    guard !kept.isEmpty else { return nil }
    var keys: [Int64] = []
    keys.reserveCapacity(known.count)
    var before: Int64?
    for place in kept {
      let key = known[place]
      guard append(place - keys.count, between: before, and: key, to: &keys), let key else {
        return nil
      }
      keys.append(key)
      before = key
    }
    return append(known.count - keys.count, between: before, and: nil, to: &keys) ? keys : nil
  }

  /// Appends keys for some members in a row; false when there is no room.
  private func append(
    _ count: Int, between low: Int64?, and high: Int64?, to keys: inout [Int64]
  ) -> Bool {
    guard count > 0 else { return true }
    let (reach, isTooFar) = OrderSpacing.step.multipliedReportingOverflow(by: Int64(count) + 1)
    guard !isTooFar else { return false }
    switch (low, high) {
    case (let low?, nil):
      guard low <= .max - reach else { return false }
      return append(count, from: low, by: OrderSpacing.step, to: &keys)
    case (nil, let high?) where high >= reach:
      return append(count, from: high - reach, by: OrderSpacing.step, to: &keys)
    case (_, let high?):
      let low = low ?? 0
      let (gap, isWide) = high.subtractingReportingOverflow(low)
      guard !isWide else { return false }
      return append(count, from: low, by: gap / (Int64(count) + 1), to: &keys)
    case (nil, nil): return false
    }
  }

  private func append(
    _ count: Int, from low: Int64, by distance: Int64, to keys: inout [Int64]
  ) -> Bool {
    guard distance > 0 else { return false }
    for place in 1...count { keys.append(low + Int64(place) * distance) }
    return true
  }

  // MARK: - What stays

  /// Returns the places of the longest ascending sequence of known keys.
  private func keptPlaces() -> [Int] {
    let places = known.indices.filter { known[$0] != nil }
    if isAscending(places) { return places }
    // The place that ends the best sequence of each length, and what comes before each place.
    var ends: [Int] = []
    var former = [Int?](repeating: nil, count: known.count)
    for place in places {
      let length = position(of: place, in: ends)
      former[place] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(place) } else { ends[length] = place }
    }
    var kept: [Int] = []
    var next = ends.last
    while let place = next {
      kept.append(place)
      next = former[place]
    }
    return kept.reversed()
  }

  private func isAscending(_ places: [Int]) -> Bool {
    zip(places, places.dropFirst()).allSatisfy { (known[$0] ?? 0) < (known[$1] ?? 0) }
  }

  /// Returns the first sequence whose last key is not below a place's key.
  private func position(of place: Int, in ends: [Int]) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if (known[ends[middle]] ?? 0) < (known[place] ?? 0) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
