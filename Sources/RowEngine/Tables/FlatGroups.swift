// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Numbers the groups of rows in the order of their first rows, by values read at the rows' addresses.
/// Values are equal where ``TableKey`` says so.
///
/// Groups by one number are found by its bits, others by the bytes of all their values.
struct FlatGroups {
  private let columns: [FlatColumn]
  /// The slot of the only column, if that is a number; -1 else.
  private let wordSlot: Int
  private let isDouble: Bool
  /// One past a group's number, by the beginning of its hash; zero where there is none.
  private var places: [UInt32]
  private var shift: UInt64
  /// The groups' numbers, or hashes of their bytes.
  private var words: [UInt64] = []
  private var keys: [[UInt8]] = []
  private var scratch: [UInt8] = []
  private var nullGroup = -1
  /// The last row's group: neighbours are often of one.
  private var last = -1
  /// Not to be known beforehand, so that nobody can make data whose groups collide.
  private let multiplier = UInt64.random(in: .min ... .max) | 1

  private(set) var count = 0

  /// Nil for columns whose equal values may have different bytes.
  init?(_ columns: [FlatColumn]) {
    guard columns.allSatisfy({ $0.kind != .decimal }) else { return nil }
    self.columns = columns
    wordSlot = columns.count == 1 && columns[0].isWord ? columns[0].slot : -1
    isDouble = columns.first?.kind == .double
    places = Array(repeating: 0, count: 64)
    shift = 58
    if columns.isEmpty { count = 1 }
  }

  /// Returns the number of a row's group. It is ``count`` as it was before for the first row of a
  /// group.
  @inline(__always)
  mutating func group(of row: RawRow, _ key: ObjectKey) -> Int {
    guard wordSlot >= 0 else { return columns.isEmpty ? 0 : groupByBytes(row, key) }
    var word = row.bits(wordSlot)
    if word == 0, row.isNull(wordSlot) { return groupOfNull() }
    if isDouble { word = FlatGroups.canonical(word) }
    if last >= 0, words[last] == word { return last }
    last = find(word)
    return last
  }

  private mutating func groupOfNull() -> Int {
    if nullGroup < 0 { nullGroup = add(0) }
    return nullGroup
  }

  /// Zeros are equal, and so are not-a-numbers.
  private static func canonical(_ bits: UInt64) -> UInt64 {
    let double = Double(bitPattern: bits)
    return double == 0 ? 0 : double.isNaN ? Double.nan.bitPattern : bits
  }

  private mutating func add(_ word: UInt64) -> Int {
    words.append(word)
    count += 1
    return count - 1
  }

  // MARK: - Finding

  private mutating func find(_ word: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: (word &* multiplier) >> shift)
    while places[place] != 0 {
      let group = Int(places[place]) - 1
      if words[group] == word { return group }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = UInt32(truncatingIfNeeded: count + 1)
    let group = add(word)
    growIfNeeded()
    return group
  }

  private mutating func groupByBytes(_ row: RawRow, _ key: ObjectKey) -> Int {
    scratch.removeAll(keepingCapacity: true)
    for column in columns { append(column, of: row, key) }
    if last >= 0, keys[last] == scratch { return last }
    var hasher = Hasher()
    scratch.withUnsafeBytes { hasher.combine(bytes: $0) }
    last = find(bytesWithHash: UInt64(bitPattern: Int64(hasher.finalize())))
    return last
  }

  private mutating func find(bytesWithHash hash: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: (hash &* multiplier) >> shift)
    while places[place] != 0 {
      let group = Int(places[place]) - 1
      if words[group] == hash, keys[group] == scratch { return group }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = UInt32(truncatingIfNeeded: count + 1)
    keys.append(scratch)
    let group = add(hash)
    growIfNeeded()
    return group
  }

  /// At most half of the places are taken.
  private mutating func growIfNeeded() {
    guard 2 * count > places.count else { return }
    places = Array(repeating: 0, count: 4 * places.count)
    shift -= 2
    for (group, word) in words.enumerated() where group != nullGroup {
      var place = Int(truncatingIfNeeded: (word &* multiplier) >> shift)
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = UInt32(truncatingIfNeeded: group + 1)
    }
  }

  // MARK: - Bytes

  private mutating func append(_ column: FlatColumn, of row: RawRow, _ key: ObjectKey) {
    if column.isNull(row) { return scratch.append(0) }
    scratch.append(1)
    if column.slot < 0 { return append(key) }
    let bits = row.bits(column.slot)
    switch column.kind {
    case .integer: append(bits)
    case .double: append(FlatGroups.canonical(bits))
    case .reference: append(row.destination(column.slot))
    case .text, .bytes, .uuid, .decimal:
      append(bits >> 32)
      scratch.append(contentsOf: row.bytes(bits))
    }
  }

  private mutating func append(_ key: ObjectKey) {
    append(UInt64(bitPattern: key.number))
    append(UInt64(key.store) << 32 | UInt64(key.entity))
  }

  private mutating func append(_ word: UInt64) {
    withUnsafeBytes(of: word) { scratch.append(contentsOf: $0) }
  }
}
