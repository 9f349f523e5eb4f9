// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Walks the entries of an index that a query needs.
struct IndexReader {
  /// What an entry says about its row.
  struct Entry {
    var number: Int64
    var entity: Int
  }

  private let access: IndexAccess
  private let snapshot: LMDBSnapshot
  private let concrete: Range<Int>

  init(_ access: IndexAccess, _ query: Query, _ snapshot: LMDBSnapshot) {
    self.access = access
    self.snapshot = snapshot
    concrete = query.concreteEntities
  }

  /// Calls `body` with each entry of a wanted entity until it returns false; in the query's order
  /// if the index has it.
  func forEach(_ body: (Entry) throws(StoreError) -> Bool) throws(StoreError) {
    var cursor = try Cursor(
      access.index.database, in: snapshot.current(), store: snapshot.path)
    if access.direction == .backward {
      for bounds in access.bounds.reversed() {
        guard try backward(bounds, &cursor, body) else { break }
      }
    } else {
      for bounds in access.bounds {
        guard try forward(bounds, &cursor, body) else { break }
      }
    }
    snapshot.cursorSteps += cursor.steps
  }

  private func forward(
    _ bounds: IndexPlan.Bounds, _ cursor: inout Cursor,
    _ body: (Entry) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var isThere = try cursor.seek(bounds.lower.bytes)
    while isThere, isBelow(cursor.key, bounds.upper) {
      if let entry = try entry(cursor), try !body(entry) { return false }
      isThere = try cursor.next()
    }
    return true
  }

  /// Entries that are equal but for the number are handed on by ascending number all the same.
  private func backward(
    _ bounds: IndexPlan.Bounds, _ cursor: inout Cursor,
    _ body: (Entry) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var run: [Entry] = []
    var stem: [UInt8] = []
    var isThere: Bool
    if let upper = bounds.upper {
      isThere = try cursor.seekBefore(upper.bytes)
    } else {
      isThere = try cursor.last()
    }
    while isThere, !isBelow(cursor.key, bounds.lower) {
      if !cursor.key.dropLast(8).elementsEqual(stem) {
        for entry in run.reversed() where try !body(entry) { return false }
        run.removeAll(keepingCapacity: true)
        stem = Array(cursor.key.dropLast(8))
      }
      if let entry = try entry(cursor) { run.append(entry) }
      isThere = try cursor.previous()
    }
    for entry in run.reversed() where try !body(entry) { return false }
    return true
  }

  private func isBelow(_ key: UnsafeRawBufferPointer, _ bound: SortableKey?) -> Bool {
    guard let bound else { return true }
    let order = bound.bytes.withUnsafeBytes { bytes in
      guard let a = key.baseAddress, let b = bytes.baseAddress else { return Int32(1) }
      return memcmp(a, b, min(key.count, bytes.count))
    }
    return order != 0 ? order < 0 : key.count < bound.bytes.count
  }

  /// The present entry; nil when its row is of an entity that is not asked for.
  private func entry(_ cursor: borrowing Cursor) throws(StoreError) -> Entry? {
    guard cursor.key.count > 8, cursor.value.count >= 4 else {
      throw StoreError(
        .corrupt, store: snapshot.path, message: "the index \(access.index.name) is damaged")
    }
    let number = cursor.value.loadUnaligned(as: UInt32.self)
    guard let entity = snapshot.layout.numbers.index(of: number), concrete.contains(entity) else {
      return nil
    }
    return Entry(number: SortableKey.trailingNumber(cursor.key), entity: entity)
  }
}
#endif
