// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// A step of a file of an engine of the library's own.
struct EngineMigration {
  private let step: LightweightMigration
  private let engine: any StoreEngine.Type
  private let plan: LightweightMigration.Plan

  init(
    step: LightweightMigration, engine: any StoreEngine.Type, _ plan: LightweightMigration.Plan
  ) {
    self.step = step
    self.engine = engine
    self.plan = plan
  }

  private var subject: MigrationSubject { step.subject }
  private var copy: CopyMigration { CopyMigration(step: step, kind: .engine(engine), plan) }

  /// Migrates the file, unless it has other metadata by now than the plan was made for. What the engine
  /// cannot do in place is done by a copy.
  func run(on stored: StoreMetadata) throws {
    if plan.mapping.changes(\.rawValue) { try copy.completePledgedSaves() }
    guard canConvert else { return try copy.run() }
    if try migrateInPlace(stored) == .needsCopy { try copy.run() }
  }

  /// True if the engine makes values of other kinds of those that there are, if need be. SQLite does;
  /// others take the values of rows over as they are.
  private var canConvert: Bool {
    subject.type == NSSQLiteStoreType || !plan.mapping.changes(\.slotKind)
  }

  private func migrateInPlace(_ stored: StoreMetadata) throws -> MigrationOutcome {
    do {
      let outcome = try engine.migrate(try task(for: stored))
      Log.migration("\(subject.url.path): \(outcome)")
      return outcome
    } catch let error as StoreError {
      throw ErrorTranslation.cocoaError(error, url: subject.url, engine: engine)
    }
  }

  private func task(for stored: StoreMetadata) throws -> StoreMigration {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: step.destination)
    let request = try StoreRequest(
      coordinator: coordinator, type: subject.type, configuration: subject.configuration,
      url: subject.url, options: subject.options
    ).holding(plan.inference.participants)
    let former = try StoreMetadataCoding.decoded(stored, at: subject.url).merging(step.entries) {
      $1
    }
    var settings = StoreConfiguration(
      of: step.destination, at: subject.url, entities: request.entitiesWithAncestors,
      newMetadata: try request.migrated(former, identifier: stored.identifier))
    subject.options.apply(to: &settings)
    var task = StoreMigration(
      plan.mapping, sourceEntities: plan.sourceEntities, configuration: settings, expected: stored)
    task.isDeferred = step.isDeferred
    task.label = step.label
    task.progress = step.progress
    return task
  }

  /// An entity that is abstract afterwards must have no objects (R-PSC-535).
  func requireNoneBecomesAbstract() throws {
    try subject.requireNone(
      of: plan.inference.namesOfNewlyAbstract, try EntityCounts(of: subject, in: step.source))
  }
}

extension SchemaMigration {
  /// Returns true if attributes get their values from those of another type, as far as a fact of the type
  /// tells.
  fileprivate func changes<Fact: Equatable>(_ fact: (AttributeType) -> Fact) -> Bool {
    zip(destination.entities, entities).contains { entity, origin in
      guard let origin else { return false }
      let former = source.entities[origin.source].attributes
      return zip(entity.attributes, origin.attributes).contains { attribute, origin in
        origin.attribute.map { fact(former[$0].type) != fact(attribute.type) } ?? false
      }
    }
  }
}

extension StoreRequest {
  /// Returns the request with the entities of its configuration, and some besides.
  func holding(_ others: [NSEntityDescription]) throws -> StoreRequest {
    var request = self
    request.entities = StoreEntities(
      try configuredEntities(), others: coordinator.indexes(of: others))
    return request
  }

  /// Returns the metadata of a store after its migration: what clients have put there stays.
  func migrated(_ former: [String: Any], identifier: String) throws -> StoreMetadata {
    let complete = former.merging(automaticMetadata(identifier: identifier)) { $1 }
    return try StoreMetadataCoding.encoded(complete, identifier: identifier)
  }
}
