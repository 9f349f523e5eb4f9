// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The changes that the change sets of a transaction make, as a history tells them: each object once, an
/// insertion takes in what follows it, and what comes and goes leaves nothing (R-PSC-734, R-PSC-735).
struct HistoryRecorder {
  private let schema: StoreSchema
  private let layout: HistoryLayout
  private var origin: ChangeOrigin?
  /// Nil where an object has come and gone.
  private var changes: [HistoryChange?] = []
  /// Where the change of an object is; made when somebody asks for it.
  private var places: [ObjectKey: Int]?

  init(_ schema: StoreSchema) {
    self.schema = schema
    layout = schema.history
  }

  /// The entry that the history is to have; nil: none.
  var entry: HistoryEntry? {
    if let entry = origin?.entry { return entry }
    let changes = changes.compactMap(\.self)
    guard !changes.isEmpty else { return nil }
    let transaction = HistoryTransaction(
      timestamp: origin?.timestamp ?? Date.timeIntervalSinceReferenceDate, author: origin?.author,
      contextName: origin?.contextName, bundleID: ProcessIdentity.bundle,
      processID: ProcessIdentity.name)
    return HistoryEntry(transaction: transaction, changes: changes)
  }

  // MARK: - Before a change set is applied

  /// Returns the deletions of a change set, with what is kept of their objects; objects that are not
  /// there leave nothing.
  func deletions(
    of set: ChangeSet, reader: any StoreSnapshot
  ) throws(StoreError) -> [HistoryChange] {
    let isNeeded = set.deletes.contains { delete in
      delete.expectedVersion == nil || !layout.entities[delete.key.entity].preserved.isEmpty
    }
    guard isNeeded else { return set.deletes.map { HistoryChange(.delete, $0.key) } }
    let rows = try reader.rows(for: set.deletes.map(\.key))
    return zip(set.deletes, rows).compactMap { delete, row in
      row.map { deletion(of: delete.key, $0) }
    }
  }

  private func deletion(of key: ObjectKey, _ row: Row) -> HistoryChange {
    let entity = schema.entities[row.entity]
    let values = layout.entities[row.entity].preserved.map { index in
      row.value(entity.attributes[index].slot, entity.attributes[index].type)
    }
    let concrete = ObjectKey(entity: row.entity, number: key.number)
    return HistoryChange(.delete, concrete, tombstone: values)
  }

  // MARK: - After it

  mutating func add(_ set: ChangeSet, _ deletions: [HistoryChange]) {
    if let origin = set.origin { self.origin = origin }
    // The rows of one change set are of different objects.
    let areNew = changes.isEmpty
    changes.reserveCapacity(changes.count + set.updates.count + set.inserts.count)
    for deletion in deletions { add(deletion, isNew: areNew) }
    for update in set.updates { add(update, isNew: areNew) }
    for insert in set.inserts { add(HistoryChange(.insert, insert.key), isNew: areNew) }
    for link in set.links { add(link) }
    for (key, indexes) in set.origin?.toManys ?? [:] { add(toManys: indexes, of: key) }
  }

  private mutating func add(_ update: RowUpdate, isNew: Bool) {
    let entity = update.row.entity
    let properties = layout.entities[entity].places(of: update.changed)
    // Positions in the order of a relationship: the object itself is as it was.
    if properties.isEmpty, update.expectedVersion == nil { return }
    let key = ObjectKey(entity: entity, number: update.key.number)
    add(HistoryChange(.update, key, properties: properties), isNew: isNew)
  }

  private mutating func add(toManys indexes: [Int], of key: ObjectKey) {
    var properties = SlotSet()
    for index in indexes { properties.insert(layout.entities[key.entity].place(ofToMany: index)) }
    add(HistoryChange(.update, key, properties: properties))
  }

  /// Both ends have other members.
  private mutating func add(_ change: LinkChange) {
    let link = schema.links[change.link]
    add(member: link.firstName, of: change.first)
    if let name = link.secondName { add(member: name, of: change.second) }
  }

  private mutating func add(member name: String, of key: ObjectKey) {
    guard let place = layout.entities[key.entity].properties.firstIndex(of: name) else { return }
    var properties = SlotSet()
    properties.insert(place)
    add(HistoryChange(.update, key, properties: properties))
  }

  /// - Parameter isNew: whether no other change can be of the same object.
  private mutating func add(_ change: HistoryChange, isNew: Bool = false) {
    if isNew || change.kind == .insert && places == nil { return changes.append(change) }
    if places == nil { notePlaces() }
    guard let place = places?[change.key] else {
      places?[change.key] = changes.count
      changes.append(change)
      return
    }
    changes[place] = HistoryRecorder.merged(changes[place], change)
  }

  private mutating func notePlaces() {
    var places: [ObjectKey: Int] = [:]
    places.reserveCapacity(changes.count)
    for (place, change) in changes.enumerated() {
      if let change { places[change.key] = place }
    }
    self.places = places
  }

  private static func merged(_ old: HistoryChange?, _ new: HistoryChange) -> HistoryChange? {
    guard var merged = old else { return new.kind == .insert ? new : nil }
    switch (merged.kind, new.kind) {
    case (.insert, .delete): return nil
    case (.insert, _), (.delete, .update): return merged
    case (.update, .update):
      new.properties.forEach { merged.properties.insert($0) }
      return merged
    case (_, .delete): return new
    case (.delete, .insert), (.update, .insert): return HistoryChange(.update, new.key)
    }
  }
}
