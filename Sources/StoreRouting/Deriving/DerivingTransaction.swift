// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// A write transaction of a store whose model has derived attributes: behind every change set it
/// writes the values that follow from it (R-MOD-128), and what others say about such values it does
/// not pass on (R-MOD-129).
final class DerivingTransaction: StoreTransaction {
  private let transaction: any StoreTransaction
  private let plan: DerivationPlan

  init(_ transaction: any StoreTransaction, _ plan: DerivationPlan) {
    self.transaction = transaction
    self.plan = plan
  }

  var reader: any StoreSnapshot { transaction.reader }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    // They were computed, as a repair does.
    guard !changes.isDerived else { return try transaction.apply(changes) }
    let changes = plan.withoutDerived(changes)
    var run = try DerivationRun(plan, of: changes, reader: reader)
    let conflicts = try transaction.apply(changes)
    guard conflicts.isEmpty else { return conflicts }
    try run.run { (updates) throws(StoreError) in
      var values = ChangeSet()
      values.updates = updates
      values.isDerived = true
      values.isReplay = changes.isReplay
      // Without expected versions, and of attributes that no constraint names: no conflicts.
      _ = try transaction.apply(values)
    }
    return []
  }

  var history: HistoryEntry? { transaction.history }
  func record(_ entry: HistoryEntry) throws(StoreError) -> Int64 { try transaction.record(entry) }
  func raiseHistory(transaction number: Int64, change: Int64) throws(StoreError) {
    try transaction.raiseHistory(transaction: number, change: change)
  }
  func purgeHistory(before number: Int64) throws(StoreError) {
    try transaction.purgeHistory(before: number)
  }
  func prepare() throws(StoreError) { try transaction.prepare() }
  func flush() throws(StoreError) { try transaction.flush() }
  var mayFollowOthers: Bool { transaction.mayFollowOthers }
  func requireDurability() { transaction.requireDurability() }
  func synchroniseEarlier() throws(StoreError) { try transaction.synchroniseEarlier() }
  func commit() throws(StoreError) { try transaction.commit() }
  func rollback() { transaction.rollback() }
}

/// The plans of a schema, for the stores that derive something themselves and for the others.
struct DerivationPlans: Sendable {
  private let common: DerivationPlan?
  private let besideStore: DerivationPlan?

  /// Nothing for a schema without derived attributes.
  init(_ schema: StoreSchema) {
    common = DerivationPlan(schema, storeDerives: false)
    besideStore = DerivationPlan(schema, storeDerives: true)
  }

  /// Returns a transaction of a store in which derived attributes are kept up.
  func deriving(
    _ transaction: any StoreTransaction, of backend: any StoreBackend
  ) -> any StoreTransaction {
    guard let plan = plan(for: backend) else { return transaction }
    return DerivingTransaction(transaction, plan)
  }

  /// Returns the plan for the saves of a store; nil when there is nothing to derive.
  func plan(for backend: any StoreBackend) -> DerivationPlan? {
    // What an incremental store is to keep is what it is given: see docs/writing-a-store.md.
    guard common != nil, backend.capabilities.contains(.transactionalReads) else { return nil }
    return backend.capabilities.contains(.derives) ? besideStore : common
  }
}
