// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Entries to be added to, or removed from, one index: gathered first, then written in the order of
/// their keys, which costs a fraction of writing them as they come.
final class IndexBatch {
  struct Entry {
    fileprivate var offset: Int
    fileprivate var count: UInt16
    /// True if a uniqueness constraint does not look at the entry.
    var isExempt: Bool
    /// The row's entity as the file numbers it.
    var entity: UInt32
  }

  private let index: IndexLayout
  private let keys = KeyBuffer()
  private(set) var entries: [Entry] = []
  /// True if some values were too long for a key.
  private(set) var hasCutEntries = false
  private var isSorted = true
  private var areAlike = true
  private var doNumbersAscend = true
  private var lastNumber = Int64.min

  init(_ index: IndexLayout) { self.index = index }

  var isEmpty: Bool { entries.isEmpty }

  func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

  /// Adds the entry of a row, given as its image.
  func append(_ row: UnsafeRawPointer, number: Int64, entity: UInt32) {
    let offset = keys.count
    index.encoder.append(row, number: number, to: keys)
    if keys.count - offset > IndexLayout.longestValues { cut(offset) }
    keys.extend(by: 8).storeBytes(of: SortableKey.word(number).bigEndian, as: UInt64.self)
    let isExempt = index.constraint == nil || index.encoder.hasNull(row)
    let entry = Entry(
      offset: offset, count: UInt16(truncatingIfNeeded: keys.count - offset), isExempt: isExempt,
      entity: entity)
    if let last = entries.last { note(last, entry) }
    if number < lastNumber { doNumbersAscend = false }
    lastNumber = number
    entries.append(entry)
  }

  private func cut(_ offset: Int) {
    let values = UnsafeRawBufferPointer(start: keys.base + offset, count: keys.count - offset)
    let hash = StableHash.value(values)
    keys.truncate(to: offset + IndexLayout.cutLength)
    keys.extend(by: 8).storeBytes(of: hash.bigEndian, as: UInt64.self)
    hasCutEntries = true
  }

  private func note(_ last: Entry, _ entry: Entry) {
    if last.count != entry.count { areAlike = false }
    if isSorted, order(last, entry) > 0 { isSorted = false }
  }

  private func order(_ a: Entry, _ b: Entry) -> Int {
    let result = memcmp(
      keys.base + a.offset, keys.base + b.offset, Int(min(a.count, b.count)))
    return result != 0 ? Int(result) : Int(a.count) - Int(b.count)
  }

  /// Returns the key of an entry, valid until the batch changes.
  func key(_ entry: Entry) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: keys.base + entry.offset, count: Int(entry.count))
  }

  /// Returns the key of an entry without the number.
  func stem(_ entry: Entry) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: keys.base + entry.offset, count: Int(entry.count) - 8)
  }

  /// Returns the number of an entry's row.
  func number(_ entry: Entry) -> Int64 { SortableKey.trailingNumber(key(entry)) }

  // MARK: - Order

  /// Puts the entries in the order of their keys.
  func sort() {
    guard !isSorted else { return }
    if areAlike, let places = differences() { sortAlike(places) } else { sortAny() }
    isSorted = true
  }

  /// Returns the places in which keys of one length differ, without those of the number where that
  /// has no say; nil when they are more than fit into a word.
  private func differences() -> [Int]? {
    let length = Int(entries[0].count)
    var places: [Int] = []
    let first = keys.base + entries[0].offset
    for start in stride(from: 0, to: length, by: 8) {
      // The last eight bytes are looked at as a whole: every key ends with a number.
      let offset = min(start, length - 8)
      var different: UInt64 = 0
      let word = first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      for entry in entries {
        different |=
          word
          ^ keys.base.loadUnaligned(fromByteOffset: entry.offset + offset, as: UInt64.self)
      }
      for byte in start - offset..<8 where different.littleEndian >> UInt64(8 * byte) & 0xFF != 0 {
        if offset + byte < length - 8 || !doNumbersAscend { places.append(offset + byte) }
      }
      if places.count > 8 { return nil }
    }
    return places
  }

  private func sortAlike(_ places: [Int]) {
    var words: [SortWord] = []
    words.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      var word: UInt64 = 0
      for place in places {
        let byte = keys.base.load(fromByteOffset: entry.offset + place, as: UInt8.self)
        word = word << 8 | UInt64(byte)
      }
      words.append(SortWord(word: word, index: UInt32(truncatingIfNeeded: index)))
    }
    SortWord.sort(&words)
    let unsorted = entries
    for (place, word) in words.enumerated() { entries[place] = unsorted[Int(word.index)] }
  }

  /// Compares eight bytes behind what all keys begin with before anything else.
  private func sortAny() {
    let common = commonPrefix()
    var words: [(word: UInt64, entry: Entry)] = []
    words.reserveCapacity(entries.count)
    for entry in entries { words.append((word(entry, from: common), entry)) }
    words.sort { $0.word != $1.word ? $0.word < $1.word : order($0.entry, $1.entry) < 0 }
    for (place, word) in words.enumerated() { entries[place] = word.entry }
  }

  private func commonPrefix() -> Int {
    var common = Int(entries[0].count)
    let first = keys.base + entries[0].offset
    for entry in entries {
      let other = keys.base + entry.offset
      common = min(common, Int(entry.count))
      var length = 0
      while length < common,
        first.load(fromByteOffset: length, as: UInt8.self)
          == other.load(fromByteOffset: length, as: UInt8.self)
      { length += 1 }
      common = length
    }
    return common
  }

  /// Eight bytes as a number; what lies behind the key's end counts as zero.
  private func word(_ entry: Entry, from offset: Int) -> UInt64 {
    let key = key(entry)
    guard key.count < offset + 8 else {
      return UInt64(bigEndian: key.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return (0..<8).reduce(0) { $0 << 8 | (offset + $1 < key.count ? UInt64(key[offset + $1]) : 0) }
  }
}
#endif
