// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Two megabytes of memory for the chunks of a long result, as one page of the system's large ones.
///
/// Memory that is touched for the first time costs a fault for each small page, which takes longer than to
/// fill it with rows. Chunks that have died give their pages back while others live, once most have.
// Sendable: an address that never changes, and atomic words.
final class RowRegion: @unchecked Sendable {
  private static let size = 2 << 20
  static let chunkCount = size / RowChunk.standardCapacity
  /// So many chunks have to be dead before their pages are given back: mostly all die at once.
  private static let mostDead = chunkCount - chunkCount / 8

  private let base: UnsafeMutableRawPointer
  /// A bit for each chunk that has died.
  private let lowDead = Atomic<UInt64>(0)
  private let highDead = Atomic<UInt64>(0)

  /// Nil where the system has no such memory.
  init?() {
    #if os(Linux)
    guard let base = RowRegion.aligned() else { return nil }
    madvise(base, RowRegion.size, MADV_HUGEPAGE)
    self.base = base
    #else
    return nil
    #endif
  }

  deinit { munmap(base, RowRegion.size) }

  /// Maps twice as much, of which one half at least begins where a large page does.
  private static func aligned() -> UnsafeMutableRawPointer? {
    guard
      let start = mmap(
        nil, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      start != MAP_FAILED
    else { return nil }
    let base = start.alignedUp(toMultipleOf: size)
    if base > start { munmap(start, base - start) }
    let end = base + size
    munmap(end, start + 2 * size - end)
    return base
  }

  /// Returns where a chunk begins.
  func start(of chunk: Int) -> UnsafeMutableRawPointer { base + chunk * RowChunk.standardCapacity }

  /// A chunk has died. Any thread.
  func takeBack(chunkAt start: UnsafeMutableRawPointer) {
    let chunk = (start - base) / RowChunk.standardCapacity
    let bit: UInt64 = 1 << UInt64(chunk & 63)
    if chunk < 64 {
      lowDead.bitwiseOr(bit, ordering: .acquiringAndReleasing)
    } else {
      highDead.bitwiseOr(bit, ordering: .acquiringAndReleasing)
    }
    let dead = (lowDead.load(ordering: .acquiring), highDead.load(ordering: .acquiring))
    let count = dead.0.nonzeroBitCount + dead.1.nonzeroBitCount
    guard count >= RowRegion.mostDead, count < RowRegion.chunkCount else { return }
    giveBack(dead)
  }

  /// Gives the pages of dead chunks back, neighbours together.
  private func giveBack(_ dead: (low: UInt64, high: UInt64)) {
    var next = 0
    while next < RowRegion.chunkCount {
      var end = next
      while end < RowRegion.chunkCount, RowRegion.isDead(end, dead) { end += 1 }
      giveBack(next..<end)
      next = end + 1
    }
  }

  private static func isDead(_ chunk: Int, _ dead: (low: UInt64, high: UInt64)) -> Bool {
    (chunk < 64 ? dead.low : dead.high) & (1 << UInt64(chunk & 63)) != 0
  }

  /// Gives the pages of some chunks back, in which there are no rows.
  func giveBack(_ chunks: Range<Int>) {
    guard !chunks.isEmpty else { return }
    madvise(start(of: chunks.lowerBound), chunks.count * RowChunk.standardCapacity, MADV_DONTNEED)
  }
}
