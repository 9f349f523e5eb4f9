// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import RowEngine
import StoreInterface

/// The databases of a history, in a transaction:
///
///     history:        number, part (``HistoryKey``) → number of the part's last change, eight bytes,
///                     little-endian; the part of the entry (``HistoryCoding``)
///     history-times:  timestamp, number → nothing
///
/// A long entry lies in several parts. How far the numbers have come while there are no entries, the
/// metadata tell (``MetadataDatabase/historyCounters()``).
struct HistoryDatabase {
  /// How many changes a part has at most.
  static let partCount = 2_000

  let layout: DatabaseLayout
  let transaction: OpaquePointer
  let store: String

  private var metadata: MetadataDatabase {
    MetadataDatabase(database: layout.metadata, transaction: transaction, store: store)
  }

  // MARK: - Writing

  /// Writes an entry under the next numbers; returns that of the transaction.
  func append(_ entry: HistoryEntry) throws(StoreError) -> Int64 {
    let counters = try counters()
    var part = entry
    part.transaction.number = counters.transaction + 1
    var change = counters.change
    var parts = try Cursor(layout.history, in: transaction, store: store)
    var number: UInt32 = 0
    var start = 0
    repeat {
      let end = min(start + HistoryDatabase.partCount, entry.changes.count)
      part.changes = Array(entry.changes[start..<end])
      if !part.changes.isEmpty { part.changes[0].number = change + 1 }
      change += Int64(end - start)
      var value = withUnsafeBytes(of: change.littleEndian) { Data($0) }
      value.append(HistoryCoding.encode(part, layout.schema))
      let key = HistoryKey(number: part.transaction.number, part: number)
      try put(value, for: key.bytes, &parts, append: true)
      number += 1
      start = end
    } while start < entry.changes.count
    var times = try Cursor(layout.historyTimes, in: transaction, store: store)
    try put(
      Data(), for: HistoryKey.time(entry.transaction.timestamp, part.transaction.number), &times)
    return part.transaction.number
  }

  /// Makes the next numbers greater than these.
  func raise(to other: HistoryCounters) throws(StoreError) {
    let counters = try counters()
    try metadata.write(
      HistoryCounters(
        transaction: max(counters.transaction, other.transaction),
        change: max(counters.change, other.change)))
  }

  /// Gives entities and properties the names of another version, in all entries.
  func rename(_ names: HistoryRenaming) throws(StoreError) {
    var parts = try Cursor(layout.history, in: transaction, store: store)
    var isThere = try parts.first()
    while isThere {
      let (key, value) = try current(parts)
      var renamed = Data(parts.value.prefix(8))
      renamed += try decoding(key) { () throws(ByteReader.Damage) in try names.rename(value) }
      try put(renamed, for: key.bytes, &parts)
      isThere = try parts.next()
    }
  }

  /// Removes the entries before a number.
  func purge(before end: Int64) throws(StoreError) {
    try metadata.write(try counters())
    var times = try Cursor(layout.historyTimes, in: transaction, store: store)
    var parts = try Cursor(layout.history, in: transaction, store: store)
    var isThere = try parts.first()
    while isThere {
      let (key, value) = try current(parts)
      guard key.number < end else { return }
      if key.part == 0 {
        let time = try decoding(key) { () throws(ByteReader.Damage) in
          try HistoryCoding.transaction(of: value).timestamp
        }
        if try times.find(key: HistoryKey.time(time, key.number)) { try times.delete() }
      }
      try parts.delete()
      isThere = try parts.first()
    }
  }

  private func put(
    _ value: Data, for key: [UInt8], _ cursor: inout Cursor, append: Bool = false
  ) throws(StoreError) {
    do {
      try key.withUnsafeBytes { key in
        try value.withUnsafeBytes { value in
          try cursor.put(value, for: key, append: append)
        }
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.engine, store: store, message: "\(error)")
    }
  }

  // MARK: - Reading

  func bounds() throws(StoreError) -> HistoryBounds {
    let last = try counters().transaction
    var parts = try Cursor(layout.history, in: transaction, store: store)
    let first = try parts.first() ? try current(parts).key.number : last + 1
    return HistoryBounds(first: first, last: last)
  }

  /// The numbers that were given out last.
  private func counters() throws(StoreError) -> HistoryCounters {
    var parts = try Cursor(layout.history, in: transaction, store: store)
    let noted = try metadata.historyCounters() ?? HistoryCounters()
    guard try parts.last() else { return noted }
    let (key, _) = try current(parts)
    let change = Int64(littleEndian: parts.value.loadUnaligned(as: Int64.self))
    return HistoryCounters(
      transaction: max(key.number, noted.transaction), change: max(change, noted.change))
  }

  func read(_ range: HistoryRange, into sink: (HistoryEntry) -> Bool) throws(StoreError) {
    var after = range.after
    if let time = range.laterThan {
      guard let first = try number(from: time, isLater: true) else { return }
      after = max(after, first - 1)
    }
    guard after < .max else { return }
    var parts = try Cursor(layout.history, in: transaction, store: store)
    var isThere = try parts.seek(HistoryKey(number: max(after, 0) + 1, part: 0).bytes)
    var entry: HistoryEntry?
    while isThere {
      let (key, value) = try current(parts)
      guard key.number <= range.through else { break }
      if key.part == 0 {
        if let entry, !sink(entry) { return }
        entry = nil
      }
      try add(value, of: key, in: range, to: &entry)
      isThere = try parts.next()
    }
    if let entry { _ = sink(entry) }
  }

  /// Adds a part to what has been read of its entry.
  private func add(
    _ value: Data, of key: HistoryKey, in range: HistoryRange, to entry: inout HistoryEntry?
  ) throws(StoreError) {
    guard key.part == 0 || entry != nil && range.includesChanges else { return }
    let part = try decoding(key) { () throws(ByteReader.Damage) in
      range.includesChanges
        ? try HistoryCoding.decode(value, layout.schema)
        : HistoryEntry(transaction: try HistoryCoding.transaction(of: value))
    }
    guard key.part == 0 else { return entry?.changes.append(contentsOf: part.changes) ?? () }
    if let time = range.laterThan, part.transaction.timestamp <= time { return }
    entry = part
  }

  /// Returns the lowest number among the transactions of a time and later ones.
  func number(from time: Double, isLater: Bool = false) throws(StoreError) -> Int64? {
    var times = try Cursor(layout.historyTimes, in: transaction, store: store)
    var least: Int64?
    // No number is as great as this one.
    var isThere = try times.seek(HistoryKey.time(time, isLater ? .max : 0))
    while isThere {
      if times.key.count == 16 {
        least = min(least ?? .max, BigEndian.number(times.key, at: 8))
      }
      isThere = try times.next()
    }
    return least
  }

  private func current(_ parts: borrowing Cursor) throws(StoreError) -> (key: HistoryKey, Data) {
    guard let key = HistoryKey(parts.key), parts.value.count > 8 else {
      throw StoreError(.corrupt, store: store, message: "an entry of the history is damaged")
    }
    return (key, Data(parts.value.dropFirst(8)))
  }

  private func decoding<T>(
    _ key: HistoryKey, _ body: () throws(ByteReader.Damage) -> T
  ) throws(StoreError) -> T {
    do { return try body() } catch {
      throw StoreError(
        .corrupt, store: store,
        message: "the transaction \(key.number) of the history is damaged")
    }
  }
}
#endif
