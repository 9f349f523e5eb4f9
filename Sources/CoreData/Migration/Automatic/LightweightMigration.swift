// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// One step of a store's file from one version of its model to another, by an inferred mapping.
///
/// The file is migrated where it is, in one transaction, if the engine can; else its content is copied
/// into a new file, which then takes its place. A failure leaves everything as it was (R-PSC-543).
struct LightweightMigration {
  let subject: MigrationSubject
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel
  /// The name of it in the history (R-PSC-618).
  var label: String?
  /// Entries that the metadata of the file get with it.
  var entries: [String: Any] = [:]
  /// True if a store of which no entity changes gets the destination's version all the same, as the stages
  /// of a migration go by it.
  var notesVersion = false
  /// True if what only frees space is done later (R-PSC-630).
  var isDeferred = false
  /// Is told how far it is; false ends it.
  var progress: @Sendable (MigrationProgress) -> Bool = { _ in true }

  init(
    _ subject: MigrationSubject, from source: NSManagedObjectModel,
    to destination: NSManagedObjectModel
  ) {
    self.subject = subject
    self.source = source
    self.destination = destination
    isDeferred = subject.options.flag(NSPersistentStoreDeferredLightweightMigrationOptionKey)
  }

  /// Migrates the file, unless it is of another version than the source by now.
  ///
  /// - Throws: 134190 if no mapping can be inferred, 134110 and 134111 for content that the new version
  ///   does not allow, and what opening a store throws.
  func run() throws {
    switch try StoreRegistry.kind(of: subject.type) {
    case .engine(let engine):
      let stored = try metadata(engine)
      let metadata = try StoreMetadataCoding.decoded(stored, at: subject.url)
      guard let plan = try plan(for: metadata) else { return }
      if !plan.gatheringToOnes.isEmpty { return try runByObjects(plan, metadata) }
      let migration = EngineMigration(step: self, engine: engine, plan)
      try migration.requireNoneBecomesAbstract()
      try migration.run(on: stored)
    case .client(let storeClass):
      guard storeClass is NSAtomicStore.Type else {
        throw subject.error(
          .migration,
          "Stores of type \(subject.type) cannot be migrated by themselves: only their class knows how "
            + "they keep objects.")
      }
      let metadata = try subject.metadata()
      guard let plan = try plan(for: metadata) else { return }
      if !plan.gatheringToOnes.isEmpty { return try runByObjects(plan, metadata) }
      try CopyMigration(step: self, kind: .client(storeClass), plan).run()
    }
  }

  /// Migrates object by object what rows could not take over without losing pairs: the objects are related
  /// as their former ones were.
  private func runByObjects(_ plan: Plan, _ metadata: [String: Any]) throws {
    guard entries.isEmpty, !notesVersion else {
      throw subject.error(
        .migration,
        "Several relationships become one to-one, which a stage of a migration cannot do: give the "
          + "versions a mapping model.")
    }
    var migration = ManualStoreMigration(
      subject, from: source, to: destination, by: plan.mappingModel)
    migration.gatheringToOnes = plan.gatheringToOnes
    migration.progress = { [progress] done in
      progress(MigrationProgress(entity: nil, done: Int(done * 100), total: 100))
    }
    try migration.run(expected: metadata)
  }

  /// The way of a store whose metadata are known.
  struct Plan {
    let inference: MappingInference
    let mapping: SchemaMigration
    /// The to-ones, by the names of entities, of which rows cannot take over all pairs.
    let gatheringToOnes: [String: Set<String>]

    /// The mapping by objects.
    var mappingModel: NSMappingModel { InferredMappings(inference).model }
    /// The entities that the store holds, and their ancestors, ascending.
    let sourceEntities: [Int]
  }

  /// Returns the plan for a store of the source's version; nil for one of another: somebody else has
  /// migrated it since the source was looked for (R-PSC-540).
  func plan(for metadata: [String: Any]) throws -> Plan? {
    guard isOfSource(metadata) else {
      Log.migration("\(subject.url.path) is of another version by now")
      return nil
    }
    let names = VersionHashing.storedHashes(in: metadata).map { Set($0.keys) }
    let inference = inference(names)
    try inference.requireInferable()
    source.freeze()
    destination.freeze()
    try destination.validateSchema()
    StrayIdentifiers(inference.match).sentences.forEach { Log.warning($0) }
    Log.migration("Migrating \(subject.url.path) by an inferred mapping")
    let compiler = SchemaMigrationCompiler(inference)
    return Plan(
      inference: inference, mapping: compiler.migration(),
      gatheringToOnes: compiler.gatheringToOnes,
      sourceEntities: Self.entities(names, of: source))
  }

  /// Returns true if a store with this metadata is of the source's version.
  func isOfSource(_ metadata: [String: Any]) -> Bool {
    guard VersionFit.fits(source, metadata) else { return false }
    if !subject.isCompatible(metadata, with: destination) { return true }
    let version = metadata[NSPersistentStoreModelVersionChecksumKey] as? String
    return notesVersion && version == source.versionChecksum
      && version != destination.versionChecksum
  }

  private func metadata(_ engine: any StoreEngine.Type) throws -> StoreMetadata {
    do { return try engine.readMetadata(at: subject.url) } catch {
      throw ErrorTranslation.cocoaError(error, url: subject.url, engine: engine)
    }
  }

  /// True if a mapping can be inferred. Reads the metadata of the file.
  var isInferable: Bool {
    get throws { inference(try sourceNames()).problems.isEmpty }
  }

  /// The entities that the file holds; nil if it does not say so.
  private func sourceNames() throws -> Set<String>? {
    VersionHashing.storedHashes(in: try subject.metadata()).map { Set($0.keys) }
  }

  private func inference(_ names: Set<String>?) -> MappingInference {
    MappingInference(
      from: source, to: destination, sourceNames: names, configuration: subject.configuration,
      dropping: subject.dropped)
  }

  /// Returns the numbers of a store's entities and their ancestors, ascending.
  private static func entities(_ names: Set<String>?, of model: NSManagedObjectModel) -> [Int] {
    let schema = model.schema
    guard let names else { return Array(schema.entities.indices) }
    var found: Set<Int> = []
    for name in names {
      var next = schema.entity(named: name)
      while let entity = next {
        found.insert(entity.index)
        next = entity.parent.map { schema.entities[$0] }
      }
    }
    return found.sorted()
  }
}
