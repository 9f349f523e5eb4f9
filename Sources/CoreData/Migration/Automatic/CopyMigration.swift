// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// A step of a store that cannot be migrated where it is: its content is copied into a new file, which
/// then takes its place.
///
/// Until then nothing has changed; what a process that died has left beside the file goes with the next
/// migration or opening (R-PSC-585).
struct CopyMigration {
  private let step: LightweightMigration
  private let kind: StoreRegistry.Kind
  private let plan: LightweightMigration.Plan

  init(step: LightweightMigration, kind: StoreRegistry.Kind, _ plan: LightweightMigration.Plan) {
    self.step = step
    self.kind = kind
    self.plan = plan
  }

  private var subject: MigrationSubject { step.subject }

  func run() throws {
    guard try !isMigrated(inStep: false) else { return }
    try completeSaves()
    _ = try isMigrated(inStep: true)
  }

  /// Returns false if a save over several stores has to be completed first, unless that was tried. Who
  /// saves to the file, or migrates it, waits meanwhile, and then finds another one (R-PSC-540).
  private func isMigrated(inStep: Bool) throws -> Bool {
    let lock = try exclusion()
    return try withExtendedLifetime(lock) { try migrate(inStep: inStep) }
  }

  private func migrate(inStep: Bool) throws -> Bool {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: step.source)
    let metadata = try subject.metadata()
    guard step.isOfSource(metadata) else { return true }  // somebody else has migrated it
    let store = try subject.open(in: coordinator, metadata)
    var target: (any TransferTarget)?
    do {
      if try inStep || !coordinator.isPledged(store) { target = try filled(from: store) }
      // A database is exchanged when nobody has it open.
      try coordinator.remove(store)
    } catch {
      // The first error is the one to report.
      try? coordinator.remove(store)
      target?.discard()
      throw error
    }
    try target.map(settle)
    return target != nil
  }

  private func settle(_ target: any TransferTarget) throws {
    do { try target.settle() } catch {
      target.discard()
      throw translated(error)
    }
  }

  /// Of two that copy one file, the second would replace what was written since. A database has locks
  /// of its own on its file, so that its folder is locked.
  private func exclusion() throws -> FileLock? {
    let url = StoreLocation.standardised(subject.url)
    let place = if case .engine = kind { url.deletingLastPathComponent() } else { url }
    return try FileLock.take(place, timeout: StoreFileAccess(subject.options).timeout)
  }

  /// A decided save over several stores that the store still lacks comes into it before its content is
  /// copied: the copy has other versions than those that the save goes by (R-PSC-917).
  private func completeSaves() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: step.source)
    let metadata = try subject.metadata()
    guard step.isOfSource(metadata) else { return }
    let store = try subject.open(in: coordinator, metadata, isReadOnly: false)
    // It is the only one, and nobody else knows of it.
    defer { try? coordinator.remove(store) }
    try coordinator.bringInStep(store)
  }

  /// The same before attributes get other types in place: what the save says of them is of the former.
  func completePledgedSaves() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: step.source)
    let metadata = try subject.metadata()
    guard step.isOfSource(metadata) else { return }
    let store = try subject.open(in: coordinator, metadata)
    let isPledged = Result { try coordinator.isPledged(store) }
    try coordinator.remove(store)
    if try isPledged.get() { try completeSaves() }
  }

  /// Returns the new file, complete.
  private func filled(from store: NSPersistentStore) throws -> any TransferTarget {
    try subject.requireNone(
      of: plan.inference.namesOfNewlyAbstract, try EntityCounts(store))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: step.destination)
    let request = try StoreRequest(
      coordinator: coordinator, type: subject.type, configuration: subject.configuration,
      url: subject.url, options: subject.options
    ).holding(plan.inference.participants)
    let target = try target(request, of: store)
    let count = try store.backend.changeCount()
    do {
      try keepNames(of: store, in: target)
      try MigrationCopy(
        plan.mapping, sourceEntities: plan.sourceEntities, from: store.backend,
        entities: request.entitiesWithAncestors, to: target.backend
      ).run(metadata: target.metadata, label: step.label, progress: step.progress)
      try requireUnchanged(store, since: count)
      return target
    } catch {
      target.discard()
      throw translated(error)
    }
  }

  private func target(
    _ request: StoreRequest, of store: NSPersistentStore
  ) throws -> any TransferTarget {
    let former = (store.metadata ?? [:]).merging(step.entries) { $1 }
      .filter { !StaticMetadata.automaticKeys.contains($0.key) }
    switch kind {
    case .engine(let engine):
      return try EngineTarget(request, engine, metadata: former, identifier: store.identifier)
    case .client(let storeClass):
      return try ClientTarget(
        request, storeClass, ordinal: store.ordinal, metadata: former,
        identifier: store.identifier)
    }
  }

  private func requireUnchanged(_ store: NSPersistentStore, since count: UInt64?) throws {
    guard try store.backend.changeCount() != count else { return }
    throw subject.error(
      .migration, "The store \(subject.name) was written while its content was copied.")
  }

  /// Objects have the same names in the new file, and so the same URIs (R-PSC-538).
  private func keepNames(of store: NSPersistentStore, in target: any TransferTarget) throws {
    let mapping = plan.mapping
    (target as? ClientTarget)?.continueNumbers(of: store)
    guard let former = store.reference.numbers, let numbers = target.numbers else { return }
    let snapshot = try store.backend.beginRead()
    defer { snapshot.end() }
    for root in Set(plan.sourceEntities.map { mapping.source.entities[$0].root }).sorted() {
      let schema = mapping.source.entities[root]
      try snapshot.run(Query(entity: root, concreteEntities: schema.subtree)) { batch in
        for key in batch.keys {
          guard let successor = mapping.successors[key.entity] else { continue }
          let entity = mapping.destination.entities[successor]
          numbers.bind(
            former.reference(of: key.number, root: schema.name), to: key.number,
            root: mapping.destination.entities[entity.root].name)
        }
        return true
      }
    }
  }

  private func translated(_ error: any Error) -> any Error {
    switch error as? StoreCopyError {
    case .cancelled:
      subject.error(.migrationCancelled, "The migration of \(subject.name) was ended.")
    case .source(let error), .destination(let error):
      ErrorTranslation.cocoaError(error, url: subject.url, engine: engine)
    case .conflict, .difference:
      subject.error(
        .migration, "The content of \(subject.name) could not be brought over: \(error)")
    case nil:
      (error as? StoreError).map {
        ErrorTranslation.cocoaError($0, url: subject.url, engine: engine)
      } ?? error
    }
  }

  private var engine: (any StoreEngine.Type)? {
    if case .engine(let engine) = kind { engine } else { nil }
  }
}
