// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// A migration between two open stores: three passes over the entity mappings, and the checks
/// (R-PSC-573…575).
final class MigrationRun {
  /// How many objects are in memory at a time, unless they are held (R-PSC-584).
  static let batchSize = 1000

  let mapping: NSMappingModel
  let source: MigrationStack
  let destination: MigrationStack
  let associations: AssociationTable
  /// The to-ones, by the names of entities, that gather the pairs of several relationships; nil for a
  /// mapping that is not inferred.
  var gatheringToOnes: [String: Set<String>]?
  /// The mapping of the property that is being set.
  var propertyMapping: NSPropertyMapping?
  private unowned let manager: NSMigrationManager
  private let mappings: [NSEntityMapping]
  private let policies: [NSEntityMigrationPolicy]
  /// The keys of all new objects that have been saved.
  private var created: [ObjectKey] = []
  private var savesBetween = true
  /// True if a policy of a client's may look for objects among those that are registered: all stay as
  /// they are until the end, else they are let go after each batch (R-PSC-584).
  private let holdsObjects: Bool

  init(
    _ manager: NSMigrationManager, _ mapping: NSMappingModel, policies: [NSEntityMigrationPolicy]
  ) {
    self.manager = manager
    self.mapping = mapping
    self.policies = policies
    mappings = mapping.entityMappings ?? []
    holdsObjects = policies.contains { type(of: $0) != NSEntityMigrationPolicy.self }
    let models = MigrationModel.copies(manager.sourceModel, manager.destinationModel)
    source = MigrationStack(models.source)
    destination = MigrationStack(models.destination)
    associations = AssociationTable(from: source, to: destination)
    if holdsObjects { [source, destination].forEach { $0.hold() } }
  }

  /// Returns the destination's configuration of a name; nil if it has none.
  func destinationName(_ configuration: String?) -> String? {
    configuration.flatMap { destination.model.namedConfigurations.contains($0) ? $0 : nil }
  }

  /// Returns the entities that objects of the open source become (R-PSC-532).
  func destinationsOfSource() -> [NSEntityDescription] {
    let held = Set(
      (source.store?.entities.held ?? []).map { source.coordinator.schema.entities[$0].name })
    let names = mappings.filter { held.contains($0.sourceEntityName ?? "") }
      .compactMap(\.destinationEntityName)
    return names.compactMap { destination.model.entitiesByName[$0] }
  }

  /// Fills the open destination with what the open source has.
  func fill(_ store: MigrationDestination) throws {
    savesBetween = store.isIncremental
    try destination.context.performAndWait {
      try source.context.performAndWait {
        try createInstances()
        try createRelationships()
        try validateMappings()
        try finish()
      }
    }
  }

  func defaults(
    for mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy
  ) -> PolicyDefaults {
    PolicyDefaults(step(mapping, policy))
  }

  private func step(_ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy) -> MappingStep {
    MappingStep(manager: manager, run: self, mapping: mapping, policy: policy)
  }

  // MARK: - The passes

  private func createInstances() throws {
    try eachMapping(pass: 0) { mapping, policy, progress in
      try policy.begin(mapping, with: manager)
      if makesInstances(of: mapping) {
        let keys = try SourceObjects(step(mapping, policy)).keys()
        try eachBatch(of: keys, progress) { batch in
          for object in try source.objects(batch) {
            try manager.status.requireRunning()
            try policy.createDestinationInstances(
              forSource: object, in: mapping, manager: manager)
          }
        }
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: manager)
    }
  }

  /// Additions and removals have nothing to bring over; without a policy nobody makes the objects of
  /// an undefined mapping (R-PSC-580).
  private func makesInstances(of mapping: NSEntityMapping) -> Bool {
    switch mapping.mappingType {
    case .addEntityMappingType, .removeEntityMappingType: return false
    case .undefinedEntityMappingType where mapping.entityMigrationPolicyClassName == nil:
      Log.warningOnce(
        "The entity mapping '\(mapping.name ?? "")' is undefined and has no policy: no objects are "
          + "made.")
      return false
    default: return mapping.sourceEntityName != nil || mapping.sourceExpression != nil
    }
  }

  private func createRelationships() throws {
    try eachMapping(pass: 1) { mapping, policy, progress in
      let prefetched = DefaultMappings.sourceRelationships(of: mapping, in: source.model)
      try eachBatch(of: try associations.destinationKeys(of: mapping), progress) { batch in
        let objects = try destination.objects(batch)
        try preload(objects, following: prefetched, mapping)
        for object in objects {
          try manager.status.requireRunning()
          try policy.createRelationships(forDestination: object, in: mapping, manager: manager)
        }
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
    }
  }

  /// Reads what the relationships of a batch will ask for, instead of one object after the other.
  private func preload(
    _ objects: [NSManagedObject], following names: [String], _ mapping: NSEntityMapping
  ) throws {
    let sources = associations.sources(of: objects, by: [mapping])
    try source.loadMembers(of: sources, names)
    let set = (mapping.relationshipMappings ?? []).compactMap(\.name)
    try destination.loadMembers(of: objects, set)
    // The sources stay registered while the batch is worked on.
    heldSources = sources
  }

  private var heldSources: [NSManagedObject] = []

  private func validateMappings() throws {
    try eachMapping(pass: 2) { mapping, policy, _ in
      try policy.performCustomValidation(forMapping: mapping, manager: manager)
      try policy.end(mapping, manager: manager)
    }
  }

  // MARK: - Steps of a pass

  private func eachMapping(
    pass: Int,
    _ body: (NSEntityMapping, NSEntityMigrationPolicy, (Float) -> Void) throws -> Void
  ) throws {
    for (place, (mapping, policy)) in zip(mappings, policies).enumerated() {
      try manager.status.requireRunning()
      let start = Float(pass * mappings.count + place)
      func report(_ part: Float) {
        manager.status.advance(to: (start + part) / Float(3 * mappings.count + 1))
        manager.progressHandler?(manager)
      }
      manager.status.enter(mapping)
      report(0)
      try body(mapping, policy, report)
      try flush()
    }
  }

  private func eachBatch(
    of keys: [ObjectKey], _ progress: (Float) -> Void, _ body: ([ObjectKey]) throws -> Void
  ) throws {
    for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
      let end = min(start + Self.batchSize, keys.count)
      try body(Array(keys[start..<end]))
      try flush()
      progress(Float(end) / Float(keys.count))
    }
  }

  /// Saves what has been made, and lets go of it, unless it is held. A store that is written as a whole
  /// is written once, at the end.
  private func flush() throws {
    try source.requireRead()
    try associations.settle()
    heldSources = []
    if savesBetween { try save() }
    guard !holdsObjects else { return }
    if savesBetween { destination.refault() }
    source.refault()
  }

  private func save() throws {
    let new = destination.context.tracker.savedInserts.map { $0 }
    do { try destination.context.save() } catch { throw MigrationFailure.saving(error) }
    // What the save has deleted with others may never have got a key.
    created += new.map(\.key).filter { !$0.isTemporary }
  }

  // MARK: - The end

  private func finish() throws {
    try manager.status.requireRunning()
    try save()
    let rules = ModelRules(destination, keepsObjects: holdsObjects)
    let violations = try rules.violations(of: try made()) {
      try manager.status.requireRunning()
    }
    if let error = MigrationFailure.invalid(violations) { throw error }
    try save()
  }

  /// The keys of all new objects: a policy may have saved some itself, which are associated.
  private func made() throws -> [ObjectKey] {
    guard holdsObjects else { return created }
    let known = Set(created)
    var others: Set<ObjectKey> = []
    let associated = try mappings.flatMap(associations.destinationKeys).filter {
      !known.contains($0) && others.insert($0).inserted
    }
    return created + associated
  }
}
