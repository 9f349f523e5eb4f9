// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The run of a migration through a source, into the output and the digest.
final class MigrationPass {
  /// The content that the destination is to have.
  private(set) var digest: MigrationDigest
  private(set) var floor: NumberFloor
  let reader: ContentReader
  private let migration: SchemaMigration
  private let rows: RowMigrations
  private let store: String
  private let total: Int
  private let progress: (MigrationProgress) -> Bool
  private let referenceLimit: Int
  private let assembler = RowAssembler()
  private var output: CopyOutput
  private var tables: [ReferencePlace: ReferenceTable] = [:]
  private var done = 0
  private var entity: Int?

  /// - Parameters:
  ///   - figures: the source's.
  ///   - store: the source, for errors.
  ///   - referenceLimit: how many references are kept at a time.
  init(
    _ migration: SchemaMigration, reader: ContentReader, figures: StoreFigures, store: String,
    scope: ContentDigest.Scope, output: CopyOutput, referenceLimit: Int,
    progress: @escaping (MigrationProgress) -> Bool
  ) {
    self.migration = migration
    self.reader = reader
    self.store = store
    self.output = output
    self.referenceLimit = referenceLimit
    self.progress = progress
    rows = RowMigrations(migration)
    digest = MigrationDigest(migration.destination, scope: scope)
    floor = NumberFloor(migration, figures)
    total = figures.entities.reduce(0) { $0 + $1.rows }
  }

  func report() -> Bool {
    let name = entity.map { migration.source.entities[$0].name }
    return progress(MigrationProgress(entity: name, done: done, total: max(done, total)))
  }

  // MARK: - Rows

  func copyRows() throws(StoreCopyError) {
    guard report() else { throw .cancelled }
    try gather { step throws(StoreError) in
      var failure: StoreError?
      try reader.readRows { key, row in
        do throws(StoreError) { try add(key, row) } catch {
          failure = error
          return false
        }
        return step()
      }
      if let failure { throw failure }
    }
    try endBatch()
    entity = nil
  }

  private func add(_ key: ObjectKey, _ row: Row) throws(StoreError) {
    done += 1
    entity = row.entity
    guard let migration = rows[row.entity] else { return }
    let found = migration.elsewhere.isEmpty ? [] : try find(migration.elsewhere, key.number)
    let new: Row
    do { new = try migration.migrate(row, number: key.number, with: assembler, found: found) } catch
    {
      throw error.error(in: store)
    }
    let newKey = ObjectKey(entity: new.entity, number: key.number)
    digest.add(newKey, new)
    floor.note(key.number, new.entity)
    output.add(newKey, new)
  }

  private func find(
    _ places: [ReferencePlace], _ object: Int64
  ) throws(StoreError) -> [MigratedReference?] {
    var found: [MigratedReference?] = []
    for place in places { found.append(try table(place).find(object)) }
    return found
  }

  private func table(_ place: ReferencePlace) -> ReferenceTable {
    if let known = tables[place] { return known }
    let table = ReferenceTable(
      place, in: migration.source, reader: reader, references: rows.references,
      limit: referenceLimit, store: store)
    tables[place] = table
    return table
  }

  // MARK: - Links

  func copyLinks() throws(StoreCopyError) {
    tables = [:]
    for (link, origins) in migration.links.enumerated() {
      let reading = PairReading(link, in: migration, references: rows.references, reader: reader)
      for origin in origins {
        try gather { step throws(StoreError) in
          _ = try reading.read(origin) { part in
            add(part)
            return step()
          }
        }
        try endBatch()
      }
    }
  }

  private func add(_ step: PairReading.Step) {
    switch step {
    case .pair(let pair, let isFirstFinal, let isSecondFinal):
      output.add(pair)
      if isFirstFinal { digest.add(pair, of: .first) }
      if isSecondFinal { digest.add(pair, of: .second) }
    case .order(let order, var pair, let side):
      output.setOrder(order, link: pair.link, first: pair.first, second: pair.second, of: side)
      if side == .first { pair.orderInFirst = order } else { pair.orderInSecond = order }
      digest.add(pair, of: side)
    }
  }

  // MARK: - Batches

  /// Runs a reading that hands its results to the output, which is written whenever it is full.
  private func gather(
    _ read: (() -> Bool) throws(StoreError) -> Void
  ) throws(StoreCopyError) {
    var failure: StoreCopyError?
    do {
      try read {
        guard output.isFull else { return true }
        do throws(StoreCopyError) {
          try endBatch()
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      throw .source(error)
    }
    if let failure { throw failure }
  }

  private func endBatch() throws(StoreCopyError) {
    try output.endBatch()
    guard report() else { throw .cancelled }
  }

  /// Writes what is left, with notes and metadata.
  func finish(_ notes: [StoreNote], _ metadata: StoreMetadata?) throws(StoreCopyError) {
    try output.write(metadata: metadata, notes: notes)
  }
}
