// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// A row in the file that was checked.
struct CheckedRow {
  let value: UnsafeRawBufferPointer
  let number: Int64
  /// Of the source.
  let entity: Int
}

/// The ways of the rows that come into one hierarchy, by their entities.
final class RowWays {
  /// A class, so that a row costs one reference and not three.
  private final class Way {
    let migration: RowMigration
    let successor: Int
    /// True if all rows stay as they are.
    let isStay: Bool
    let splice: RowSplice?

    init(_ migration: RowMigration, _ versions: FileVersions) {
      self.migration = migration
      successor = migration.destination.index
      isStay = migration.keepsSlots && !migration.demandsSomething
      splice = RowSplice(migration.destination, versions)
    }
  }

  private let versions: FileVersions
  private let search: ReferenceSearch
  private let assembler = RowAssembler()
  private var copier = RowCopier()
  /// By entity of the source; nil for those whose rows do not come here.
  private let ways: [Way?]

  init(into root: Int, _ versions: FileVersions, search: ReferenceSearch) {
    self.versions = versions
    self.search = search
    ways = versions.old.schema.entities.indices.map { entity in
      versions.rows(of: entity, in: root).map { Way($0, versions) }
    }
  }

  /// Returns the entity that rows of one of the source have afterwards; nil if they do not come here.
  @inline(__always)
  func successor(of entity: Int) -> Int? { ways[entity]?.successor }

  /// Returns true if all rows of an entity stay as they are.
  func stay(_ entity: Int) -> Bool { ways[entity]?.isStay ?? false }

  /// Returns true if the rows of an entity stay as they are, but for values of a fixed size.
  func keepSize(_ entity: Int) -> Bool {
    ways[entity].map { $0.migration.keepsSlots && ($0.isStay || $0.splice != nil) } ?? false
  }

  /// Writes the new row of one that comes here. False for a row that stays as it is.
  func write(
    _ row: CheckedRow, to cursor: inout Cursor, append: Bool
  ) throws(StoreError) -> Bool {
    guard let way = ways[row.entity], !way.isStay else { return false }
    if let splice = way.splice {
      return try write(row, by: splice, of: way.migration, to: &cursor, append: append)
    }
    guard let new = try migrated(row, by: way.migration) else { return false }
    let records = versions.new.records
    let place = try cursor.reserve(
      records.byteCount(of: new), for: BigEndian(row.number), append: append)
    withExtendedLifetime(new) { if let place { records.write(new.start, to: place) } }
    return true
  }

  private func write(
    _ row: CheckedRow, by splice: RowSplice, of migration: RowMigration, to cursor: inout Cursor,
    append: Bool
  ) throws(StoreError) -> Bool {
    guard let image = RecordLayout.image(row.value),
      !migration.keepsSlots || splice.fills(image)
    else { return false }
    let byteCount = splice.byteCount(image)
    let place = try cursor.reserve(byteCount, for: BigEndian(row.number), append: append)
    if let place { splice.write(image, to: place, byteCount: byteCount) }
    return true
  }

  /// Returns the new row of a stored one, value by value; nil if it stays as it is.
  private func migrated(
    _ stored: CheckedRow, by rows: RowMigration
  ) throws(StoreError) -> Row? {
    let row = try versions.old.records.copy(
      stored.value, number: stored.number, entity: stored.entity, into: &copier)
    if rows.keepsSlots, !rows.lacksSomething(row) { return nil }
    let found = try search.find(rows.elsewhere, stored.number)
    do {
      return try rows.migrate(row, number: stored.number, with: assembler, found: found)
    } catch {
      throw error.error(in: versions.store)
    }
  }
}
#endif
