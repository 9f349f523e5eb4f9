// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// How many objects a store has of each entity, by the names of the version that it is of: a file may
/// have kept earlier ones.
struct EntityCounts {
  private let counts: [String: Int]

  /// Counts what an open store has: one query for each entity.
  init(_ store: NSPersistentStore) throws {
    counts = Dictionary(
      try store.entityFigures().map { ($0.name, $0.rows) }, uniquingKeysWith: { $0 + $1 })
  }

  /// Opens a file for reading, counts, and closes it.
  ///
  /// - Parameter model: the version that it is of.
  init(of subject: MigrationSubject, in model: NSManagedObjectModel) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try subject.open(in: coordinator, try subject.metadata())
    // It is the only one, and nobody else knows of it.
    defer { try? coordinator.remove(store) }
    try self.init(store)
  }

  /// The objects of exactly this entity; nil for one that the store does not have.
  subscript(name: String) -> Int? { counts[name] }

  /// A number of objects in brackets, behind a space; empty when it is not known.
  static func text(_ count: Int?) -> String {
    count.map { $0 == 1 ? " (1 object)" : " (\($0) objects)" } ?? ""
  }
}

extension MigrationSubject {
  /// Adds the file to a coordinator with the version that it is of.
  func open(
    in coordinator: NSPersistentStoreCoordinator, _ metadata: [String: Any],
    isReadOnly: Bool = true
  ) throws -> NSPersistentStore {
    let model = coordinator.managedObjectModel
    var options = options.dictionary ?? [:]
    options[NSReadOnlyPersistentStoreOption] = isReadOnly
    options[NSMigratePersistentStoresAutomaticallyOption] = nil
    let found = model.configuration(fitting: metadata)
    // A version that has not the store's configuration can read it all the same.
    if found == nil { options[NSIgnorePersistentStoreVersioningOption] = true }
    return try coordinator.addPersistentStore(
      ofType: type, configurationName: found?.name, at: url, options: options)
  }

  /// An entity that is abstract afterwards must have no objects (R-PSC-535).
  func requireNone(of entities: Set<String>, _ counts: @autoclosure () throws -> EntityCounts)
    throws
  {
    guard !entities.isEmpty else { return }
    let counts = try counts()
    for name in entities.sorted() {
      guard let count = counts[name], count > 0 else { continue }
      throw becomingAbstract(name, count: count)
    }
  }
}
