// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import Synchronization

/// The migration of stores through mapping models, object by object (R-PSC-570…585).
///
/// Objects are brought over in three passes: objects with their attributes, then relationships, then
/// checks. The source stays as it is; the destination appears when it is complete. To be used on one
/// thread at a time, on which everything happens; `cancelMigrationWithError`, `migrationProgress`
/// and `currentEntityMapping` may be used on any.
///
/// ```swift
/// let manager = NSMigrationManager(sourceModel: former, destinationModel: present)
/// try manager.migrateStore(
///   from: url, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
/// ```
// Sendable: confined to the thread that migrates, but for the status, which has a lock.
open class NSMigrationManager: NSObject, @unchecked Sendable {
  final let status = MigrationStatus()
  /// The migration that is running.
  final var run: MigrationRun?
  private final var lastMapping = NSMappingModel()
  /// Stands for the contexts of no migration.
  private final let idleContext = NSManagedObjectContext(.privateQueue)

  /// - Parameters:
  ///   - sourceModel: the model that the stores were written with; may not be changed once one is
  ///     migrated.
  ///   - destinationModel: the model that they are to have; the same.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
    super.init()
  }

  /// A manager of empty models: for classes that stand for one in tests.
  public override convenience init() {
    self.init(sourceModel: NSManagedObjectModel(), destinationModel: NSManagedObjectModel())
  }

  /// The model of the sources.
  open private(set) var sourceModel: NSManagedObjectModel
  /// The model of the destinations.
  open private(set) var destinationModel: NSManagedObjectModel

  /// True if an engine itself carries out a mapping model that is the inferred one: from SQLite to SQLite,
  /// from LMDB to LMDB, in a copy of the file for a place where nothing is, or in the file itself if that is
  /// the destination too. True by default. The new store then has the UUID, the IDs of objects and the
  /// history of the old one, and there are no objects to be met, in contexts or by their mappings (R-PSC-583).
  open var usesStoreSpecificMigrationManager = true

  /// Whatever policies want to know; nil by default.
  open var userInfo: [AnyHashable: Any]?

  // MARK: - Migrating

  /// Migrates a store to another place, or where it is (see ``usesStoreSpecificMigrationManager``). What is
  /// in a store in the other place stays, and the objects are added to it. A failure leaves the destination as it was, except that of an incremental client store.
  ///
  /// - Parameters:
  ///   - sourceURL: the store that is migrated, which stays as it is unless a policy changes it.
  ///   - sStoreType: its type.
  ///   - sOptions: of the source, which is opened read-only unless they have
  ///     `NSReadOnlyPersistentStoreOption: false`, with which policies may save it; nil by default.
  ///   - mappings: what becomes of what.
  ///   - destinationURL: the store that is written.
  ///   - dStoreType: its type, which may be another one.
  ///   - dOptions: of the destination; nil by default.
  /// - Throws: 134150 for a source that is missing or of another version; 134160 for a destination
  ///   that is of another version, or cannot be made or written; 134170 for a policy of an unknown
  ///   class; 134110 for a mapping model that does not fit the models, for values that cannot be
  ///   computed, and, with all of them under `NSDetailedErrorsKey`, for new objects that break the
  ///   rules of their model; 134111 for those that break a uniqueness constraint; what policies throw,
  ///   and what the migration is cancelled with.
  open func migrateStore(
    from sourceURL: URL, type sStoreType: NSPersistentStore.StoreType,
    options sOptions: [AnyHashable: Any]? = nil, mapping mappings: NSMappingModel,
    to destinationURL: URL, type dStoreType: NSPersistentStore.StoreType,
    options dOptions: [AnyHashable: Any]? = nil
  ) throws {
    try migrate(
      MigrationEnd(sourceURL, type: sStoreType.rawValue, options: sOptions),
      to: MigrationEnd(destinationURL, type: dStoreType.rawValue, options: dOptions),
      by: mappings)
  }

  /// The older spelling of `migrateStore(from:type:options:mapping:to:type:options:)`.
  ///
  /// - Throws: the same, and 134110 without a mapping model.
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    guard let mappings else {
      throw CocoaError.make(
        .migration, reason: "\(sourceURL.path) cannot be migrated without a mapping model.")
    }
    try migrate(
      MigrationEnd(sourceURL, type: sStoreType, options: sOptions),
      to: MigrationEnd(dURL, type: dStoreType, options: dOptions), by: mappings)
  }

  private final func migrate(
    _ source: MigrationEnd, to destination: MigrationEnd, by mapping: NSMappingModel
  ) throws {
    let specific = StoreSpecificMigration(self, from: source, to: destination, by: mapping)
    guard let specific else {
      return try ManualMigration(self, from: source, to: destination, by: mapping).run()
    }
    try begin(by: mapping)
    defer { end() }
    try status.requireRunning()
    try specific.run()
  }

  /// Begins a migration object by object; one at a time.
  final func begin(_ run: MigrationRun) throws {
    try begin(by: run.mapping)
    self.run = run
  }

  private final func begin(by mapping: NSMappingModel) throws {
    guard status.begin() else {
      throw CocoaError.make(
        .migration, reason: "A migration manager migrates one store at a time.")
    }
    lastMapping = mapping
  }

  final func end() {
    run = nil
    status.end()
  }

  final func requireRun() throws -> MigrationRun {
    if let run { return run }
    throw CocoaError.make(
      .migration, reason: "A migration policy's steps are part of a migration, and none is running."
    )
  }

  /// Ends the running migration with an error, which `migrateStore` throws as it is (R-PSC-581); if
  /// none is running, the next one, before it has begun. Any thread.
  open func cancelMigrationWithError(_ error: any Error) { status.cancel(error) }

  /// Forgets which objects of the source belong to which new ones. Each migration begins without.
  open func reset() { run?.associations.removeAll() }

  // MARK: - The state of a migration

  /// The mapping model in use, else the last one; at first an empty one.
  open var mappingModel: NSMappingModel { run?.mapping ?? lastMapping }

  /// The context of the source. Its objects are of class `NSManagedObject`; those that were brought
  /// over stay registered if any mapping names a policy (R-PSC-584). Of no use unless a migration is
  /// running.
  open var sourceContext: NSManagedObjectContext { run?.source.context ?? idleContext }

  /// The context of the destination. Its objects are of class `NSManagedObject`; the new ones stay
  /// registered if any mapping names a policy (R-PSC-584). Of no use unless
  /// a migration is running.
  open var destinationContext: NSManagedObjectContext { run?.destination.context ?? idleContext }

  /// The entity mapping that is being carried out, each one three times (R-PSC-576), else the last
  /// one; at first an empty one. Any thread.
  open var currentEntityMapping: NSEntityMapping { status.mapping }

  /// How much is done, 0 to 1; 0 when no migration is running. Any thread.
  open var migrationProgress: Float { status.progress }

  /// Called on the thread that migrates when `migrationProgress` or `currentEntityMapping` have
  /// changed; nil by default. Our addition: there is no key-value observing.
  open var progressHandler: ((NSMigrationManager) -> Void)?

  // MARK: - Entities and objects

  /// Returns the entity of a mapping's source; nil for a mapping without.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    entity(mEntity.sourceEntityName, in: run?.source.model ?? sourceModel)
  }

  /// Returns the entity of a mapping's new objects; nil for a mapping without.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    entity(mEntity.destinationEntityName, in: run?.destination.model ?? destinationModel)
  }

  private final func entity(
    _ name: String?, in model: NSManagedObjectModel
  ) -> NSEntityDescription? {
    name.flatMap { model.entitiesByName[$0] }
  }

  /// Notes that an object of the source has become a new one by a mapping. One may become several,
  /// and several one.
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    run?.associations.add(sourceInstance, destinationInstance, for: entityMapping)
  }

  /// Returns what objects of the source have become by a mapping: for each of them in turn, in the
  /// order in which they were associated; nil: all of that mapping. An unknown name is a programmer
  /// error.
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    run?.associations.destinations(
      of: sourceInstances?.map(\.key), by: requireMappings(mappingName)) ?? []
  }

  /// Returns the objects of the source that have become these by a mapping: for each of them in turn,
  /// in the order in which they were associated; nil: all of that mapping. An unknown name is a
  /// programmer error.
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    run?.associations.sources(of: destinationInstances, by: requireMappings(mappingName)) ?? []
  }

  private final func requireMappings(_ name: String) -> [NSEntityMapping] {
    let mappings = mappingModel.mappings(named: name)
    if mappings.isEmpty {
      raise(.invalidArgument, "The mapping model has no entity mapping named '\(name)'.")
    }
    return mappings
  }

  /// Returns the function that `FUNCTION($manager, "name:", arguments…)` calls: in place of methods
  /// found by name. Nil by default: those of this class are searched, then the functions of
  /// `NSExpression.register`. Our addition.
  open func function(named name: String) -> (([Any?]) throws -> Any?)? { nil }
}

extension NSMappingModel {
  /// All mappings of a name, in their order.
  final func mappings(named name: String) -> [NSEntityMapping] {
    (entityMappings ?? []).filter { $0.name == name }
  }
}
