// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Finding out what migrating stores as one would do.
struct PlanDrafting {
  private let subjects: [MigrationSubject]
  private let relocations: [EntityRelocation]
  private let model: NSManagedObjectModel

  init(
    _ descriptions: [NSPersistentStoreDescription], _ relocations: [EntityRelocation],
    to model: NSManagedObjectModel
  ) throws {
    self.relocations = RelatedRelocations(relocations.map { $0.named(for: model) }, in: model).all
    self.model = model
    subjects = try descriptions.compactMap { try Self.subject($0, of: model) }
  }

  func plan() throws -> MigrationPlan {
    try relocations.forEach(require)
    for subject in subjects { try StoreMark.settle(subject.url, timeout: subject.timeout) }
    let drafts = try subjects.map { try Draft($0, to: BridgeModel.make(model, relocations)) }
    let due = relocations.filter { relocation in
      drafts.contains { $0.name == relocation.source && $0.holds(relocation.entity) }
    }
    return MigrationPlan(try drafts.map { try part($0, due) }, moving: due, to: model)
  }

  // MARK: - Stores

  /// Returns nil for a store that has no file of its own to migrate.
  private static func subject(
    _ description: NSPersistentStoreDescription, of model: NSManagedObjectModel
  ) throws -> MigrationSubject? {
    guard let url = description.url, !StoreLocation.isMemory(url), !description.isReadOnly else {
      return nil
    }
    let whole = description.configuration.map(model.namesWhole) ?? true
    let subject = MigrationSubject(
      url: url, type: description.type, configuration: whole ? nil : description.configuration,
      options: StoreOptionValues(description.options))
    switch try StoreRegistry.kind(of: description.type) {
    case .engine(let engine): return engine.needsLocation ? subject : nil
    case .client(let storeClass):
      guard storeClass is NSAtomicStore.Type, url.isFileURL else {
        throw subject.error(
          .persistentStoreOperation,
          "The store \(url.absoluteString) cannot be migrated together with others: only "
            + "\(storeClass) knows where it has its data.")
      }
      return subject
    }
  }

  private func require(_ relocation: EntityRelocation) throws {
    for name in [relocation.source, relocation.destination] {
      guard subjects.contains(where: { $0.configurationName == name }) else {
        throw refusal(relocation, "no store is described for the configuration \(name)")
      }
    }
    let entities = model.entities(forConfigurationName: relocation.destination) ?? []
    guard entities.contains(where: { $0.name == relocation.entity }) else {
      throw refusal(
        relocation, "the configuration \(relocation.destination) does not have the entity")
    }
  }

  private func refusal(_ relocation: EntityRelocation, _ why: String) -> CocoaError {
    CocoaError.make(
      .coreData,
      reason: "\(relocation.entity) cannot go from \(relocation.source) to "
        + "\(relocation.destination): \(why).")
  }

  // MARK: - Parts

  /// A store, and how its version becomes the present one.
  private struct Draft {
    let subject: MigrationSubject
    let metadata: [String: Any]?
    /// To the model in which entities are still where they come from; nil for no file.
    let match: ModelMatch?
    let source: NSManagedObjectModel?

    var name: String { subject.configurationName }

    init(_ subject: MigrationSubject, to bridge: NSManagedObjectModel) throws {
      self.subject = subject
      guard StoreLocation.hasStore(at: subject.url) else {
        (metadata, match, source) = (nil, nil, nil)
        return
      }
      let metadata = try subject.metadata()
      let source =
        subject.isCompatible(metadata, with: bridge)
        ? bridge : try SourceModels.model(of: subject, metadata)
      let names = VersionHashing.storedHashes(in: metadata).map { Set($0.keys) } ?? []
      self.metadata = metadata
      self.source = source
      match = ModelMatch(
        from: source.entities.filter { names.contains($0.name ?? "") },
        to: bridge.entities(forConfigurationName: subject.configuration) ?? [])
    }

    /// Counts the objects of the file; nil without one.
    func counts() throws -> EntityCounts? {
      guard metadata != nil, let source else { return nil }
      return try EntityCounts(of: subject, in: source)
    }

    /// Returns true if the file has objects, or could have, of an entity of the present model.
    func holds(_ entity: String) -> Bool { match?.pair(ofDestination: entity) != nil }
  }

  private func part(_ draft: Draft, _ due: [EntityRelocation]) throws -> MigrationPlan.Part {
    let subject = draft.subject
    let moves = due.filter { [$0.source, $0.destination].contains(draft.name) }
    let isPresent = draft.metadata.map { subject.isCompatible($0, with: model) } ?? true
    let fate: MigrationPlan.Fate =
      if !isPresent { .migrated } else if !moves.isEmpty {
        .relocated
      } else if draft.metadata
        == nil
      { .missing } else { .unchanged }
    let counts = try moves.isEmpty && isPresent ? nil : draft.counts()
    var entities = moves.map { entity($0, of: draft, counts) }
    if !isPresent, let source = draft.source {
      let former = moves.compactMap { draft.match?.pair(ofDestination: $0.entity)?.source.name }
      entities += try changes(
        of: draft, from: source, without: Set(moves.map(\.entity) + former), counts)
    }
    return MigrationPlan.Part(
      subject: subject,
      store: MigrationPlan.Store(
        url: subject.url, type: subject.type, configuration: subject.configuration, fate: fate,
        entities: entities.sorted { $0.name < $1.name }),
      metadata: draft.metadata)
  }

  private func entity(
    _ relocation: EntityRelocation, of draft: Draft, _ counts: EntityCounts?
  ) -> MigrationPlan.Entity {
    let leaves = relocation.source == draft.name
    let former = draft.match?.pair(ofDestination: relocation.entity)?.source.name
    return MigrationPlan.Entity(
      name: relocation.entity,
      change: leaves
        ? "its objects go to the store of \(relocation.destination)"
        : "objects come from the store of \(relocation.source)", details: [],
      objectCount: leaves ? counts?[former ?? relocation.entity] : nil)
  }

  private func changes(
    of draft: Draft, from source: NSManagedObjectModel, without moved: Set<String>,
    _ counts: EntityCounts?
  ) throws -> [MigrationPlan.Entity] {
    let names = draft.metadata.flatMap(VersionHashing.storedHashes).map { Set($0.keys) }
    let difference = ModelDifference(
      MappingInference(
        from: source, to: model, sourceNames: names, configuration: draft.subject.configuration))
    let counted = counts.map(difference.counting) ?? difference
    return counted.entities.filter { !moved.contains($0.name) }.map { entity in
      let former = entity.formerName.map { ", once \($0)" } ?? ""
      let change =
        switch entity.kind {
        case .added: "added"
        case .removed: "removed with its objects"
        case .changed: "changed\(former)"
        }
      return MigrationPlan.Entity(
        name: entity.name, change: change, details: entity.changes,
        objectCount: entity.objectCount)
    }
  }
}

extension MigrationSubject {
  /// The configuration's name, also for the whole model.
  var configurationName: String { configuration ?? defaultConfigurationName }

  /// Seconds to wait for locks.
  var timeout: Double { options.number(NSPersistentStoreTimeoutOption)?.doubleValue ?? 240 }
}

extension EntityRelocation {
  /// The same with the name that the default configuration has in plans (R-PSC-053).
  fileprivate func named(for model: NSManagedObjectModel) -> EntityRelocation {
    func name(_ name: String) -> String {
      model.namesWhole(name) ? defaultConfigurationName : name
    }
    return EntityRelocation(
      entity, from: name(source), to: name(destination), relationships: relationships)
  }
}
