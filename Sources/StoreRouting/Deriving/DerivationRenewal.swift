// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
package import StoreInterface

/// Computes derived values when a store is opened that has not got them yet: a former version of the
/// library has made it, or a model that derived something else.
///
/// Stores remember what they derive in a note. Those that write everything at every commit compute it
/// when they read it.
struct DerivationRenewal {
  private let plan: DerivationPlan
  private let backend: any StoreBackend
  /// The entities that the store holds.
  private let entities: [Int]

  init(_ plan: DerivationPlan, of backend: any StoreBackend, holding entities: [Int]) {
    self.plan = plan
    self.backend = backend
    self.entities = entities
  }

  private var capabilities: StoreCapabilities { backend.capabilities }

  func run() throws(StoreError) {
    guard capabilities.isSuperset(of: [.durable, .transactionalReads]),
      !capabilities.contains(.wholeSaves), plan.isRenewable, try isDue()
    else { return }
    try renew()
  }

  /// Computes them in any case.
  func renew() throws(StoreError) {
    let transaction = try backend.beginWrite()
    defer { transaction.rollback() }
    try plan.renew(entities, reader: transaction.reader) { (updates) throws(StoreError) in
      var changes = ChangeSet()
      changes.updates = updates
      changes.isDerived = true
      _ = try transaction.apply(changes)  // no versions: no conflicts
    }
    try remember(transaction)
    try transaction.prepare()
    try transaction.commit()
  }

  /// SQLite files are for others too, who would not know what such a note means: their triggers tell.
  private var remembers: Bool {
    capabilities.contains(.notes) && !capabilities.contains(.derives)
  }

  private func isDue() throws(StoreError) -> Bool {
    if capabilities.contains(.derives) { return capabilities.contains(.derivesAnew) }
    guard remembers else { return false }
    let snapshot = try backend.beginRead()
    defer { snapshot.end() }
    return try snapshot.notes(under: DerivationRenewal.note).first?.content != content
  }

  /// Takes back the note that a migration has left: the values are there now.
  private func forgetMigration(_ transaction: any StoreTransaction) throws(StoreError) {
    var changes = ChangeSet()
    changes.notes = [StoreNote(name: StoreNote.underived, content: nil)]
    _ = try transaction.apply(changes)
  }

  private func remember(_ transaction: any StoreTransaction) throws(StoreError) {
    if capabilities.contains(.derives) { return try forgetMigration(transaction) }
    guard remembers else { return }
    var changes = ChangeSet()
    changes.notes = [StoreNote(name: DerivationRenewal.note, content: content)]
    _ = try transaction.apply(changes)
  }

  static let note = "derived"

  private var content: Data {
    withUnsafeBytes(of: plan.fingerprint.littleEndian) { Data($0) }
  }
}

extension StoreRouter {
  /// Gives a store that is about to be mounted the derived values that it lacks; see
  /// ``DerivationRenewal``. Costs a look where it has them, and nothing without derived attributes.
  package func renewDerivedValues(
    in backend: any StoreBackend, holding entities: [Int]
  ) throws(StoreError) {
    guard let plan = journal.derivations.plan(for: backend) else { return }
    try DerivationRenewal(plan, of: backend, holding: entities).run()
  }
}
