// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// Copies rows out of the map into chunks that many share. The first chunks are small, so that a
/// few rows keep little memory. A value, so that its fields are read without checks.
struct RowCopier {
  // Nothing is allocated before the first row.
  private var chunk = ChunkSource.none
  private var used = 0
  private var chunks: ChunkSource

  /// - Parameters:
  ///   - first: bytes of the first chunk; each next one is four times as large.
  ///   - longest: bytes of the largest, unless a row is larger.
  init(first: Int = 1024, longest: Int = RowChunk.standardCapacity) {
    chunks = ChunkSource(first: first, longest: longest)
  }

  @inline(__always)
  mutating func copy(_ image: UnsafeRawPointer, _ count: Int) -> Row {
    if used + count > chunk.capacity { renew(count) }
    let offset = used
    (chunk.base + offset).copyMemory(from: image, byteCount: count)
    used = (offset + count + 7) & ~7
    return Row(chunk: chunk, offset: offset)
  }

  private mutating func renew(_ count: Int) {
    chunk = chunks.next(count)
    used = 0
  }
}
#endif
