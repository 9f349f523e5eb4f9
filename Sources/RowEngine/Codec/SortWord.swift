// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A position in some list with 64 bits that decide its place in an order.
@usableFromInline
package struct SortWord: Sendable {
  @usableFromInline package var word: UInt64
  @usableFromInline package var index: UInt32

  @inlinable
  package init(word: UInt64, index: UInt32) {
    self.word = word
    self.index = index
  }

  /// Below this many a comparison sort is faster.
  private static let fewest = 96

  /// Sorts by word, equal words by index; the indexes must ascend before.
  ///
  /// Many are sorted byte by byte, least significant first: a pass costs 2 to 3 ns each, and bytes
  /// in which all words agree cost nothing.
  package static func sort(_ words: inout [SortWord]) {
    guard words.count >= fewest else {
      words.sort { $0.word != $1.word ? $0.word < $1.word : $0.index < $1.index }
      return
    }
    var different: UInt64 = 0
    for entry in words { different |= entry.word ^ words[0].word }
    var other = words
    words.withUnsafeMutableBufferPointer { first in
      other.withUnsafeMutableBufferPointer { second in
        var (source, target) = (first, second)
        for shift in stride(from: UInt64(0), to: 64, by: 8)
        where different >> shift & 0xFF != 0 {
          distribute(source, into: target, shift: shift)
          swap(&source, &target)
        }
        if source.baseAddress != first.baseAddress { _ = first.update(from: source) }
      }
    }
  }

  /// Moves the entries to where one byte of their words puts them, keeping the order of equals.
  private static func distribute(
    _ source: UnsafeMutableBufferPointer<SortWord>,
    into target: UnsafeMutableBufferPointer<SortWord>, shift: UInt64
  ) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { places in
      places.initialize(repeating: 0)
      for entry in source { places[Int(entry.word >> shift & 0xFF)] += 1 }
      var sum = 0
      for byte in 0..<256 { (places[byte], sum) = (sum, sum + places[byte]) }
      for entry in source {
        let byte = Int(entry.word >> shift & 0xFF)
        target[places[byte]] = entry
        places[byte] += 1
      }
    }
  }
}
