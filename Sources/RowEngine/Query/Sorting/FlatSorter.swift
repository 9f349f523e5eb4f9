// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Sorts rows that lie in memory of somebody else's, which must stay as it is meanwhile, keeping
/// only the first so many. Nothing is copied or retained: a row costs 32 bytes until it is in.
package struct FlatSorter {
  /// A row in its place.
  package struct Item {
    package let start: UnsafeRawPointer
    package let key: ObjectKey
  }

  private let order: FlatOrder
  private let wanted: Int
  private var items: [Item] = []
  private var words: [SortWord] = []
  /// The greatest word that is still wanted, once there are enough.
  private var bound = UInt64.max

  /// - Parameter wanted: how many rows to keep; 0: all.
  package init(_ order: FlatOrder, wanted: Int) {
    self.order = order
    self.wanted = wanted > 0 ? wanted : .max
  }

  package mutating func add(_ start: UnsafeRawPointer, _ key: ObjectKey) {
    let word = order.word(start, key.number)
    if word > bound { return }
    words.append(SortWord(word: word, index: UInt32(truncatingIfNeeded: items.count)))
    items.append(Item(start: start, key: key))
    if wanted < .max / 4, items.count >= max(4 * wanted, 1024) { truncate() }
  }

  /// Returns the rows in order. The sorter is used up.
  package mutating func finish() -> [Item] {
    sort()
    return words.prefix(wanted).map { items[Int($0.index)] }
  }

  private mutating func sort() {
    SortWord.sort(&words)
    var start = 0
    while start < words.count {
      var end = start + 1
      while end < words.count, words[end].word == words[start].word { end += 1 }
      if end - start > 1 { sortEqual(start..<end) }
      start = end
    }
  }

  private mutating func sortEqual(_ run: Range<Int>) {
    let (order, items) = (order, items)
    words[run].sort { a, b in
      let (left, right) = (items[Int(a.index)], items[Int(b.index)])
      return order.precedes(
        left.start, number: left.key.number, right.start, number: right.key.number)
    }
  }

  private mutating func truncate() {
    sort()
    words.removeLast(words.count - wanted)
    items = words.map { items[Int($0.index)] }
    for index in words.indices { words[index].index = UInt32(truncatingIfNeeded: index) }
    bound = words.last?.word ?? .max
  }
}
