// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import Synchronization

extension StoreRouter {
  /// True if a store records what is written to it: then change sets should say who made them.
  package var recordsHistory: Bool {
    table.withLock { $0.stores.contains(where: \.recordsHistory) }
  }

  /// Returns how far the history of a store reaches; nil for a store without one.
  package func historyBounds(of ordinal: Int) throws(RoutingError) -> HistoryBounds? {
    try readingHistory(of: ordinal) { snapshot throws(StoreError) in
      try snapshot.historyBounds()
    }
  }

  /// Returns the number of this router's last commit to a store; without one, how far the history had
  /// come when that was first asked. Nil for a store without a history. Others may be further.
  package func historyMark(of ordinal: Int) throws(RoutingError) -> Int64? {
    guard let mark = store(ordinal)?.historyMark else { throw .unknownStore(ordinal: ordinal) }
    if mark.number == nil, let bounds = try historyBounds(of: ordinal) { mark.note(bounds.last) }
    return mark.number
  }

  /// Reads a part of the history of a store, oldest first, as of one moment; `sink` receives how far
  /// the history reaches, once, then entries until it returns false. Keys carry the ordinal.
  package func history(
    _ range: HistoryRange, of ordinal: Int, bounds: (HistoryBounds) throws -> Void,
    into sink: (HistoryEntry) -> Bool
  ) throws {
    var refusal: (any Error)?
    try readingHistory(of: ordinal) { snapshot throws(StoreError) in
      guard let found = try snapshot.historyBounds() else { return }
      do { try bounds(found) } catch { refusal = error }
      guard refusal == nil else { return }
      try snapshot.history(range) { entry in
        var entry = entry
        for place in entry.changes.indices {
          entry.changes[place].key = entry.changes[place].key.inStore(ordinal)
        }
        return sink(entry)
      }
    }
    if let refusal { throw refusal }
  }

  /// Returns the number of a store's first transaction that is not older than a moment, in seconds
  /// since 2001; nil when all are older.
  package func historyNumber(
    from time: Double, of ordinal: Int
  ) throws(RoutingError) -> Int64? {
    try readingHistory(of: ordinal) { snapshot throws(StoreError) in
      try snapshot.historyNumber(from: time)
    }
  }

  private func readingHistory<T>(
    of ordinal: Int, _ body: (any StoreSnapshot) throws(StoreError) -> T
  ) throws(RoutingError) -> T {
    guard let listed = store(ordinal) else { throw .unknownStore(ordinal: ordinal) }
    let store = try listed.beginRequest()
    defer { store.activity.end() }
    do {
      let snapshot = try store.backend.beginRead()
      defer { snapshot.end() }
      return try body(snapshot)
    } catch {
      throw store.failure(error)
    }
  }

  /// Removes the transactions of a store before a number from its history, in parts, between which
  /// others may write.
  package func purgeHistory(before number: Int64, of ordinal: Int) throws(RoutingError) {
    guard let bounds = try historyBounds(of: ordinal) else { return }
    var next = bounds.first
    let end = min(number, bounds.last + 1)
    while next < end {
      next = try readingHistory(of: ordinal) { [next] snapshot throws(StoreError) in
        try HistoryPurge.end(of: snapshot, from: next, before: end)
      }
      try removeHistory(before: next, of: ordinal)
    }
  }

  private func removeHistory(before end: Int64, of ordinal: Int) throws(RoutingError) {
    writeGate.enter(CollectionOfOne(ordinal))
    defer { writeGate.leave(CollectionOfOne(ordinal)) }
    guard let listed = store(ordinal) else { throw .unknownStore(ordinal: ordinal) }
    guard !listed.isReadOnly else { throw .readOnly(ordinal: ordinal, name: listed.name) }
    let store = try listed.beginRequest()
    defer { store.activity.end() }
    do {
      let transaction = try store.backend.beginWrite()
      defer { transaction.rollback() }
      try transaction.purgeHistory(before: end)
      try transaction.prepare()
      try transaction.commit()
    } catch {
      throw store.failure(error)
    }
  }
}

/// How much of a history is removed at once: little enough that no writer waits for long.
enum HistoryPurge {
  private static let transactions: Int64 = 2_000
  private static let changes = 10_000

  /// Returns the number before which a part of a purge ends: some changes are in it, one transaction
  /// at least.
  static func end(
    of reader: any StoreSnapshot, from first: Int64, before end: Int64
  ) throws(StoreError) -> Int64 {
    let last = min(end, first.addingReportingOverflow(transactions).partialValue)
    var next = first
    var count = 0
    let range = HistoryRange(after: first - 1, through: last - 1)
    try reader.history(range) { entry in
      guard count == 0 || count + entry.changes.count <= changes else { return false }
      count += entry.changes.count
      next = entry.transaction.number + 1
      return true
    }
    return count == 0 ? last : max(next, first + 1)
  }
}
