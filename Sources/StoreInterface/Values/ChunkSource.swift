// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The chunks that one result takes for its rows, one after the other: small ones first if it may be short, so
/// that a few rows keep little memory, and parts of a ``RowRegion`` once it is long.
package struct ChunkSource {
  /// The chunk before the first: it has no room.
  package static let none = RowChunk(capacity: 0)
  /// From so many bytes on a result is long: what a region has too much is then less than it has.
  private static let longSize = 2 << 20

  private var nextCapacity: Int
  private let longest: Int
  private var size = 0
  private var filling: RegionFilling?

  /// - Parameters:
  ///   - first: bytes of the first chunk; each next one is four times as large.
  ///   - longest: bytes of the largest, unless a row is larger.
  package init(
    first: Int = RowChunk.standardCapacity, longest: Int = RowChunk.standardCapacity
  ) {
    nextCapacity = first
    self.longest = longest
  }

  /// Returns a chunk with room for so many bytes at least.
  package mutating func next(_ count: Int) -> RowChunk {
    let capacity = max(count, nextCapacity)
    nextCapacity = min(max(4 * nextCapacity, 64), longest)
    size += capacity
    guard size > ChunkSource.longSize, capacity == RowChunk.standardCapacity else {
      return RowChunk(capacity: capacity)
    }
    return partOfRegion() ?? RowChunk(capacity: capacity)
  }

  private mutating func partOfRegion() -> RowChunk? {
    if let chunk = filling?.next() { return chunk }
    filling = RegionFilling()
    return filling?.next()
  }
}

/// A region whose chunks are being handed out. With it goes what has not been.
private final class RegionFilling {
  private let region: RowRegion
  private var taken = 0

  init?() {
    guard let region = RowRegion() else { return nil }
    self.region = region
  }

  deinit { region.giveBack(taken..<RowRegion.chunkCount) }

  func next() -> RowChunk? {
    guard taken < RowRegion.chunkCount else { return nil }
    defer { taken += 1 }
    return RowChunk(at: region.start(of: taken), in: region)
  }
}
