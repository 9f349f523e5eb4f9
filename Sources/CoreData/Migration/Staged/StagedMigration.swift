// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Leading a store through the stages of a manager while it is added (R-PSC-610…619). What a step has
/// done is durable: after an error the next migration goes on behind it.
struct StagedMigration {
  /// The entry of a store's metadata that names the version of a stage whose `didMigrateHandler` is
  /// yet to be run.
  static let unfinishedKey = "OpenCoreDataUnfinishedStage"

  private let manager: NSStagedMigrationManager
  private let subject: MigrationSubject
  private let destination: NSManagedObjectModel
  private let models: VersionModels

  init(
    _ manager: NSStagedMigrationManager, of subject: MigrationSubject,
    to destination: NSManagedObjectModel
  ) {
    self.manager = manager
    self.subject = subject
    self.destination = destination
    models = VersionModels(of: manager.stages, destination)
  }

  /// Migrates the store, or finds that another process has done so.
  func run() throws { try manager.inTurn { try migrate() } }

  /// Runs the handler that an earlier migration could not end.
  ///
  /// - Throws: 134060 for stages that name a version twice; what the handler throws.
  func prepare() throws {
    do { _ = try StageWay(manager.stages.map(\.outline)) } catch {
      throw error.cocoaError(subject.name)
    }
    guard StoreLocation.hasStore(at: subject.url) else { return }
    try manager.inTurn {
      guard let version = try subject.metadata()[Self.unfinishedKey] as? String else { return }
      try finishStage(to: version)
    }
  }

  /// True while a store is added for a handler of its stages.
  @TaskLocal static var isAtWork = false

  /// Tells of a stage that was not finished when a store is added without its manager.
  static func warn(of store: NSPersistentStore) {
    guard !isAtWork, let version = store.metadata?[unfinishedKey] else { return }
    Log.warning(
      "The stage of \(store.url?.path ?? store.type) to the version \(version) was not finished: its "
        + "didMigrateHandler is to be run. Add the store with the manager of its stages.")
  }

  private func migrate() throws {
    let metadata = try subject.metadata()
    if subject.isCompatible(metadata, with: destination) { return }
    let plan = try plan(metadata)
    try requireModels(plan)
    for step in plan.steps {
      guard try perform(step) else { return }
    }
  }

  // MARK: - The way

  private func plan(_ metadata: [String: Any]) throws -> StagePlan {
    let outlines = manager.stages.map(\.outline)
    let checksum = checksum(metadata, outlines)
    do {
      return try StagePlan(outlines, from: checksum, to: destination.versionChecksum)
    } catch {
      throw error.cocoaError(subject.name)
    }
  }

  /// Returns the checksum of a store's version; nil when it cannot be told.
  private func checksum(_ metadata: [String: Any], _ outlines: [StageOutline]) -> String? {
    if let stored = metadata[NSPersistentStoreModelVersionChecksumKey] as? String { return stored }
    // What cannot be read or found tells no version; a store of all entities has its model's.
    let model = try? SourceModels.model(of: subject, metadata)
    let way = try? StageWay(outlines)
    return model.map(\.versionChecksum).flatMap { way?.place(of: $0) == nil ? nil : $0 }
  }

  /// Throws 134504 for a model of a stage on the way that is not there.
  private func requireModels(_ plan: StagePlan) throws {
    for step in plan.steps {
      guard case .custom(let place) = step, let stage = custom(place) else { continue }
      _ = try stage.currentModel.resolve()
      _ = try stage.nextModel.resolve()
    }
  }

  private func custom(_ place: Int) -> NSCustomMigrationStage? {
    manager.stages[place] as? NSCustomMigrationStage
  }

  // MARK: - Steps

  /// Returns false if the store is not of the step's version afterwards, as another process was there.
  private func perform(_ step: StagePlan.Step) throws -> Bool {
    switch step {
    case .lightweight(let versions, let stage):
      try migrate(through: versions, label: stage.flatMap { manager.stages[$0].label })
    case .custom(let place):
      try custom(place).map(perform) ?? true
    }
  }

  private func perform(_ stage: NSCustomMigrationStage) throws -> Bool {
    let (current, next) = (try stage.currentModel.resolve(), try stage.nextModel.resolve())
    if let handler = stage.willMigrateHandler { try run(handler, of: stage, with: current) }
    var step = LightweightMigration(subject, from: current, to: next)
    step.label = stage.label
    if stage.didMigrateHandler != nil {
      step.entries[Self.unfinishedKey] = stage.nextModel.versionChecksum
    }
    try migrate(step)
    guard try isOf(stage.nextModel.versionChecksum) else { return false }
    try finish(stage)
    return true
  }

  private func finishStage(to version: String) throws {
    let stages = manager.stages.compactMap { $0 as? NSCustomMigrationStage }
    guard let stage = stages.first(where: { $0.nextModel.versionChecksum == version }) else {
      throw subject.error(
        .migrationMissingMappingModel,
        "The stage to the version \(version) of \(subject.name) was not finished: its "
          + "didMigrateHandler is to be run, and no stage of the manager ends with that version.")
    }
    try finish(stage)
  }

  private func finish(_ stage: NSCustomMigrationStage) throws {
    if let handler = stage.didMigrateHandler {
      try run(handler, of: stage, with: try stage.nextModel.resolve())
    }
    var metadata = try subject.metadata()
    guard metadata.removeValue(forKey: Self.unfinishedKey) != nil else { return }
    try StaticMetadata.write(metadata, type: subject.type, at: subject.url)
  }

  private typealias Handler = (NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void

  private func run(
    _ handler: Handler, of stage: NSCustomMigrationStage, with model: NSManagedObjectModel
  ) throws {
    try StageContainer.with(subject, model) { container in
      try manager.showing(container) { try handler(manager, stage) }
    }
  }

  // MARK: - Lightweight

  /// Migrates to the last version at once if that can be inferred, else one by one through those of
  /// which the models are there (R-PSC-615).
  private func migrate(through versions: [String], label: String?) throws -> Bool {
    guard let last = versions.last, let end = models.model(last) else {
      throw subject.error(
        .managedObjectModelReferenceNotFound,
        "The model of the version \(versions.last ?? "") was not found.")
    }
    var present =
      try models.model(versions[0])
      ?? SourceModels.model(of: subject, try subject.metadata())
    let between = versions.dropFirst().dropLast().compactMap(models.model)
    var steps = [LightweightMigration(subject, from: present, to: end)]
    if !between.isEmpty, try !steps[0].isInferable {
      steps = (between + [end]).map { next in
        defer { present = next }
        return LightweightMigration(subject, from: present, to: next)
      }
    }
    for var step in steps {
      step.label = label
      try migrate(step)
      guard try isOf(step.destination.versionChecksum) else { return false }
    }
    return true
  }

  private func migrate(_ step: LightweightMigration) throws {
    var step = step
    step.notesVersion = true
    do { try step.run() } catch let error as CocoaError where error.code == .inferredMappingModel {
      throw subject.error(
        .migrationMissingMappingModel,
        "A stage of \(subject.name) leads from the version \(step.source.versionChecksum) to "
          + "\(step.destination.versionChecksum), for which no mapping model can be inferred. "
          + (error.userInfo[NSLocalizedFailureReasonErrorKey] as? String ?? ""),
        underlying: error)
    }
  }

  private func isOf(_ version: String) throws -> Bool {
    let metadata = try subject.metadata()
    return metadata[NSPersistentStoreModelVersionChecksumKey] as? String == version
  }
}
