// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Sorts rows by a ``RowComparator`` and then by number, keeping only the first so many.
///
/// Comparisons look at a 64-bit prefix of the first sort key before anything else. With a count,
/// memory is bounded by twice the count and late-comers are mostly turned away by one comparison.
package struct RowSorter {
  private struct Entry {
    var bits: UInt64
    var rank: UInt8
    var index: Int32
  }

  private let comparator: RowComparator
  private let wanted: Int
  private var records: [SortRecord] = []
  private var entries: [Entry] = []
  /// The last record that is still wanted, once there are enough.
  private var threshold: (record: SortRecord, entry: Entry)?

  /// - Parameter wanted: how many rows to keep; 0: all.
  package init(_ comparator: RowComparator, wanted: Int) {
    self.comparator = comparator
    self.wanted = wanted > 0 ? wanted : .max
  }

  package mutating func add(_ record: SortRecord) {
    let (rank, bits) = comparator.prefix(record)
    let entry = Entry(bits: bits, rank: rank, index: Int32(records.count))
    if let threshold {
      if (entry.rank, entry.bits) > (threshold.entry.rank, threshold.entry.bits) { return }
      if !comparator.precedes(record, threshold.record) { return }
    }
    records.append(record)
    entries.append(entry)
    if wanted < .max / 2, records.count >= max(2 * wanted, 256) { truncate() }
  }

  /// Returns the rows in order. The sorter is used up.
  package mutating func finish() -> [SortRecord] {
    sort()
    return entries.prefix(wanted).map { records[Int($0.index)] }
  }

  private mutating func sort() {
    let comparator = comparator
    var entries = entries
    self.entries = []
    // Records are compared in place: copying one would retain all it refers to.
    records.withUnsafeBufferPointer { records in
      entries.sort { a, b in
        if a.rank != b.rank { return a.rank < b.rank }
        if a.bits != b.bits { return a.bits < b.bits }
        return comparator.precedes(records[Int(a.index)], records[Int(b.index)])
      }
    }
    self.entries = entries
  }

  private mutating func truncate() {
    sort()
    entries.removeLast(entries.count - wanted)
    records = entries.map { records[Int($0.index)] }
    for index in entries.indices { entries[index].index = Int32(index) }
    if let record = records.last, let entry = entries.last { threshold = (record, entry) }
  }
}
