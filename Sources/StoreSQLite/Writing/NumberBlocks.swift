// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
/// Numbers that a store has taken from its file's counters and not given out yet, by root entity.
///
/// A store that has given out many numbers is likely to give out more, so it takes some ahead: a
/// program that saves object after object does not pay for a second transaction each time. Closing
/// gives back what is left, so gaps stay only after a crash.
struct NumberBlocks {
  /// More are never taken ahead.
  static let limit = 1024

  private struct Block {
    var left: Range<Int64>
    /// How many numbers have been taken so far.
    var taken = 0
    /// True if the counter has been compared with the rows.
    var isChecked = false
  }

  /// How many numbers to take at least; above 1 only as many.
  let size: Int
  private var blocks: [Int: Block] = [:]

  init(size: Int) { self.size = size }

  /// Returns the first of some numbers of a hierarchy; nil when too few are at hand.
  mutating func take(_ count: Int, _ root: Int) -> Int64? {
    guard let block = blocks[root], block.left.count >= count else { return nil }
    blocks[root]?.left = (block.left.lowerBound + Int64(count))..<block.left.upperBound
    return block.left.lowerBound
  }

  /// How many to take beyond those that are asked for: a quarter of what was taken before.
  func ahead(of count: Int, _ root: Int) -> Int {
    if size > 1 { return max(size - count, 0) }
    return min((blocks[root]?.taken ?? 0) / 4, NumberBlocks.limit)
  }

  func isChecked(_ root: Int) -> Bool { blocks[root]?.isChecked == true }

  /// Takes back what is at hand, to be given out with more, or nothing.
  mutating func withdraw(_ root: Int) -> Range<Int64>? {
    guard let left = blocks[root]?.left, !left.isEmpty else { return nil }
    blocks[root]?.left = left.upperBound..<left.upperBound
    return left
  }

  /// Notes what has been taken from the file, of which `left` is at hand. Counted with what is taken
  /// ahead, blocks grow by a quarter each time: 2,000 saves of an object take some 30.
  mutating func add(_ left: Range<Int64>, taken count: Int64, _ root: Int) {
    blocks[root, default: Block(left: left)].left = left
    blocks[root]?.taken += Int(min(count, Int64(NumberBlocks.limit * 4)))
    blocks[root]?.isChecked = true
  }

  /// The next number to be given out, by root entity.
  var next: [Int: Int64] {
    blocks.compactMapValues { $0.left.isEmpty ? nil : $0.left.lowerBound }
  }

  /// The numbers that can be given back, by root entity; none when the size of blocks was chosen.
  var leftovers: [Int: Range<Int64>] {
    size > 1 || blocks.isEmpty ? [:] : blocks.mapValues(\.left).filter { !$0.value.isEmpty }
  }
}
#endif
