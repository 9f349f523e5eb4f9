// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

/// The derivation that goes with one change set: made before the changes are written, since it has
/// to see what they remove, and run afterwards in the same transaction.
package struct DerivationRun {
  private let plan: DerivationPlan
  private let changes: ChangeSet
  private let reader: any StoreSnapshot
  private let now: Double
  /// By rule and dependency: owners that lose members.
  private var formerOwners: [[Set<ObjectKey>]]
  /// Derived slots that have changed meanwhile.
  private var derived: [ObjectKey: SlotSet] = [:]

  /// - Parameter reader: the transaction's.
  package init(
    _ plan: DerivationPlan, of changes: ChangeSet, reader: any StoreSnapshot
  ) throws(StoreError) {
    self.plan = plan
    self.changes = changes
    self.reader = reader
    now = Date().timeIntervalSinceReferenceDate
    formerOwners = []
    let search = OwnerSearch(schema: plan.schema, reader: reader)
    for rule in plan.rules {
      var owners: [Set<ObjectKey>] = []
      for dependency in rule.dependencies {
        owners.append(try search.formerOwners(dependency.cause, changes))
      }
      formerOwners.append(owners)
    }
  }

  /// Computes the values of one attribute after the other, each with those before it written.
  ///
  /// - Parameter write: writes values; they have no expected version, so there is no conflict.
  package mutating func run(
    write: ([RowUpdate]) throws(StoreError) -> Void
  ) throws(StoreError) {
    for (place, rule) in plan.rules.enumerated() {
      let keys = try affected(by: rule, formerOwners[place])
      guard !keys.isEmpty else { continue }
      if rule.isKeptByStore {
        note(keys, rule)
      } else {
        let updates = try DerivedValues(rule, reader, now: now).updates(of: keys.sorted())
        guard !updates.isEmpty else { continue }
        note(updates.map(\.key), rule)
        try write(updates)
      }
    }
  }

  private mutating func note(_ keys: some Sequence<ObjectKey>, _ rule: DerivationRule) {
    for key in keys { derived[key, default: SlotSet()].insert(rule.slot) }
  }

  /// Returns the objects whose value is to be computed. What is new has none yet.
  private func affected(
    by rule: DerivationRule, _ former: [Set<ObjectKey>]
  ) throws(StoreError) -> Set<ObjectKey> {
    var keys = Set<ObjectKey>()
    for insert in changes.inserts where rule.entity.subtree.contains(insert.row.entity) {
      keys.insert(insert.key)
    }
    if case .now = rule.source {
      for update in changes.updates
      where update.expectedVersion != nil && rule.entity.subtree.contains(update.row.entity) {
        keys.insert(update.key)
      }
    }
    let search = OwnerSearch(schema: plan.schema, reader: reader)
    for (place, dependency) in rule.dependencies.enumerated() {
      var found = former[place]
      switch dependency.cause {
      case .rows(let entities, let slots):
        changedRows(entities, slots, isRemote: !dependency.steps.isEmpty, into: &found)
      case .membership(let source): search.addOwners(source, changes, to: &found)
      }
      guard !found.isEmpty else { continue }
      keys.formUnion(try search.follow(dependency.steps, from: found))
    }
    return keys
  }

  private func changedRows(
    _ entities: Range<Int>, _ slots: SlotSet, isRemote: Bool, into found: inout Set<ObjectKey>
  ) {
    for update in changes.updates
    where entities.contains(update.row.entity) && update.changed.intersects(slots) {
      found.insert(update.key)
    }
    if isRemote {
      for delete in changes.deletes where entities.contains(delete.key.entity) {
        found.insert(delete.key)
      }
    }
    for (key, changed) in derived where entities.contains(key.entity) {
      if changed.intersects(slots) { found.insert(key) }
    }
  }
}
