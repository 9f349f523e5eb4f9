// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import RowEngine
import StoreInterface

/// The indexes of a file on their way to another version: one that has the same entries stays, or is
/// carried over under its new name; others are made of the new rows.
struct IndexCarrying {
  private let versions: FileVersions
  /// The names of the indexes that the file has kept.
  private let recorded: Set<String>
  private let input: OpaquePointer
  private let output: OpaquePointer
  private var store: String { versions.store }

  init(
    _ versions: FileVersions, recorded: Set<String>, from input: OpaquePointer,
    to output: OpaquePointer
  ) {
    self.versions = versions
    self.recorded = recorded
    self.input = input
    self.output = output
  }

  func run(_ index: IndexLayout) throws(StoreError) {
    guard let former = predecessor(of: index) else { return try build(index) }
    if former.database.handle == index.database.handle { return }
    try clear(index)
    try copy(former, to: index)
  }

  private func clear(_ index: IndexLayout) throws(StoreError) {
    guard let handle = index.database.handle else { return }
    try ReturnCode.check(mdb_drop(output, handle, 0), store: store, "emptying an index")
  }

  // MARK: - Carrying over

  /// Entities go by the file's numbers in the entries, columns by their order: no name is in there.
  private func copy(_ former: IndexLayout, to index: IndexLayout) throws(StoreError) {
    var from = try Cursor(former.database, in: input, store: store)
    var to = try Cursor(index.database, in: output, store: store)
    var isThere = try from.first()
    while isThere {
      try to.put(from.value, for: from.key, append: true)
      isThere = try from.next()
    }
    let table = MetadataDatabase(
      database: versions.new.metadata, transaction: output, store: store)
    if try table.hasCutEntries(former.name) { try table.writeHasCutEntries(index.name) }
  }

  /// Returns the index that has had the same entries; nil if there is none.
  private func predecessor(of index: IndexLayout) -> IndexLayout? {
    guard let origin = versions.mapping.entities[index.declaredBy], hasSameObjects(index) else {
      return nil
    }
    return versions.old.indexes.first { former in
      former.declaredBy == origin.source && recorded.contains(former.name)
        && former.database.handle != nil && former.columns.count == index.columns.count
        && (index.constraint == nil || former.constraint != nil)
        && zip(former.columns, index.columns).allSatisfy { old, new in
          old.isAscending == new.isAscending && old.kind == new.kind
            && isSame(old.column, new.column, in: index, since: former)
        }
    }
  }

  /// Returns true if the objects of an index's entities are those of the former entity's.
  private func hasSameObjects(_ index: IndexLayout) -> Bool {
    guard let origin = versions.mapping.entities[index.declaredBy] else { return false }
    let former = versions.old.schema.entities[origin.source].subtree
    return former.allSatisfy { entity in
      versions.mapping.successors[entity].map(index.subtree.contains) ?? false
    }
      && index.subtree.allSatisfy { entity in
        versions.mapping.entities[entity].map { former.contains($0.source) } ?? true
      }
  }

  /// Returns true if a column has the values that it has had, in all rows of an index.
  private func isSame(
    _ old: Column, _ new: Column, in index: IndexLayout, since former: IndexLayout
  ) -> Bool {
    index.subtree.allSatisfy { entity in
      guard let origin = versions.mapping.entities[entity] else { return true }
      switch (old, new) {
      case (.key, .key): return true
      case (.attribute(let old), .attribute(let new)):
        return origin.attributes[new].attribute == old && origin.attributes[new].fallback.isNull
      case (.toOne(let old), .toOne(let new)):
        return origin.toOnes[new].place == .toOne(old)
          && isTotal(old, of: former.declaredBy, to: new, of: entity)
      default: return false
      }
    }
  }

  private func isTotal(_ old: Int, of former: Int, to new: Int, of entity: Int) -> Bool {
    let target = versions.old.schema.entities[former].toOnes[old].destination
    return versions.rows.references.isTotal(
      from: versions.old.schema.entities[target].subtree,
      to: versions.new.schema.entities[entity].toOnes[new].destination)
  }

  // MARK: - Making

  private func build(_ index: IndexLayout) throws(StoreError) {
    try clear(index)
    let writer = IndexWriter(layout: versions.new, transaction: output, store: store)
    let batch = try writer.build(index)
    guard let constraint = index.constraint, batch.mayBreakConstraint else { return }
    let records = RecordWriter(layout: versions.new, transaction: output, store: store)
    try ConstraintCheck(records).run(batch, index)
    guard case .uniqueness(_, _, let objects, _, _)? = records.conflicts.first else { return }
    throw StoreError(
      duplicates: objects, of: versions.new.schema.entities[constraint.entity],
      constraint: constraint.index, store: store)
  }
}

extension IndexBatch {
  /// True if some entries that a uniqueness constraint looks at are alike, but for their numbers.
  fileprivate var mayBreakConstraint: Bool {
    zip(entries, entries.dropFirst()).contains { first, second in
      !first.isExempt && ByteOrder.order(stem(first), stem(second)) == 0
    }
  }
}
#endif
