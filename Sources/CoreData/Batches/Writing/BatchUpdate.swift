// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// One execution of a batch update.
struct BatchUpdate {
  private let request: NSBatchUpdateRequest
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator
  private let entity: NSEntityDescription
  private let layout: PropertyLayout
  private let assignments: [BatchAssignment]
  /// The slots that are written.
  private let changed: SlotSet

  init(_ request: NSBatchUpdateRequest, in context: NSManagedObjectContext) throws {
    self.request = request
    self.context = context
    coordinator = try context.coordinatorForRequest()
    let coordinator = coordinator
    let specification = FetchSpecification(entityName: request.entityName)
    entity = try specification.resolvedEntity(in: coordinator.managedObjectModel)
    let layout = entity.frozenLayoutOrFail
    self.layout = layout
    assignments = try (request.propertiesToUpdate ?? [:]).map {
      try BatchAssignment.make($0.key, value: $0.value, layout: layout, coordinator: coordinator)
    }
    changed = assignments.reduce(into: SlotSet()) { slots, assignment in
      for slot in assignment.slots { slots.insert(slot) }
    }
  }

  /// Each store's rows are all changed, or none; those of all together in an atomic request.
  func run() throws -> BatchOutcome {
    var specification = FetchSpecification(entityName: request.entityName)
    specification.predicate = request.predicate
    specification.includesSubentities = request.includesSubentities
    let entities =
      request.includesSubentities ? layout.schema.subtree : layout.index..<layout.index + 1
    let stores = try BatchStores(request, in: coordinator).holding(entities)
    let selection = try BatchSelection(
      specification, entity: entity, in: coordinator,
      stores: stores.filter { coordinator.clientStores?.answeringStore($0) == nil })
    var outcome = BatchOutcome(coordinator: coordinator)
    guard !assignments.isEmpty else { return outcome }
    if request.isAtomic, stores.count > 1 {
      let written = try coordinator.writeBatches(together: stores, for: context) { writer in
        try write(try selection.keys(in: writer.transaction), writer)
      }
      for keys in written { outcome.add(keys) }
      return outcome
    }
    for store in stores {
      if let answering = coordinator.clientStores?.answeringStore(store) {
        outcome.add(try BatchAnswer.of(answering, to: request, request.form, for: context))
        continue
      }
      outcome.add(
        try coordinator.writeBatch(to: store, for: context) { writer in
          try write(try selection.keys(in: writer.transaction), writer)
        })
    }
    return outcome
  }

  private func write(_ keys: [ObjectKey], _ writer: BatchWriter) throws -> [ObjectKey] {
    let assembler = RowAssembler()
    let count = passesValuesOn ? max(keys.count, 1) : BatchWriter.partCount
    var written: [ObjectKey] = []
    try writer.forEachPart(keys, of: count) { part in
      var changes = ChangeSet()
      var released: [ObjectKey: SlotSet] = [:]
      for (key, row) in part {
        try require(key)
        changes.updates.append(
          RowUpdate(
            key: key, row: try newRow(row, in: assembler), changed: changed,
            expectedVersion: row.version))
        for assignment in assignments { assignment.release(row, key: key, into: &released) }
        writer.willReplace(key, row)
        written.append(key)
      }
      try writer.write(changes)
      try writer.clear(released)
    }
    return written
  }

  /// True if one row may take the unique value that another one gives up: then all are written at
  /// once.
  private var passesValuesOn: Bool {
    coordinator.schema.entities[layout.schema.subtree].contains { entity in
      entity.constraints.contains { constraint in
        constraint.columns.contains { changed.contains(entity.slot(of: $0)) }
      }
    }
  }

  private func newRow(_ row: Row, in assembler: RowAssembler) throws -> Row {
    let schema = coordinator.schema.entities[row.entity]
    assembler.begin(copying: row, of: schema, version: row.nextVersion, without: changed)
    for assignment in assignments { try assignment.write(row, assembler) }
    return assembler.finish()
  }

  /// References cannot lead into another store.
  private func require(_ key: ObjectKey) throws {
    for destination in assignments.compactMap(\.destination) where destination.store != key.store {
      throw CocoaError.make(
        .managedObjectExternalRelationship,
        reason: "A batch update of \(request.entityName) sets a relationship to an object of "
          + "another store. Relationships cannot cross stores.")
    }
  }
}
