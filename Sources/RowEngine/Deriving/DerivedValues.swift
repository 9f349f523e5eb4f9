// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Computes the values of one derived attribute from what is stored.
struct DerivedValues {
  private let rule: DerivationRule
  private let reader: any StoreSnapshot
  private let now: Double

  init(_ rule: DerivationRule, _ reader: any StoreSnapshot, now: Double) {
    self.rule = rule
    self.reader = reader
    self.now = now
  }

  /// Returns what is to be written so that the objects have the right value. Costs one call for the
  /// rows, and one for the members if it is about a to-many.
  func updates(of keys: [ObjectKey]) throws(StoreError) -> [RowUpdate] {
    let stored = try present(keys)
    let values = try values(of: stored)
    let assembler = RowAssembler()
    var changed = SlotSet()
    changed.insert(rule.slot)
    var updates: [RowUpdate] = []
    for ((key, row), value) in zip(stored, values) {
      let value = value.converted(to: rule.type)
      guard row.value(rule.slot, rule.type) != value else { continue }
      assembler.begin(entity: row.entity, slotCount: row.slotCount, version: row.version)
      assembler.set(value, rule.slot)
      updates.append(
        RowUpdate(key: key, row: assembler.finish(), changed: changed, expectedVersion: nil))
    }
    return updates
  }

  /// The objects that are there and have the attribute, under their concrete keys, each once.
  private func present(_ keys: [ObjectKey]) throws(StoreError) -> [(ObjectKey, Row)] {
    var seen = Set<ObjectKey>()
    var found: [(ObjectKey, Row)] = []
    for (key, row) in zip(keys, try reader.rows(for: keys)) {
      guard let row, rule.entity.subtree.contains(row.entity) else { continue }
      let key = ObjectKey(entity: row.entity, number: key.number)
      if seen.insert(key).inserted { found.append((key, row)) }
    }
    return found.sorted { $0.0 < $1.0 }
  }

  private func values(
    of objects: [(key: ObjectKey, row: Row)]
  ) throws(StoreError) -> [AttributeValue] {
    switch rule.source {
    case .now: return objects.map { _ in .date(now) }
    case .operand(let operand):
      let source = SnapshotRows(reader)
      var values: [AttributeValue] = []
      for (key, row) in objects {
        values.append(try operand.evaluate(FilterFrame(row: row, key: key, source: source)))
      }
      return values
    case .count(let source):
      let members = try related(source, objects, withRows: false)
      var counts = [Int64](repeating: 0, count: objects.count)
      for owner in members.owners { counts[Int(owner)] += 1 }
      return counts.map { .integer($0) }
    case .statistic(let function, let source, let slot, let type):
      let members = try related(source, objects, withRows: true)
      var statistics = objects.map { _ in AggregateEvaluator(function) }
      for (owner, row) in zip(members.owners, members.rows) {
        statistics[Int(owner)].add(row.value(slot, type))
      }
      return statistics.map(\.result)
    }
  }

  private func related(
    _ source: SourceMembers, _ objects: [(key: ObjectKey, row: Row)], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    try reader.related(source.relationship, of: objects.map(\.key), withRows: withRows)
  }
}

extension AttributeValue {
  /// Returns a number as an attribute of another type holds it; null where it cannot.
  func converted(to type: AttributeType) -> AttributeValue {
    switch (type.slotKind, self) {
    case (.integer, .double(let double)), (.integer, .date(let double)):
      return Int64(exactly: double.rounded(.towardZero)).map { .integer($0) } ?? .null
    case (.integer, .decimal(let decimal)):
      let double = decimal.nearestDouble
      return AttributeValue.double(double).converted(to: type)
    case (.double, .integer(let integer)): return .double(Double(integer))
    case (.double, .decimal(let decimal)):
      return .double(decimal.nearestDouble)
    case (.double, .date(let double)) where type != .date: return .double(double)
    case (.decimal, .integer(let integer)): return .decimal(Decimal(integer))
    case (.decimal, .double(let double)): return .decimal(double.shortestDecimal)
    default: return self
    }
  }
}
