// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// Numbers by a hash of their values; hits must be confirmed on the row. Copies are cheap.
struct HashIndex: Sendable {
  private var buckets = PagedArray<NumberList>(empty: .none)
  private var bucketCount: UInt64 = 256
  private var count: UInt64 = 0

  /// Numbers whose values may be the ones asked for.
  func candidates(_ values: SortableKey) -> [Int64] {
    buckets[bucket(HashIndex.hash(values))].numbers
  }

  mutating func insert(_ number: Int64, _ values: SortableKey) {
    count += 1
    buckets.update(bucket(HashIndex.hash(values))) { $0.insert(number) }
  }

  mutating func remove(_ number: Int64, _ values: SortableKey) {
    count -= 1
    buckets.update(bucket(HashIndex.hash(values))) { $0.remove(number) }
  }

  /// True if buckets have become long: then the owner should ``rebuild(_:)``.
  var isCrowded: Bool { count > 2 * bucketCount }

  /// Spreads the numbers over four times the buckets. `values` gives each number's values.
  mutating func rebuild(_ values: (Int64) -> SortableKey?) {
    var grown = HashIndex()
    grown.bucketCount = bucketCount * 4
    buckets.forEachPage { _, lists in
      for list in lists {
        for number in list.numbers {
          if let key = values(number) { grown.insert(number, key) }
        }
      }
      return true
    }
    self = grown
  }

  private func bucket(_ hash: UInt64) -> Int64 {
    Int64((hash ^ (hash >> 32)) & (bucketCount - 1))
  }

  /// Eight bytes at a time.
  private static func hash(_ values: SortableKey) -> UInt64 {
    values.bytes.withUnsafeBytes { bytes in
      var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
      var offset = 0
      while offset + 8 <= bytes.count {
        mix(&hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      var tail: UInt64 = 0
      for index in offset..<bytes.count { tail = tail << 8 | UInt64(bytes[index]) }
      mix(&hash, tail)
      return hash
    }
  }

  private static func mix(_ hash: inout UInt64, _ word: UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    hash = product.high ^ product.low &+ 0x9E37_79B9_7F4A_7C15
  }
}
