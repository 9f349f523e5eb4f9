// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Many index keys end to end in one growing block of memory, so that a key costs no allocation.
/// Not thread-safe.
@usableFromInline
package final class KeyBuffer {
  /// The first byte; moves when the buffer grows.
  @inlinable package var base: UnsafeMutableRawPointer { start }
  @inlinable package var count: Int { used }
  @exclusivity(unchecked) @usableFromInline var start: UnsafeMutableRawPointer
  @exclusivity(unchecked) @usableFromInline var used = 0
  @exclusivity(unchecked) @usableFromInline var capacity: Int

  package init(capacity: Int = 512) {
    self.capacity = capacity
    start = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { start.deallocate() }

  /// Shortens the content to its first bytes.
  package func truncate(to count: Int) { used = count }

  /// Makes room for bytes at the end; they count at once and are to be written by the caller.
  @inlinable
  package func extend(by bytes: Int) -> UnsafeMutableRawPointer {
    if used + bytes > capacity { grow(to: used + bytes) }
    let end = start + used
    used += bytes
    return end
  }

  package func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    extend(by: bytes.count).copyMemory(from: source, byteCount: bytes.count)
  }

  @usableFromInline
  func grow(to needed: Int) {
    let size = max(needed, capacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    larger.copyMemory(from: start, byteCount: used)
    start.deallocate()
    start = larger
    capacity = size
  }
}
