// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import StoreRouting

/// Reads all objects of a store and notes what is wrong with them, and what would mend it.
// Used by one thread.
final class ContentCheck {
  /// The values of a uniqueness constraint.
  private struct Claim: Hashable {
    let entity: Int
    let constraint: Int
    let values: SortableKey
  }

  private let store: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator
  private let reader: any StoreSnapshot
  private let capabilities: StoreCapabilities
  private let constraints: UniquenessCheck
  private var claims: [Claim: ObjectKey] = [:]
  private var orders = OrderCheck()
  private var count = 0
  /// The highest number that was met, by root.
  private(set) var highest: [Int: Int64] = [:]
  private(set) var issues: [IntegrityIssue] = []
  /// The slots to be set to null, with the row that has them.
  private(set) var dangling: [ObjectKey: (row: Row, slots: SlotSet)] = [:]
  /// The order keys to be set.
  var misplaced: [OrderCheck.Place] { orders.misplaced }

  var schema: StoreSchema { coordinator.schema }
  /// The entities that the store holds, ascending.
  var entities: [Int] { store.entities.held }

  init(
    _ store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator,
    _ reader: any StoreSnapshot
  ) {
    self.store = store
    self.coordinator = coordinator
    self.reader = reader
    capabilities = store.backend.capabilities
    constraints = UniquenessCheck(coordinator.schema)
  }

  /// - Parameter report: called after each batch with the number of objects so far; what it throws
  ///   ends the check.
  func run(_ report: (Int) throws -> Void) throws {
    do {
      for root in Set(entities.map { schema.entities[$0].root }).sorted() {
        try check(root, report)
      }
      noteOrders()
      try checkDerivedValues()
    } catch let error as StoreError {
      guard error.kind == .corrupt else { throw error }
      note(.damagedFile, error.message)
    }
  }

  private func check(_ root: Int, _ report: (Int) throws -> Void) throws {
    var query = Query(entity: root, concreteEntities: schema.entities[root].subtree)
    query.needsRows = true
    var failure: (any Error)?
    try reader.run(query) { batch in
      do {
        try check(batch, root)
        count += batch.keys.count
        try report(count)
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
  }

  private func check(_ batch: RowBatch, _ root: Int) throws {
    let references = ReferenceCheck(reader, coordinator)
    for (key, row) in zip(batch.keys, batch.rows) {
      let key = ObjectKey(entity: row.entity, number: key.number)
      highest[root] = max(highest[root] ?? 0, key.number)
      for record in layout(row).properties where record.slot >= 0 {
        check(record, of: key, row)
        if record.kind == .toOne { references.add(record, of: key, row) }
      }
      if capabilities.contains(.uniqueness) { checkConstraints(of: key, row) }
    }
    try references.run { finding in note(finding) }
  }

  private func layout(_ row: Row) -> PropertyLayout {
    coordinator.entities[row.entity].frozenLayoutOrFail
  }

  // MARK: - Values

  private func check(_ record: PropertyRecord, of key: ObjectKey, _ row: Row) {
    guard !row.isNull(record.slot) else {
      guard !record.isOptional, !record.isDerived else { return }
      return note(.missingValue, "has no value and is not optional", of: key, as: record.name)
    }
    guard record.kind == .attribute, let problem = ValueCheck.problem(of: record, in: row) else {
      return
    }
    note(.undecodableValue, problem, of: key, as: record.name)
  }

  private func checkConstraints(of key: ObjectKey, _ row: Row) {
    for constraint in constraints.constraints(of: row.entity) {
      guard let values = constraint.values(of: row) else { continue }
      let claim = Claim(
        entity: constraint.declaredBy, constraint: constraint.index, values: values)
      guard let other = claims.updateValue(key, forKey: claim) else { continue }
      let declaring = schema.entities[constraint.declaredBy]
      let columns = declaring.constraints[constraint.index].columns.map(declaring.name(of:))
      note(
        .duplicateValues, "has the values of \(text(other))", of: key,
        as: columns.joined(separator: ", "))
    }
  }

  // MARK: - References

  private func note(_ finding: ReferenceCheck.Finding) {
    let (key, record) = (finding.key, finding.record)
    switch finding.problem {
    case .dangling(let other):
      let text = "leads to \(text(other)), which is not there"
      note(.danglingReference, text, of: key, as: record.name)
      var entry = dangling[key] ?? (finding.row, SlotSet())
      entry.slots.insert(record.slot)
      let toOne = schema.entities[key.entity].toOnes[record.column]
      if let order = toOne.orderSlot { entry.slots.insert(order) }
      dangling[key] = entry
    case .oneWay(let other):
      let text = "leads to \(text(other)), which does not lead back"
      note(.wrongInverse, text, of: key, as: record.name)
    case nil:
      guard capabilities.contains(.verbatim) else { return }
      orders.add(key, finding.row, by: schema.entities[key.entity].toOnes[record.column])
    }
  }

  private func noteOrders() {
    for place in orders.misplaced {
      let text = "does not say where the object stands among the others"
      note(.missingOrder, text, of: place.key, as: place.toOne.name)
    }
  }

  // MARK: - Derived values

  /// Computes every derived value anew, and hands out what is to be written; what is derived from
  /// that comes behind it.
  func computeDerivedValues(
    write: ([RowUpdate]) throws(StoreError) -> Void
  ) throws(StoreError) {
    try DerivationPlan(schema, storeDerives: false)?.renew(entities, reader: reader, write: write)
  }

  private func checkDerivedValues() throws(StoreError) {
    try computeDerivedValues { updates in
      for update in updates { noteDerivedValues(of: update) }
    }
  }

  private func noteDerivedValues(of update: RowUpdate) {
    let entity = schema.entities[update.key.entity]
    for attribute in entity.attributes where update.changed.contains(attribute.slot) {
      let text = "has another value than follows from the others"
      note(.wrongDerivedValue, text, of: update.key, as: attribute.name)
    }
  }

  // MARK: - Issues

  private func text(_ key: ObjectKey) -> String {
    "\(schema.entities[key.entity].name) \(key.number)"
  }

  private func note(_ kind: IntegrityIssue.Kind, _ message: String) {
    issues.append(IntegrityIssue(kind, message: "\(store.url?.path ?? store.type): \(message)"))
  }

  private func note(
    _ kind: IntegrityIssue.Kind, _ message: String, of key: ObjectKey, as property: String
  ) {
    let place = store.url?.path ?? store.type
    issues.append(
      IntegrityIssue(
        kind, object: coordinator.objectID(for: key.inStore(store.ordinal)), property: property,
        message: "\(place): \(property) of \(text(key)) \(message)"))
  }

  /// Notes that issues of some kinds were repaired in the transaction of the check.
  func noteRepairs(_ kinds: Set<IntegrityIssue.Kind>) {
    for place in issues.indices where kinds.contains(issues[place].kind) {
      issues[place].isRepaired = true
    }
  }
}
