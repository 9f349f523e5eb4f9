// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// One store, opened for reading only unless it is to be repaired, with a context over it.
struct ReadingStack {
  let model: NSManagedObjectModel
  /// The entities that the store holds, ascending by name.
  let entities: [NSEntityDescription]
  let coordinator: NSPersistentStoreCoordinator
  private let context: NSManagedObjectContext

  /// Finds the store's type by its content and its configuration by its metadata.
  ///
  /// - Parameters:
  ///   - path: nil: the model that is kept in the store.
  ///   - readsHistory: true: the store's history can be read, if it has one.
  init(
    store file: URL, model path: String?, isReadOnly: Bool = true, readsHistory: Bool = false
  ) throws {
    model = try StoredModelFile.model(at: path, store: file)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try Self.add(
      file, to: coordinator, modelPath: path, isReadOnly: isReadOnly, readsHistory: readsHistory)
    let configured = model.entities(forConfigurationName: store.configurationName) ?? []
    let stored = store.metadata[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]
    let names = Set(configured.compactMap(\.name)).union(stored.keys)
    entities = model.entities.filter { names.contains($0.name ?? "") }
    context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
  }

  /// Adds a store with the configuration that it was made with.
  static func add(
    _ file: URL, to coordinator: NSPersistentStoreCoordinator, modelPath path: String?,
    isReadOnly: Bool = true, readsHistory: Bool = false
  ) throws -> NSPersistentStore {
    let model = coordinator.managedObjectModel
    let report = try StoreFileReport.inspect(file)
    let found =
      path == nil
      ? Self.keptConfiguration(of: report, in: model)
      : model.configuration(fitting: report.metadata)
    guard let configuration = found else {
      throw ToolFailure(
        "\(file.path) was made with another model than \(path ?? "the one that it keeps")"
          + Self.differences(report, model))
    }
    return try coordinator.addPersistentStore(
      ofType: report.type, configurationName: configuration.name, at: file,
      options: [
        NSReadOnlyPersistentStoreOption: isReadOnly, NSPersistentHistoryTrackingKey: readsHistory,
        // Whole stores are read once: what has been read need not stay in memory.
        NSSQLitePragmasOption: ["mmap_size": "0", "cache_size": "-2000"],
      ])
  }

  /// Returns the objects of exactly this entity, in batches, ascending by ID.
  func objects(of entity: NSEntityDescription) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = entity
    request.includesSubentities = false
    return try context.fetch(request)
  }

  /// Returns what a request finds.
  func objects(_ request: NSFetchRequest<NSManagedObject>) throws -> [NSManagedObject] {
    try context.fetch(request)
  }

  /// How many objects of exactly this entity there are.
  func count(of entity: NSEntityDescription) throws -> Int {
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = entity
    request.includesSubentities = false
    return try context.count(for: request)
  }

  /// Some objects of exactly this entity, from three places of the store.
  func sample(
    of entity: NSEntityDescription, count: Int, limit: Int
  ) throws -> [NSManagedObject] {
    let places = count > limit ? [0, count / 2, max(0, count - limit / 3)] : [0]
    return try places.flatMap { place in
      let request = NSFetchRequest<NSManagedObject>()
      request.entity = entity
      request.includesSubentities = false
      request.fetchOffset = place
      request.fetchLimit = limit / places.count
      return try context.fetch(request)
    }
  }

  /// Returns the configuration of a store by the model that is kept in it: hashes of entities with derived
  /// attributes differ in files of Apple's framework, and names tell enough.
  private static func keptConfiguration(
    of report: StoreFileReport, in model: NSManagedObjectModel
  ) -> (name: String?, Void)? {
    let stored = report.metadata[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]
    guard stored.keys.allSatisfy({ model.entitiesByName[$0] != nil }) else { return nil }
    return model.largestConfiguration { name in
      (model.entities(forConfigurationName: name) ?? []).allSatisfy { stored[$0.name ?? ""] != nil }
    }
  }

  private static func differences(
    _ report: StoreFileReport, _ model: NSManagedObjectModel
  ) -> String {
    let stored = report.metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    let hashes = model.entityVersionHashesByName
    let changed = stored.keys.filter { hashes[$0] != stored[$0] }.sorted()
    return changed.isEmpty ? "" : "; entities that differ: \(changed.joined(separator: ", "))"
  }
}
