// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// A block of memory that holds one or many packed rows.
///
/// Rows that were fetched together share a chunk: a bump allocation costs under a nanosecond where
/// an object of its own costs tens. Chunks are small (``standardCapacity``), so that one surviving
/// row keeps little else alive. A chunk is written by one ``RowAssembler`` and immutable wherever a
/// ``Row`` of it has been handed out.
// Sendable: bytes behind a row are written before the row is published, and never after.
@usableFromInline
package final class RowChunk: @unchecked Sendable {
  /// The usual size in bytes; larger rows get a chunk to measure.
  @inlinable package static var standardCapacity: Int { 16 * 1024 }

  @usableFromInline package let base: UnsafeMutableRawPointer
  @usableFromInline package let capacity: Int
  /// The memory that the chunk is a part of; nil when it has its own.
  private let region: RowRegion?
  /// The files that rows name, with the rows' offsets.
  private var uses: [(row: Int, use: ExternalFileUse)] = []
  /// The large values that clients have been given; nil before the first.
  private let lent = Mutex<LentBytes?>(nil)

  package init(capacity: Int) {
    self.capacity = capacity
    region = nil
    base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
  }

  /// A chunk of the standard size in memory that it shares with others: no row of it has a large value.
  init(at start: UnsafeMutableRawPointer, in region: RowRegion) {
    capacity = RowChunk.standardCapacity
    self.region = region
    base = start
  }

  deinit {
    if let region {
      region.takeBack(chunkAt: base)
    } else if lent.withLock({ $0 == nil }) {
      base.deallocate()
    }
  }

  /// Returns bytes of a row that has been finished: large ones share the chunk's memory, which they
  /// keep. Any thread.
  func data(_ bytes: UnsafeRawBufferPointer) -> Data {
    guard bytes.count >= LentBytes.leastSize, let start = bytes.baseAddress else {
      return Data(bytes)
    }
    let distance = start - UnsafeRawPointer(base)
    let memory = UnsafeMutableRawBufferPointer(start: base + distance, count: bytes.count)
    return lent.withLock { lent in
      if lent == nil { lent = LentBytes(base) }
      return lent?.value(memory, at: distance) ?? Data(bytes)
    }
  }

  /// Keeps a file that a row names, for as long as the chunk lives. While the row is written.
  package func keep(_ use: ExternalFileUse, forRowAt row: Int) { uses.append((row, use)) }

  /// The row that is being written goes on in another chunk, at its beginning.
  package func moveUses(ofRowAt row: Int, to other: RowChunk) {
    for entry in uses where entry.row == row { other.uses.append((0, entry.use)) }
  }
}
