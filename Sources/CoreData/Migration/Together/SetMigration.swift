// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Migrating several stores as one, step by step (R-PSC-970). Until the record is written nothing has
/// changed; from then on everything has.
struct SetMigration {
  /// The steps, for those who watch.
  enum Step: Hashable, Sendable {
    case marked
    case copied(Int)
    case migrated
    case relocated
    case secured
    case decided
    case moved(Int)
    case settled(Int)
  }

  private let plan: MigrationPlan
  private let coordinator: NSPersistentStoreCoordinator
  private let parts: [MigrationPlan.Part]
  private let places: [StorePlace]
  private let note: (Step) -> Void

  init(
    _ plan: MigrationPlan, in coordinator: NSPersistentStoreCoordinator,
    noting note: @escaping (Step) -> Void = { _ in }
  ) {
    self.plan = plan
    self.coordinator = coordinator
    self.note = note
    // In one order for all, so that no two migrations wait for each other.
    parts = plan.parts.filter(\.isTouched).sorted { $0.subject.url.path < $1.subject.url.path }
    places = parts.map { StorePlace($0.subject.url, type: $0.subject.type) }
  }

  func run() throws {
    guard let first = places.first else { return }
    try requireRemoved()
    let path = SetRecord.path(beside: first.url)
    var marks: [StoreMark] = []
    do {
      for part in parts { marks.append(try mark(part, path)) }
      note(.marked)
      try prepare()
      let record = try SetRecord(at: path, stores: places.map(\.url))
      note(.decided)
      try settle(marks, record)
    } catch {
      // Behind the decision the copies wait for who adds the stores next.
      if access(path, F_OK) != 0 { abandon(marks) }
      throw error
    }
  }

  private func mark(_ part: MigrationPlan.Part, _ record: String) throws -> StoreMark {
    try FileManager.default.createDirectory(
      at: StoreLocation.standardised(part.subject.url).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    return try StoreMark.make(
      part.subject.url, type: part.subject.type, record: record, timeout: part.subject.timeout)
  }

  private func abandon(_ marks: [StoreMark]) {
    for (mark, place) in zip(marks, places) {
      place.discardCopy()
      mark.remove()
    }
  }

  // MARK: - Checks

  private func requireRemoved() throws {
    guard coordinator.managedObjectModel.versionChecksum == plan.model.versionChecksum else {
      throw CocoaError.make(
        .coreData, reason: "The plan was made for another version of the model.")
    }
    for store in coordinator.persistentStores {
      guard let url = store.url, places.contains(where: { StoreLocation.isSame($0.url, url) })
      else { continue }
      throw CocoaError.make(
        .persistentStoreOperation,
        reason: "\(url.path) is added to this coordinator. Remove it, and add it again afterwards.",
        userInfo: [NSAffectedStoresErrorKey: [store], NSFilePathErrorKey: url.path])
    }
  }

  /// Throws 134110 when a store is not what it was when the plan was made.
  private func requirePlanned(_ part: MigrationPlan.Part) throws {
    let present =
      StoreLocation.hasStore(at: part.subject.url) ? try part.subject.metadata() : [:]
    guard !StoreMetadataCoding.areEqual(present, part.metadata ?? [:]) else { return }
    throw part.subject.error(
      .migration,
      "The store \(part.subject.name) has changed since the plan was made. Make another one.")
  }

  // MARK: - Copies

  private func prepare() throws {
    for (place, part) in zip(places, parts) {
      try place.requireUnused()
      try requirePlanned(part)
    }
    for (number, place) in places.enumerated() {
      try place.makeCopy()
      note(.copied(number))
    }
    try migrate()
    for place in places { try place.secureCopy() }
    note(.secured)
  }

  private func migrate() throws {
    let bridge = BridgeModel.make(plan.model, plan.relocations)
    let shelter = NSPersistentStoreCoordinator(managedObjectModel: bridge)
    // What is not complete is thrown away.
    shelter.multiStoreSavePolicy = .sequential
    defer { Self.close(shelter) }
    var stores: [String: NSPersistentStore] = [:]
    for part in parts { stores[part.configurationName] = try add(part, to: shelter) }
    note(.migrated)
    for relocation in plan.relocations {
      guard let source = stores[relocation.source], let target = stores[relocation.destination]
      else { continue }
      try Relocating(relocation, from: source, to: target, in: shelter).run()
    }
    Self.close(shelter)
    guard !plan.relocations.isEmpty else { return }
    for (part, place) in zip(parts, places) { try leave(bridge, part, at: place.copy) }
    note(.relocated)
  }

  private func add(
    _ part: MigrationPlan.Part, to shelter: NSPersistentStoreCoordinator
  ) throws -> NSPersistentStore {
    try shelter.addPersistentStore(
      ofType: part.subject.type, configurationName: part.subject.configuration,
      at: StoreMark.copy(of: part.subject.url), options: Self.options(part))
  }

  /// To be migrated, and without telling others of changes of the copy.
  private static func options(_ part: MigrationPlan.Part) -> [AnyHashable: Any] {
    var options = part.subject.options.dictionary ?? [:]
    options[NSPersistentStoreRemoteChangeNotificationPostOptionKey] = nil
    options[NSMigratePersistentStoresAutomaticallyOption] = true
    options[NSInferMappingModelAutomaticallyOption] = true
    return options
  }

  /// Takes out the entities of which the objects have gone.
  private func leave(
    _ bridge: NSManagedObjectModel, _ part: MigrationPlan.Part, at copy: URL
  ) throws {
    let gone = entitiesLeaving(part)
    guard !gone.isEmpty else { return }
    let subject = MigrationSubject(
      url: copy, type: part.subject.type, configuration: part.subject.configuration,
      options: part.subject.options, dropped: gone)
    guard !subject.isCompatible(try subject.metadata(), with: plan.model) else { return }
    try LightweightMigration(subject, from: bridge, to: plan.model).run()
  }

  /// Returns the names of the entities of which a store's objects go, and that its configuration does not
  /// name any more.
  private func entitiesLeaving(_ part: MigrationPlan.Part) -> Set<String> {
    let model = plan.model
    let moved = plan.relocations.filter { $0.source == part.configurationName }.flatMap {
      model.entitiesByName[$0.entity]?.hierarchy ?? []
    }
    let configured = model.entities(forConfigurationName: part.subject.configuration) ?? []
    return Set(moved.compactMap(\.name)).subtracting(configured.compactMap(\.name))
  }

  private static func close(_ shelter: NSPersistentStoreCoordinator) {
    // Those that are listed can be removed.
    for store in shelter.persistentStores { try? shelter.remove(store) }
  }

  // MARK: - Settling

  private func settle(_ marks: [StoreMark], _ record: SetRecord) throws {
    for (number, place) in places.enumerated() {
      try place.takeCopy()
      note(.moved(number))
      marks[number].remove(record)
      note(.settled(number))
    }
    StoreRouter.noteCommitElsewhere()
  }
}

extension NSPersistentStoreCoordinator {
  /// The same as ``migrateAll(_:)``, for tests: a block is told of each step.
  package final func migrateAll(
    _ plan: MigrationPlan, noting note: @escaping (String) -> Void
  ) throws {
    structureLock.lock()
    defer { structureLock.unlock() }
    try SetMigration(plan, in: self) { note("\($0)") }.run()
  }
}
