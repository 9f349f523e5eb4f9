// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Entries to be added to, or removed from, one index: gathered first, then written in the order of
/// their keys, which costs a fraction of writing them as they come.
struct IndexBatch {
  struct Entry {
    /// The key's first sixteen bytes as numbers that compare alike.
    fileprivate var head: UInt64
    fileprivate var neck: UInt64
    fileprivate var offset: Int
    fileprivate var count: Int
    /// The row's entity, by the schema.
    var entity: UInt32
    /// Whether a uniqueness constraint does not look at the entry.
    var isExempt: Bool
  }

  private var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []
  /// Whether some values were too long for a key.
  private(set) var hasCutEntries = false

  var isEmpty: Bool { entries.isEmpty }

  mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

  /// Adds the entry of a row with the given values.
  mutating func append(
    _ values: SortableKey, number: Int64, entity: Int, isExempt: Bool = false
  ) {
    let offset = bytes.count
    if values.bytes.count <= IndexLayout.longestValues {
      bytes.append(contentsOf: values.bytes)
    } else {
      bytes.append(contentsOf: IndexLayout.stem(of: values.bytes))
      hasCutEntries = true
    }
    withUnsafeBytes(of: SortableKey.word(number).bigEndian) { bytes.append(contentsOf: $0) }
    let count = bytes.count - offset
    let (head, neck) = bytes.withUnsafeBytes { all in
      (IndexBatch.word(all, offset, count), IndexBatch.word(all, offset + 8, count - 8))
    }
    entries.append(
      Entry(
        head: head, neck: neck, offset: offset, count: count,
        entity: UInt32(truncatingIfNeeded: entity), isExempt: isExempt))
  }

  /// Puts the entries in the order of their keys.
  mutating func sort() {
    let areSorted = bytes.withUnsafeBytes { all in
      zip(entries, entries.dropFirst()).allSatisfy { !IndexBatch.precedes($1, $0, all) }
    }
    guard !areSorted else { return }
    bytes.withUnsafeBytes { all in entries.sort { IndexBatch.precedes($0, $1, all) } }
  }

  /// Calls `body` with the key of an entry.
  func withKey<T>(
    _ entry: Entry, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try result {
      try bytes.withUnsafeBytes { all in
        try body(UnsafeRawBufferPointer(rebasing: all[entry.offset..<entry.offset + entry.count]))
      }
    }
  }

  /// The key of an entry without the number.
  func stem(_ entry: Entry) -> ArraySlice<UInt8> {
    bytes[entry.offset..<entry.offset + entry.count - 8]
  }

  /// The number of an entry's row.
  func number(_ entry: Entry) -> Int64 {
    bytes.withUnsafeBytes { all in
      SortableKey.trailingNumber(
        UnsafeRawBufferPointer(rebasing: all[entry.offset..<entry.offset + entry.count]))
    }
  }

  private static func precedes(_ a: Entry, _ b: Entry, _ all: UnsafeRawBufferPointer) -> Bool {
    if a.head != b.head { return a.head < b.head }
    if a.neck != b.neck { return a.neck < b.neck }
    guard let base = all.baseAddress else { return false }
    let order = memcmp(base + a.offset, base + b.offset, min(a.count, b.count))
    return order != 0 ? order < 0 : a.count < b.count
  }

  /// Eight bytes as a number; what lies behind the key's end counts as zero.
  private static func word(_ all: UnsafeRawBufferPointer, _ offset: Int, _ count: Int) -> UInt64 {
    guard count > 0 else { return 0 }
    guard count < 8 else {
      return UInt64(bigEndian: all.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return (0..<8).reduce(0) { $0 << 8 | ($1 < count ? UInt64(all[offset + $1]) : 0) }
  }
}
#endif
