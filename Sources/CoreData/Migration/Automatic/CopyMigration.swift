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
  private let storeClass: NSPersistentStore.Type
  private let plan: LightweightMigration.Plan

  init(
    step: LightweightMigration, storeClass: NSPersistentStore.Type,
    _ plan: LightweightMigration.Plan
  ) {
    self.step = step
    self.storeClass = storeClass
    self.plan = plan
  }

  private var subject: MigrationSubject { step.subject }

  /// Who saves to the file, or migrates it, waits meanwhile, and then finds another one (R-PSC-540).
  func run() throws {
    let lock = try FileLock.take(
      StoreLocation.standardised(subject.url),
      timeout: StoreFileAccess(subject.options).timeout)
    try withExtendedLifetime(lock) { try migrate() }
  }

  private func migrate() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: step.source)
    guard let store = try opened(in: coordinator) else { return }
    do {
      try requireNoneBecomesAbstract(in: store)
      try copy(store)
      try coordinator.remove(store)
    } catch {
      // The first error is the one to report.
      try? coordinator.remove(store)
      throw error
    }
  }

  /// Opens the file for reading, with the version that it is of; nil when it is of another one by now.
  private func opened(in coordinator: NSPersistentStoreCoordinator) throws -> NSPersistentStore? {
    var options = subject.options.dictionary ?? [:]
    options[NSReadOnlyPersistentStoreOption] = true
    options[NSMigratePersistentStoresAutomaticallyOption] = nil
    let metadata = try subject.metadata()
    guard step.isOfSource(metadata) else { return nil }
    let names = [nil] + step.source.configurations.map(Optional.some)
    let name = names.first {
      step.source.isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata)
    }
    // A version that has not the store's configuration can read it all the same.
    if name == nil { options[NSIgnorePersistentStoreVersioningOption] = true }
    return try coordinator.addPersistentStore(
      ofType: subject.type, configurationName: name ?? nil, at: subject.url, options: options)
  }

  private func requireNoneBecomesAbstract(in store: NSPersistentStore) throws {
    let names = plan.inference.namesOfNewlyAbstract
    guard !names.isEmpty else { return }
    let figures = try store.backend.statistics()
    for figure in figures.entities where figure.rows > 0 {
      let name = step.source.schema.entities[figure.entity].name
      guard names.contains(name) else { continue }
      throw subject.becomingAbstract(name, count: figure.rows)
    }
  }

  private func copy(_ store: NSPersistentStore) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: step.destination)
    let request = try StoreRequest(
      coordinator: coordinator, type: subject.type, configuration: subject.configuration,
      url: subject.url, options: subject.options
    ).configured()
    let former = (store.metadata ?? [:]).merging(step.entries) { $1 }
    let target = try ClientTarget(
      request, storeClass, ordinal: store.ordinal,
      metadata: former.filter { !StaticMetadata.automaticKeys.contains($0.key) },
      identifier: store.identifier)
    do {
      try keepNames(of: store, in: target)
      try MigrationCopy(
        plan.mapping, sourceEntities: plan.sourceEntities, from: store.backend,
        entities: request.entitiesWithAncestors, to: target.backend
      ).run(metadata: target.metadata, progress: step.progress)
      try target.settle()
    } catch {
      target.discard()
      throw translated(error)
    }
  }

  /// Objects have the same names in the new file, and so the same URIs (R-PSC-538).
  private func keepNames(of store: NSPersistentStore, in target: ClientTarget) throws {
    let mapping = plan.mapping
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
      ErrorTranslation.cocoaError(error, url: subject.url, engine: nil)
    case .conflict, .difference:
      subject.error(
        .migration, "The content of \(subject.name) could not be brought over: \(error)")
    case nil: error
    }
  }
}
