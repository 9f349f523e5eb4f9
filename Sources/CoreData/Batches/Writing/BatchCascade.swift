// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Applies delete rules to rows: what goes with them, and which references to them are cleared.
///
/// *Deny* is not enforced by stores; its references are cleared as by *nullify*. *No action* leaves
/// them. Rows are looked at in parts; what is kept of each is its key.
struct BatchCascade {
  private let writer: BatchWriter
  private let layouts: [PropertyLayout]
  private var doomed = Set<ObjectKey>()
  /// In the order in which they were found; those from `next` on have not been looked at.
  private var order: [ObjectKey] = []
  private var next = 0
  /// The references to clear.
  private var references: [ObjectKey: SlotSet] = [:]
  /// The mandatory relationships of others that lead to what goes.
  private var mandatory: [ObjectKey: PropertyRecord] = [:]

  init(_ writer: BatchWriter) {
    self.writer = writer
    layouts = writer.coordinator.entities.map(\.frozenLayoutOrFail)
  }

  /// Removes rows and all that goes with them; returns the keys of what was there.
  mutating func remove(_ keys: [ObjectKey]) throws -> [ObjectKey] {
    try doom(keys)
    while next < order.count {
      let part = Array(order[next..<min(next + BatchWriter.partCount, order.count)])
      next += part.count
      let groups = Dictionary(grouping: part, by: \.entity).sorted { $0.key < $1.key }
      for (entity, keys) in groups { try follow(keys, layouts[entity]) }
    }
    try requireOptional()
    try write()
    return order
  }

  /// Adds the rows that are there, under their concrete keys.
  private mutating func doom(_ keys: [ObjectKey]) throws {
    var found: [ObjectKey] = []
    try writer.forEachPart(keys) { part in
      for (key, row) in part {
        found.append(key)
        writer.willReplace(key, row)
      }
    }
    for key in found where doomed.insert(key).inserted { order.append(key) }
  }

  // MARK: - Rules

  private mutating func follow(_ keys: [ObjectKey], _ layout: PropertyLayout) throws {
    let rows = try writer.transaction.rows(for: keys)
    for index in layout.relationships {
      let record = layout.properties[index]
      guard record.isPersistent, record.column >= 0, record.deleteRule != .noActionDeleteRule
      else { continue }
      let isCascade = record.deleteRule == .cascadeDeleteRule
      let inverse = inverse(of: record)
      guard isCascade || inverse != nil else { continue }
      let members = try members(record, of: keys, rows: rows, layout: layout)
      if isCascade { try doom(members.filter { !doomed.contains($0) }) }
      if let inverse { leave(inverse, of: members) }
    }
  }

  /// Returns the inverse, if rows of the destination hold it, or if it is of many on both sides and
  /// mandatory.
  private func inverse(of record: PropertyRecord) -> PropertyRecord? {
    guard record.inverse >= 0, record.destination >= 0 else { return nil }
    let inverse = layouts[record.destination].properties[record.inverse]
    if inverse.kind == .toOne { return inverse.slot >= 0 ? inverse : nil }
    return record.kind == .toMany && !inverse.isOptional ? inverse : nil
  }

  private func members(
    _ record: PropertyRecord, of keys: [ObjectKey], rows: [Row?], layout: PropertyLayout
  ) throws -> [ObjectKey] {
    if record.kind == .toMany {
      let reference = RelationshipReference(entity: layout.index, toMany: record.column)
      return try writer.transaction.related(reference, of: keys)
    }
    return rows.compactMap { row in
      row?.reference(record.slot)?.inStore(writer.transaction.ordinal)
    }
  }

  private mutating func leave(_ inverse: PropertyRecord, of keys: [ObjectKey]) {
    for key in keys {
      if inverse.kind == .toOne { references[key, default: SlotSet()].insert(inverse.slot) }
      if !inverse.isOptional { mandatory[key] = inverse }
    }
  }

  // MARK: - Writing

  /// A mandatory relationship cannot be left (R-PSC-711).
  private func requireOptional() throws {
    guard let (key, record) = mandatory.first(where: { !doomed.contains($0.key) }) else { return }
    let kind = record.kind == .toOne ? "OTO" : "MTM"
    throw CocoaError.make(
      .persistentStoreSaveConflicts,
      reason: "Constraint trigger violation: Batch delete failed due to mandatory \(kind) nullify "
        + "inverse on \(layouts[key.entity].schema.name)/\(record.name)",
      userInfo: [NSValidationKeyErrorKey: record.name])
  }

  private func write() throws {
    for start in stride(from: 0, to: order.count, by: BatchWriter.partCount) {
      var changes = ChangeSet()
      for key in order[start..<min(start + BatchWriter.partCount, order.count)] {
        changes.deletes.append(RowDelete(key: key, expectedVersion: nil))
      }
      try writer.write(changes)
    }
    try writer.clear(references.filter { !doomed.contains($0.key) })
  }
}
