// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine

/// Keys in order, end to end in one block of memory: looking for one neither follows a reference for
/// each comparison nor counts one.
struct PackedKeys: Sendable {
  private var bytes: [UInt8] = []
  /// Where each key ends.
  private var ends: [Int] = []

  var count: Int { ends.count }
  var byteCount: Int { bytes.count }

  /// The bytes of a key. Valid while `body` runs.
  @inline(__always)
  func withKey<Result>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let range = range(of: index)
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  private func range(of index: Int) -> Range<Int> {
    (index > 0 ? ends[index - 1] : 0)..<ends[index]
  }

  /// The first key that is not less than another; their count when there is none.
  func position(of key: UnsafeRawBufferPointer) -> Int {
    bytes.withUnsafeBytes { bytes in
      ends.withUnsafeBufferPointer { ends in
        var (low, high) = (0, ends.count)
        while low < high {
          let middle = (low + high) >> 1
          let start = middle > 0 ? ends[middle - 1] : 0
          let own = UnsafeRawBufferPointer(rebasing: bytes[start..<ends[middle]])
          if ByteOrder.order(own, key) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
      }
    }
  }

  // MARK: - Changing

  mutating func append(_ key: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
  }

  mutating func insert(_ key: UnsafeRawBufferPointer, at index: Int) {
    let start = index > 0 ? ends[index - 1] : 0
    bytes.insert(contentsOf: key, at: start)
    ends.insert(start, at: index)
    move(from: index, by: key.count)
  }

  mutating func remove(at index: Int) {
    let range = range(of: index)
    bytes.removeSubrange(range)
    ends.remove(at: index)
    move(from: index, by: -range.count)
  }

  /// Cuts off the keys from a place on, and returns them.
  mutating func cut(from index: Int) -> PackedKeys {
    let start = index > 0 ? ends[index - 1] : 0
    var rest = PackedKeys()
    rest.bytes = Array(bytes[start...])
    rest.ends = ends[index...].map { $0 - start }
    bytes.removeSubrange(start...)
    ends.removeSubrange(index...)
    return rest
  }

  private mutating func move(from index: Int, by distance: Int) {
    ends.withUnsafeMutableBufferPointer { ends in
      for place in index..<ends.count { ends[place] += distance }
    }
  }
}
