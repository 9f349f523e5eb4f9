// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Labels beside a plot, moved apart as little as will keep them from overlapping.
package enum LabelPlacement {
  /// New positions in the order given, at least `distance` apart and inside `range`; when they
  /// cannot all be inside, they start at its upper end and run over the lower.
  package static func spread(
    _ positions: [Double], distance: Double, inside range: ClosedRange<Double>
  ) -> [Double] {
    let order = positions.indices.sorted { positions[$0] < positions[$1] }
    var placed = order.map { min(max(positions[$0], range.lowerBound), range.upperBound) }
    var blocks: [Block] = []
    for wanted in placed {
      blocks.append(Block(wanted))
      while let last = blocks.last, blocks.count > 1,
        blocks[blocks.count - 2].end(distance, range) + distance > last.start(distance, range)
      {
        blocks.removeLast()
        blocks[blocks.count - 1].merge(last, distance)
      }
    }
    placed = blocks.flatMap { block in
      (0..<block.count).map { block.start(distance, range) + Double($0) * distance }
    }
    var result = positions
    for (index, position) in zip(order, placed) { result[index] = position }
    return result
  }

  /// Labels that touch, centred on where they wanted to be.
  private struct Block {
    var count = 1
    /// The mean of where each would have the block start.
    var wanted: Double

    init(_ position: Double) { wanted = position }

    mutating func merge(_ next: Block, _ distance: Double) {
      let shifted = next.wanted - Double(count) * distance
      wanted =
        (wanted * Double(count) + shifted * Double(next.count)) / Double(count + next.count)
      count += next.count
    }

    func start(_ distance: Double, _ range: ClosedRange<Double>) -> Double {
      max(range.lowerBound, min(wanted, range.upperBound - Double(count - 1) * distance))
    }

    func end(_ distance: Double, _ range: ClosedRange<Double>) -> Double {
      start(distance, range) + Double(count - 1) * distance
    }
  }
}
