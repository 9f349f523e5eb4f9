// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Walks the entries of an index that a query needs.
struct IndexReader {
  private let access: IndexAccess
  private let snapshot: LMDBSnapshot
  private let concrete: Range<Int>

  init(access: IndexAccess, query: Query, snapshot: LMDBSnapshot) {
    self.access = access
    self.snapshot = snapshot
    concrete = query.concreteEntities
  }

  /// Calls `body` with the number and entity of each entry of a wanted entity until it returns false;
  /// in the query's order if the index has it.
  func forEach(_ body: (Int64, Int) throws(StoreError) -> Bool) throws(StoreError) {
    var cursor = try Cursor(
      access.index.database, in: snapshot.current(), store: snapshot.path)
    if access.direction == .backward {
      for bounds in access.bounds.reversed() {
        guard try backward(bounds, cursor: &cursor, body: body) else { break }
      }
    } else {
      for bounds in access.bounds {
        guard try forward(bounds, cursor: &cursor, body: body) else { break }
      }
    }
    snapshot.cursorSteps += cursor.steps
  }

  /// How many entries of wanted entities there are, counted no further than to a number.
  func count(upTo wanted: Int) throws(StoreError) -> Int {
    guard access.coversExactly else {
      var count = 0
      try forEach { _, _ throws(StoreError) in
        count += 1
        return count < wanted
      }
      return count
    }
    var cursor = try Cursor(access.index.database, in: snapshot.current(), store: snapshot.path)
    defer { snapshot.cursorSteps += cursor.steps }
    var count = 0
    for bounds in access.bounds where count < wanted {
      try withTypedErrors {
        try (bounds.upper?.bytes ?? []).withUnsafeBytes { upper in
          let end = bounds.upper == nil ? nil : upper
          count += try self.count(from: bounds.lower, to: end, upTo: wanted - count, &cursor)
        }
      }
    }
    return count
  }

  /// - Parameter end: what all keys are less than; nil for the end of the index.
  private func count(
    from lower: SortableKey, to end: UnsafeRawBufferPointer?, upTo wanted: Int,
    _ cursor: inout Cursor
  ) throws(StoreError) -> Int {
    var count = 0
    var isThere = try cursor.seek(lower.bytes)
    while isThere, count < wanted {
      if let end, !IndexReader.isBelow(cursor.key, end) { break }
      guard cursor.key.count > 8, cursor.value.count >= 4,
        SortableKey.trailingNumber(cursor.key) > 0
      else { throw damage }
      count += 1
      isThere = try cursor.next()
    }
    return count
  }

  private func forward(
    _ bounds: IndexPlan.Bounds, cursor: inout Cursor,
    body: (Int64, Int) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let numbers = snapshot.layout.numbers
    let upper = bounds.upper?.bytes
    var isThere = try cursor.seek(bounds.lower.bytes)
    while isThere, upper.map({ IndexReader.isBelow(cursor.key, $0) }) ?? true {
      let (number, entity) = try entry(cursor, numbers)
      if entity >= 0, try !body(number, entity) { return false }
      isThere = try cursor.next()
    }
    return true
  }

  /// Entries that are equal but for the number are handed on by ascending number all the same.
  private func backward(
    _ bounds: IndexPlan.Bounds, cursor: inout Cursor,
    body: (Int64, Int) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let numbers = snapshot.layout.numbers
    var run: [(number: Int64, entity: Int)] = []
    var stem: [UInt8] = []
    var isThere: Bool
    if let upper = bounds.upper {
      isThere = try cursor.seekBefore(upper.bytes)
    } else {
      isThere = try cursor.last()
    }
    while isThere, !IndexReader.isBelow(cursor.key, bounds.lower.bytes) {
      if !cursor.key.dropLast(8).elementsEqual(stem) {
        for entry in run.reversed() where try !body(entry.number, entry.entity) { return false }
        run.removeAll(keepingCapacity: true)
        stem = Array(cursor.key.dropLast(8))
      }
      let entry = try entry(cursor, numbers)
      if entry.entity >= 0 { run.append(entry) }
      isThere = try cursor.previous()
    }
    for entry in run.reversed() where try !body(entry.number, entry.entity) { return false }
    return true
  }

  private static func isBelow(_ key: UnsafeRawBufferPointer, _ bound: [UInt8]) -> Bool {
    bound.withUnsafeBytes { isBelow(key, $0) }
  }

  @inline(__always)
  private static func isBelow(
    _ key: UnsafeRawBufferPointer, _ bound: UnsafeRawBufferPointer
  ) -> Bool {
    guard let a = key.baseAddress, let b = bound.baseAddress else { return false }
    let order = memcmp(a, b, min(key.count, bound.count))
    return order != 0 ? order < 0 : key.count < bound.count
  }

  private var damage: StoreError {
    StoreError(
      .corrupt, store: snapshot.path, message: "the index \(access.index.name) is damaged")
  }

  /// Returns the present entry; the entity is -1 when its row is of one that is not asked for.
  @inline(__always)
  private func entry(
    _ cursor: borrowing Cursor, _ numbers: borrowing EntityRegister
  ) throws(StoreError) -> (number: Int64, entity: Int) {
    guard cursor.key.count > 8, cursor.value.count >= 4 else { throw damage }
    let number = cursor.value.loadUnaligned(as: UInt32.self)
    guard let entity = numbers.index(of: number), concrete.contains(entity) else { return (0, -1) }
    let row = SortableKey.trailingNumber(cursor.key)
    guard row > 0 else { throw damage }
    return (row, entity)
  }
}
#endif
