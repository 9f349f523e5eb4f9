// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RecordProtocol

/// The records of one store, in memory.
struct RecordTable {
  var head: RecordStoreHead
  private var records: [Int: Record] = [:]
  private var next = 1

  init(_ head: RecordStoreHead) { self.head = head }

  subscript(key: Int) -> Record? { records[key] }

  /// Keys that nobody has been given; the first of them.
  mutating func allocate(_ count: Int) -> Int {
    defer { next += count }
    return next
  }

  func existing(_ keys: [Int]) -> [RecordKey] {
    keys.compactMap { key in records[key].map { RecordKey(entity: $0.entity, key: key) } }
  }

  func matching(_ query: RecordQuery) -> [RecordKey] {
    let entities = Set(query.entities)
    let found = records.filter { _, record in
      entities.contains(record.entity)
        && query.conditions.allSatisfy {
          RecordValue.isSame(record.values[$0.property] ?? .null, $0.value)
        }
    }
    let ordered = found.sorted { isAscending($0, $1, by: query.order) }.dropFirst(query.offset)
    return (query.limit > 0 ? ordered.prefix(query.limit) : ordered).map {
      RecordKey(entity: $0.value.entity, key: $0.key)
    }
  }

  private func isAscending(
    _ a: (key: Int, value: Record), _ b: (key: Int, value: Record), by order: [RecordQuery.Order]
  ) -> Bool {
    for part in order {
      let (left, right) = (
        a.value.values[part.property] ?? .null, b.value.values[part.property] ?? .null
      )
      if RecordValue.isAscending(left, right) { return part.isAscending }
      if RecordValue.isAscending(right, left) { return !part.isAscending }
    }
    return a.key < b.key
  }

  // MARK: - Writing

  /// Writes everything, or answers what is not as expected and writes nothing.
  mutating func save(_ save: RecordSave) -> RecordConflicts? {
    let conflicts = conflicts(of: save)
    guard conflicts.isEmpty else { return RecordConflicts(versions: conflicts) }
    for put in save.puts { self.put(put) }
    for delete in save.deletes { records[delete.key] = nil }
    for lock in save.locks { records[lock.key]?.version += 1 }
    if let metadata = save.metadata { head.metadata = metadata }
    return nil
  }

  mutating func put(_ put: RecordSave.Put) {
    let version = (records[put.key]?.version ?? 0) + 1
    records[put.key] = Record(entity: put.entity, version: version, values: put.values)
    next = max(next, put.key + 1)
  }

  mutating func remove(_ key: Int) -> Record? { records.removeValue(forKey: key) }

  private func conflicts(of save: RecordSave) -> [Int: UInt64] {
    var result: [Int: UInt64] = [:]
    func check(_ key: Int, _ expected: UInt64?) {
      let version = records[key]?.version ?? 0
      if let expected, version != expected { result[key] = version }
    }
    for put in save.puts { check(put.key, put.expected ?? 0) }
    for delete in save.deletes where records[delete.key] != nil {
      check(delete.key, delete.version)
    }
    for lock in save.locks { check(lock.key, lock.version) }
    return result
  }
}
