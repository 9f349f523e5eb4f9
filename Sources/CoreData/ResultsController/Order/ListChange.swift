// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The change of one ordered list in one event: who leaves, who is touched and who arrives.
///
/// Elements that are not touched keep their order. What is touched goes back between the neighbours that
/// it had if it still fits there, so that equal elements do not change places; else where it belongs. Takes
/// O(k log n) comparisons for k elements that leave, arrive or are touched.
struct ListChange<Element: Ranked> {
  /// Members that have other values than before, and stay.
  var touched: [Element] = []
  /// Members that leave.
  var leaving: [Element] = []
  /// Elements that were not members.
  var arriving: [Element] = []
  let order: (Element, Element) -> ComparisonResult

  /// An element on its way into the list.
  private struct Placement {
    let element: Element
    /// How many untouched elements stand before it.
    let gap: Int
    /// Its former position, if it still fits between its untouched neighbours.
    let former: Int?
    /// Tells equal ones apart: those that were there first, in their order.
    let tie: Int
  }

  init(order: @escaping (Element, Element) -> ComparisonResult) { self.order = order }

  /// Changes the list.
  /// - Returns: those touched elements whose order among the members that stay is another.
  func run(on forest: inout RankForest<Element>, _ root: inout Int32) -> [Element] {
    let stayers = touched.map { ($0, forest.rank(of: $0)) }.sorted { $0.1 < $1.1 }
    let gaps = self.gaps(of: stayers, leaving.map { forest.rank(of: $0) }.sorted())
    for element in leaving { forest.remove(element, from: &root) }
    for (element, _) in stayers { forest.remove(element, from: &root) }
    var placements: [Placement] = []
    placements.reserveCapacity(stayers.count + arriving.count)
    for ((element, former), gap) in zip(stayers, gaps) {
      placements.append(place(element, former: former, gap: gap, in: forest, root))
    }
    for (index, element) in arriving.enumerated() {
      placements.append(search(element, tie: Int.max / 2 + index, in: forest, root))
    }
    placements.sort(by: precedes)
    for (index, placement) in placements.enumerated() {
      forest.insert(placement.element, at: placement.gap + index, in: &root)
    }
    return moved(placements)
  }

  /// How many untouched elements stood before each that stays.
  private func gaps(of stayers: [(Element, Int)], _ left: [Int]) -> [Int] {
    var gone = 0
    return stayers.enumerated().map { index, stayer in
      while gone < left.count, left[gone] < stayer.1 { gone += 1 }
      return stayer.1 - index - gone
    }
  }

  private func place(
    _ element: Element, former: Int, gap: Int, in forest: RankForest<Element>, _ root: Int32
  ) -> Placement {
    let before = gap > 0 ? forest.element(at: gap - 1, in: root) : nil
    let after = gap < forest.count(root) ? forest.element(at: gap, in: root) : nil
    let fits =
      before.map { order($0, element) != .orderedDescending } ?? true
      && after.map { order(element, $0) != .orderedDescending } ?? true
    guard !fits else { return Placement(element: element, gap: gap, former: former, tie: former) }
    return search(element, tie: former, in: forest, root)
  }

  /// After the untouched elements that are less or equal.
  private func search(
    _ element: Element, tie: Int, in forest: RankForest<Element>, _ root: Int32
  ) -> Placement {
    let gap = forest.prefixCount(of: root) { order($0, element) != .orderedDescending }
    return Placement(element: element, gap: gap, former: nil, tie: tie)
  }

  private func precedes(_ a: Placement, _ b: Placement) -> Bool {
    if a.gap != b.gap { return a.gap < b.gap }
    switch order(a.element, b.element) {
    case .orderedAscending: return true
    case .orderedDescending: return false
    case .orderedSame: return a.tie < b.tie
    }
  }

  /// Of the touched elements in their new order the longest ascending run of former positions has not
  /// moved; the others have.
  private func moved(_ placements: [Placement]) -> [Element] {
    var isSteady = [Bool](repeating: false, count: placements.count)
    for index in LongestRun.indices(of: placements.map(\.former)) { isSteady[index] = true }
    let wasMember = Set(touched.map(ObjectIdentifier.init))
    return placements.indices.lazy.filter { !isSteady[$0] }.map { placements[$0].element }
      .filter { wasMember.contains(ObjectIdentifier($0)) }
  }
}

/// The longest ascending run within a list of numbers, by patience sorting: O(n log n).
enum LongestRun {
  /// Returns the positions of the run's numbers; positions without a number are passed over.
  static func indices(of numbers: [Int?]) -> [Int] {
    // The last element of the best run of each length, and the element before each.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      guard let number else { continue }
      let length = ends.partitioningIndex { numbers[$0] ?? 0 < number }
      if length > 0 { previous[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = previous[index]
    }
    return run.reversed()
  }
}

extension Array {
  /// The number of elements before the first that a test refuses, in an array where none follows it
  /// that the test accepts.
  fileprivate func partitioningIndex(_ accepts: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if accepts(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
