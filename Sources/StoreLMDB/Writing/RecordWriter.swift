// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Writes one change set in a write transaction. Made for it and used once.
final class RecordWriter {
  let layout: DatabaseLayout
  let transaction: OpaquePointer
  let store: String
  var conflicts: [Conflict] = []
  /// By index of the layout; nil where nothing changes.
  private var removed: [IndexBatch?]
  private var added: [IndexBatch?]
  private var countChanges: [Int: Int64] = [:]
  private var highest: [Int: Int64] = [:]

  init(layout: DatabaseLayout, transaction: OpaquePointer, store: String) {
    self.layout = layout
    self.transaction = transaction
    self.store = store
    removed = [IndexBatch?](repeating: nil, count: layout.indexes.count)
    added = removed
  }

  /// Writes everything and returns the conflicts that came up.
  func write(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    try check(changes.checks)
    try delete(changes.deletes)
    try update(changes.updates)
    try insert(changes.inserts)
    try writeIndexes()
    try LinkWriter(self, keepsAllOwners: changes.keepsAllOwners).write(changes.links)
    try writeCounters()
    try writeMetadata(changes)
    return conflicts
  }

  private func writeMetadata(_ changes: ChangeSet) throws(StoreError) {
    guard changes.metadata != nil || !changes.notes.isEmpty else { return }
    let database = MetadataDatabase(
      database: layout.metadata, transaction: transaction, store: store)
    if let metadata = changes.metadata { try database.write(metadata) }
    for note in changes.notes { try database.write(note) }
  }

  // MARK: - Looking

  /// Returns the stored row of a key whose entity is the key's or a descendant.
  func stored(_ key: ObjectKey) throws(StoreError) -> Row? {
    let entity = layout.schema.entities[key.entity]
    let value = try layout.rows[entity.root].value(
      of: BigEndian(key.number), in: transaction, store: store)
    guard let value else { return nil }
    let stored = try layout.records.check(value, number: key.number, root: entity.root)
    guard entity.subtree.contains(stored) else { return nil }
    var copier = RowCopier(first: value.count)
    return try layout.records.copy(
      value, number: key.number, entity: stored, into: &copier)
  }

  private func check(_ checks: [VersionCheck]) throws(StoreError) {
    for check in checks {
      let version = try stored(check.key)?.version
      if version != check.expectedVersion { try conflict(check.key, check.expectedVersion) }
    }
  }

  private func conflict(_ key: ObjectKey, _ expected: Int64) throws(StoreError) {
    let row = try stored(key)
    conflicts.append(
      .version(key: key, expected: expected, actual: row?.version ?? 0, stored: row))
  }

  /// Returns the plan of the stored row that the cursor has found for a key; nil when it belongs to
  /// another branch of the hierarchy.
  private func plan(
    of key: ObjectKey, declared: RecordPlan, cursor: borrowing Cursor
  ) throws(StoreError) -> RecordPlan? {
    let entity = try layout.records.check(cursor.value, number: key.number, root: declared.root)
    if entity == declared.entity { return declared }
    return declared.subtree.contains(entity) ? layout.plans[entity] : nil
  }

  // MARK: - Deleting

  private func delete(_ deletes: [RowDelete]) throws(StoreError) {
    var links = LinkRemoval(self)
    var start = 0
    while start < deletes.count {
      let root = layout.plans[deletes[start].key.entity].root
      var end = start + 1
      while end < deletes.count, layout.plans[deletes[end].key.entity].root == root { end += 1 }
      try delete(deletes[start..<end], root: root, links: &links)
      start = end
    }
    try links.run()
  }

  private func delete(
    _ deletes: ArraySlice<RowDelete>, root: Int, links: inout LinkRemoval
  ) throws(StoreError) {
    var cursor = try Cursor(layout.rows[root], in: transaction, store: store)
    for delete in deletes {
      let key = delete.key
      var found: RecordPlan?
      if try cursor.find(BigEndian(key.number)) {
        found = try plan(of: key, declared: layout.plans[key.entity], cursor: cursor)
      }
      guard let plan = found, let image = RecordLayout.image(cursor.value) else {
        if let version = delete.expectedVersion { try conflict(key, version) }
        continue
      }
      if let version = delete.expectedVersion, version != RecordLayout.version(image) {
        try conflict(key, version)
        continue
      }
      for index in plan.indexes {
        removal(index).append(image, number: key.number, entity: plan.number)
      }
      try cursor.delete()
      links.add(key.number, plan)
      countChanges[plan.entity, default: 0] -= 1
    }
  }

  // MARK: - Updating

  private func update(_ updates: [RowUpdate]) throws(StoreError) {
    guard !updates.isEmpty else { return }
    let merge = RowMerge(layout.records)
    var start = 0
    while start < updates.count {
      let root = layout.plans[updates[start].key.entity].root
      var end = start + 1
      while end < updates.count, layout.plans[updates[end].key.entity].root == root { end += 1 }
      var cursor = try Cursor(layout.rows[root], in: transaction, store: store)
      for index in start..<end { try update(updates[index], cursor: &cursor, merge: merge) }
      start = end
    }
  }

  private func update(
    _ update: RowUpdate, cursor: inout Cursor, merge: RowMerge
  ) throws(StoreError) {
    let key = update.key
    var found: RecordPlan?
    if try cursor.find(BigEndian(key.number)) {
      found = try plan(of: key, declared: layout.plans[key.entity], cursor: cursor)
    }
    guard let plan = found, let old = RecordLayout.image(cursor.value) else {
      return try conflict(key, update.expectedVersion ?? update.row.version)
    }
    if let version = update.expectedVersion, version != RecordLayout.version(old) {
      return try conflict(key, version)
    }
    let value = try merge.merge(update, into: cursor.value, plan)
    guard let new = RecordLayout.image(value) else { return }
    for index in plan.indexes where index.isAffected(by: update.changed) {
      removal(index).append(old, number: key.number, entity: plan.number)
      addition(index).append(new, number: key.number, entity: plan.number)
    }
    try cursor.replace(value, of: BigEndian(key.number))
  }

  // MARK: - Inserting

  /// Inserts come by entity; within a hierarchy they are written in the order of their numbers.
  private func insert(_ inserts: [RowInsert]) throws(StoreError) {
    var start = 0
    while start < inserts.count {
      let root = layout.plans[inserts[start].key.entity].root
      var end = start
      var areSorted = true
      while end < inserts.count, layout.plans[inserts[end].key.entity].root == root {
        if end > start, inserts[end].key.number < inserts[end - 1].key.number { areSorted = false }
        end += 1
      }
      if areSorted {
        try insert(inserts[start..<end], root: root)
      } else {
        try insert(inserts[start..<end].sorted { $0.key.number < $1.key.number }[...], root: root)
      }
      start = end
    }
  }

  private func insert(_ inserts: ArraySlice<RowInsert>, root: Int) throws(StoreError) {
    var cursor = try Cursor(layout.rows[root], in: transaction, store: store)
    var last = try cursor.last() ? cursor.number() : 0
    // Read in place: a copy of an element would retain its row.
    try inserts.withUnsafeBufferPointer { inserts throws(StoreError) in
      var start = 0
      while start < inserts.count {
        let entity = inserts[start].key.entity
        var end = start + 1
        while end < inserts.count, inserts[end].key.entity == entity { end += 1 }
        let run = UnsafeBufferPointer(rebasing: inserts[start..<end])
        try insert(run, plan: layout.plans[entity], cursor: &cursor, last: &last)
        start = end
      }
    }
    highest[root] = max(highest[root] ?? 0, inserts.last?.key.number ?? 0)
  }

  /// Inserts objects of one entity.
  private func insert(
    _ inserts: UnsafeBufferPointer<RowInsert>, plan: RecordPlan, cursor: inout Cursor,
    last: inout Int64
  ) throws(StoreError) {
    let batches = plan.indexes.map { addition($0) }
    for batch in batches { batch.reserve(inserts.count) }
    let records = layout.records
    var count: Int64 = 0
    for position in inserts.indices {
      let number = inserts[position].key.number
      if number <= last, let existing = try existing(number, plan.root) {
        conflicts.append(
          .version(
            key: inserts[position].key, expected: 0, actual: existing.version, stored: existing))
        continue
      }
      let image = inserts[position].row.start
      let size = RecordLayout.prefix + inserts[position].row.byteCount
      let target = try cursor.reserve(size, for: BigEndian(number), append: number > last)
      if let target { records.write(image, to: target) }
      last = max(last, number)
      for batch in batches { batch.append(image, number: number, entity: plan.number) }
      count += 1
    }
    countChanges[plan.entity, default: 0] += count
  }

  /// Returns the row that has an insert's number, of whatever entity of the hierarchy.
  private func existing(_ number: Int64, _ root: Int) throws(StoreError) -> Row? {
    try stored(ObjectKey(entity: root, number: number))
  }

  // MARK: - Indexes and counters

  private func removal(_ index: IndexLayout) -> IndexBatch {
    if let batch = removed[index.position] { return batch }
    let batch = IndexBatch(index)
    removed[index.position] = batch
    return batch
  }

  private func addition(_ index: IndexLayout) -> IndexBatch {
    if let batch = added[index.position] { return batch }
    let batch = IndexBatch(index)
    added[index.position] = batch
    return batch
  }

  private func writeIndexes() throws(StoreError) {
    let writer = IndexWriter(layout: layout, transaction: transaction, store: store)
    for (index, batch) in zip(layout.indexes, removed) {
      guard let batch else { continue }
      batch.sort()
      try writer.remove(batch, from: index.database)
    }
    for (index, batch) in zip(layout.indexes, added) {
      guard let batch else { continue }
      batch.sort()
      try writer.add(batch, to: index)
    }
    let check = ConstraintCheck(self)
    for (index, batch) in zip(layout.indexes, added) {
      if let batch { try check.run(batch, index) }
    }
  }

  private func writeCounters() throws(StoreError) {
    let counts = CounterTable(database: layout.counts, transaction: transaction, store: store)
    for (entity, change) in countChanges {
      guard change != 0, let number = layout.numbers.number(of: entity) else { continue }
      let count = try counts.value(number) ?? 0
      guard count != CounterTable.ofDatabase else { continue }
      // A count that is out of step is damage, which must not become worse.
      try counts.set(max(0, count.addingReportingOverflow(change).partialValue), number)
    }
    let allocator = CounterTable(
      database: layout.allocator, transaction: transaction, store: store)
    for (root, highest) in highest {
      guard let number = layout.numbers.number(of: root) else { continue }
      // A number that nobody reserved must never be given out (R-PSC-328).
      if highest < .max, try allocator.value(number) ?? 1 <= highest {
        try allocator.set(highest + 1, number)
      }
    }
  }
}
#endif
