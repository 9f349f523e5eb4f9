// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// Stores in a folder, one for each part, in one coordinator.
final class BenchStack {
  let coordinator: NSPersistentStoreCoordinator
  private let folder: URL

  /// - Parameter isForced: whether each save is on the disk before it returns. Backends differ in
  ///   what they do unless told, so that they are told.
  init(
    _ model: NSManagedObjectModel, _ stores: [BenchJob.Store], in folder: URL,
    isForced: Bool = false
  ) throws {
    self.folder = folder
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for store in stores {
      let name = store.configuration ?? "Store"
      let file = folder.appendingPathComponent("\(name).\(store.backend.pathExtension)")
      try coordinator.addPersistentStore(
        ofType: store.backend.storeType, configurationName: store.configuration,
        at: store.backend.isDurable ? file : nil,
        options: [NSSQLitePragmasOption: store.backend.settings(isForced: isForced)])
    }
  }

  /// Returns a context in which nothing is registered yet.
  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Takes the stores out; objects and contexts are of no more use.
  func close() throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// Bytes that the stores' files occupy, holes not counted.
  static func bytes(in folder: URL) -> Int {
    // A folder that is not there occupies nothing.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.reduce(0) { bytes, name in
      var status = stat()
      guard stat(folder.appendingPathComponent(name).path, &status) == 0 else { return bytes }
      return bytes + Int(status.st_blocks) * 512
    }
  }
}

extension BenchStack {
  /// Returns the ID of a URI, for these stores.
  func id(_ uri: String) -> NSManagedObjectID? { coordinator.managedObjectID(for: uri) }

  /// Returns one number for the content of the stores: the number of objects of each entity.
  func count(_ plans: [DataPlan]) throws -> Int64 {
    let context = context()
    return try plans.flatMap(\.entities).enumerated().reduce(0) { sum, entry in
      let request = NSFetchRequest<NSManagedObject>(entityName: entry.element.name)
      request.includesSubentities = false
      return sum &+ Int64(try context.count(for: request)) &* Int64(entry.offset * 1000 + 1)
    }
  }
}
