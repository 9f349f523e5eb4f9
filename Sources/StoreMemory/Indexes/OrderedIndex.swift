// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The entries of an index in order: values, then the row's number. Copies share what neither of them
/// changes: a change copies one chunk, and once a copy the list of chunks.
// Sendable: a chunk is written only while one index, of one writer, references it.
struct OrderedIndex: @unchecked Sendable {
  /// Neighbouring entries. A class, so that copying the list counts one reference for each.
  private final class Chunk {
    var keys: PackedKeys

    init(_ keys: PackedKeys) { self.keys = keys }
  }

  private static let chunkLimit = 512
  /// Chunks of long entries hold fewer, since a change moves the bytes behind it.
  private static let chunkBytes = 64 * 1024

  /// None is empty.
  private var chunks: [Chunk] = []
  /// The last entry of each chunk: a search looks into one chunk only.
  private var lasts = PackedKeys()
  private(set) var count = 0

  /// - Parameters:
  ///   - entries: in any order, end to end.
  ///   - ends: where each of them ends.
  /// - Complexity: O(entries · log entries).
  init(_ entries: KeyBuffer, ends: [Int]) {
    let bytes = UnsafeRawBufferPointer(start: entries.base, count: entries.count)
    let sorted = withExtendedLifetime(entries) { OrderedIndex.sorted(bytes, ends) }
    var keys = PackedKeys()
    for range in sorted {
      keys.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
      guard OrderedIndex.isFull(keys, 3, of: 4) else { continue }
      append(keys)
      keys = PackedKeys()
    }
    if keys.count > 0 { append(keys) }
    count = sorted.count
    withExtendedLifetime(entries) {}
  }

  private mutating func append(_ keys: PackedKeys) {
    keys.withKey(at: keys.count - 1) { lasts.append($0) }
    chunks.append(Chunk(keys))
  }

  /// Returns true if keys fill more than a part of a chunk.
  private static func isFull(_ keys: PackedKeys, _ part: Int = 1, of parts: Int = 1) -> Bool {
    keys.count > chunkLimit * part / parts
      || keys.count > 1 && keys.byteCount > chunkBytes * part / parts
  }

  private static func sorted(_ bytes: UnsafeRawBufferPointer, _ ends: [Int]) -> [Range<Int>] {
    var start = 0
    var ranges = ends.map { end in
      defer { start = end }
      return start..<end
    }
    ranges.sort {
      let (left, right) = (bytes[$0], bytes[$1])
      return ByteOrder.order(.init(rebasing: left), .init(rebasing: right)) < 0
    }
    return ranges
  }

  // MARK: - Changing

  mutating func insert(_ entry: UnsafeRawBufferPointer) {
    count += 1
    guard !chunks.isEmpty else {
      var keys = PackedKeys()
      keys.append(entry)
      lasts.append(entry)
      return chunks = [Chunk(keys)]
    }
    let place = min(lasts.position(of: entry), chunks.count - 1)
    own(place)
    let position = chunks[place].keys.position(of: entry)
    chunks[place].keys.insert(entry, at: position)
    if position == chunks[place].keys.count - 1 { renewLast(of: place) }
    if OrderedIndex.isFull(chunks[place].keys) { split(place) }
  }

  mutating func remove(_ entry: UnsafeRawBufferPointer) {
    let place = lasts.position(of: entry)
    guard place < chunks.count else { return }
    let position = chunks[place].keys.position(of: entry)
    let isThere = chunks[place].keys.withKey(at: position) { ByteOrder.order($0, entry) == 0 }
    guard isThere else { return }
    count -= 1
    own(place)
    chunks[place].keys.remove(at: position)
    if chunks[place].keys.count == 0 {
      chunks.remove(at: place)
      lasts.remove(at: place)
    } else if position == chunks[place].keys.count {
      renewLast(of: place)
    }
  }

  private mutating func own(_ place: Int) {
    guard !isKnownUniquelyReferenced(&chunks[place]) else { return }
    chunks[place] = Chunk(chunks[place].keys)
  }

  private mutating func renewLast(of place: Int) {
    let keys = chunks[place].keys
    lasts.remove(at: place)
    keys.withKey(at: keys.count - 1) { lasts.insert($0, at: place) }
  }

  private mutating func split(_ place: Int) {
    let rest = chunks[place].keys.cut(from: chunks[place].keys.count / 2)
    chunks.insert(Chunk(rest), at: place + 1)
    // The former last entry is that of the new chunk.
    let keys = chunks[place].keys
    keys.withKey(at: keys.count - 1) { lasts.insert($0, at: place) }
  }

  // MARK: - Searching

  /// How many entries lie within bounds, from below and to within a chunk at each end.
  func estimate(_ bounds: IndexPlan.Bounds) -> Int {
    let first = chunk(for: bounds.lower)
    guard first < chunks.count else { return 0 }
    let last = bounds.upper.map { min(chunk(for: $0), chunks.count - 1) } ?? chunks.count - 1
    let start = position(of: bounds.lower, in: first)
    let end = bounds.upper.map { position(of: $0, in: last) }
    if first >= last { return max(0, (end ?? chunks[first].keys.count) - start) }
    let between = chunks[(first + 1)..<last].reduce(0) { $0 + $1.keys.count }
    return chunks[first].keys.count - start + between + (end ?? chunks[last].keys.count)
  }

  /// Calls `body` with the entries within bounds, ascending, until it returns false. The bytes are
  /// valid while it runs.
  func forEach(_ bounds: IndexPlan.Bounds, _ body: (UnsafeRawBufferPointer) -> Bool) {
    var place = chunk(for: bounds.lower)
    guard place < chunks.count else { return }
    var position = position(of: bounds.lower, in: place)
    while place < chunks.count {
      let keys = chunks[place].keys
      let end = bounds.upper.map { self.position(of: $0, in: place) } ?? keys.count
      while position < end {
        guard keys.withKey(at: position, body) else { return }
        position += 1
      }
      guard end == keys.count else { return }
      place += 1
      position = 0
    }
  }

  /// The first chunk whose last entry is not less than a key; their count when there is none.
  private func chunk(for key: SortableKey) -> Int {
    key.bytes.withUnsafeBytes(lasts.position)
  }

  private func position(of key: SortableKey, in chunk: Int) -> Int {
    key.bytes.withUnsafeBytes(chunks[chunk].keys.position)
  }
}
