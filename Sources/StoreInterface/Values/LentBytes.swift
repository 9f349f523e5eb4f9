// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Large values of a chunk as clients have them: `Data` over the chunk's own memory, which is not copied.
///
/// The chunk keeps each of them for as long as it lives. So whoever changes his `Data` while a row
/// has the value is never its only owner, and gets a copy; the memory is the last owner's to free.
package struct LentBytes {
  /// Values from this size on are lent: a copy of less is as cheap as what lending takes.
  package static let leastSize = 16 * 1024

  /// Frees the chunk's memory when neither the chunk nor a value needs it any more.
  // Sendable: immutable; the memory is freed once, by the last owner.
  private final class Memory: @unchecked Sendable {
    private let base: UnsafeMutableRawPointer

    init(_ base: UnsafeMutableRawPointer) { self.base = base }

    deinit { base.deallocate() }
  }

  private let memory: Memory
  /// By their distance from the chunk's beginning.
  private var values: [Int: Data] = [:]

  /// Takes the memory of a chunk over.
  init(_ base: UnsafeMutableRawPointer) { memory = Memory(base) }

  /// Returns bytes of the chunk; the same value each time.
  mutating func value(_ bytes: UnsafeMutableRawBufferPointer, at distance: Int) -> Data {
    guard let base = bytes.baseAddress else { return Data() }
    if let value = values[distance] { return value }
    let memory = memory
    let value = Data(
      bytesNoCopy: base, count: bytes.count,
      deallocator: .custom { _, _ in withExtendedLifetime(memory) {} })
    values[distance] = value
    return value
  }
}
