// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// One execution of a batch insertion.
struct BatchInsertion {
  private let request: NSBatchInsertRequest
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator
  private let entity: NSEntityDescription
  private let layout: PropertyLayout

  init(_ request: NSBatchInsertRequest, in context: NSManagedObjectContext) throws {
    self.request = request
    self.context = context
    coordinator = try context.coordinatorForRequest()
    let specification = FetchSpecification(entityName: request.entityName)
    entity = try specification.resolvedEntity(in: coordinator.managedObjectModel)
    layout = entity.frozenLayoutOrFail
    guard !entity.isAbstract else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "The entity \(request.entityName) is abstract; insert rows of a subentity.")
    }
  }

  /// All rows are inserted, or none.
  func run() throws -> BatchOutcome {
    let store = try BatchStores(request, in: coordinator).first(for: layout.schema)
    var outcome = BatchOutcome(coordinator: coordinator)
    if let answering = coordinator.clientStores?.answeringStore(store) {
      outcome.add(try BatchAnswer.of(answering, to: request, request.form, for: context))
      return outcome
    }
    let rows = try rows()
    guard !rows.isEmpty else { return outcome }
    let new = [NewObject](
      repeating: NewObject(entity: layout.index, store: store), count: rows.count)
    let keys = try coordinator.reserveKeys(new)
    outcome.add(
      try coordinator.writeBatch(to: store, for: context) {
        try write(rows, keys: keys, with: $0)
      })
    return outcome
  }

  private func write(
    _ rows: [Row], keys: [ObjectKey], with writer: BatchWriter
  ) throws -> [ObjectKey] {
    let upsert = BatchUpsert(layout.schema, in: coordinator, policy: context.mergePolicy)
    var written: [ObjectKey] = []
    var known = Set<ObjectKey>()
    for start in stride(from: 0, to: rows.count, by: BatchWriter.partCount) {
      let part = start..<min(start + BatchWriter.partCount, rows.count)
      guard let upsert else {
        try insert(rows[part], keys: keys[part], with: writer)
        written += keys[part]
        continue
      }
      for key in try upsert.write(rows[part], keys: keys[part], with: writer)
      where known.insert(key).inserted {
        written.append(key)
      }
    }
    return written
  }

  private func insert(
    _ rows: ArraySlice<Row>, keys: ArraySlice<ObjectKey>, with writer: BatchWriter
  ) throws {
    var changes = ChangeSet()
    changes.inserts = zip(keys, rows).map { RowInsert(key: $0, row: $1) }
    try writer.write(changes)
  }

  // MARK: - The rows

  /// Packed as they come, before the store is locked: handlers are the client's.
  private func rows() throws -> [Row] {
    let builder = BatchRowBuilder(layout)
    if let handler = request.dictionaryHandler { return try rows(builder, handler) }
    if let handler = request.managedObjectHandler { return try rows(builder, handler) }
    return try (request.objectsToInsert ?? []).map(builder.row)
  }

  private func rows(
    _ builder: BatchRowBuilder, _ handler: (NSMutableDictionary) -> Bool
  ) throws -> [Row] {
    var rows: [Row] = []
    let values = NSMutableDictionary()
    while !handler(values) {
      rows.append(try builder.row(values as? [String: Any] ?? [:]))
      values.removeAllObjects()
    }
    return rows
  }

  private func rows(
    _ builder: BatchRowBuilder, _ handler: (NSManagedObject) -> Bool
  ) throws -> [Row] {
    var rows: [Row] = []
    var object = entity.objectClass.init(entity: entity, insertInto: nil)
    while !handler(object) {
      rows.append(try builder.row(of: object))
      object = entity.objectClass.init(entity: entity, insertInto: nil)
    }
    return rows
  }
}
