// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
package import CoreData
import Foundation
import Testing

/// A folder for store files, removed at the end, and coordinators over it.
package final class Workplace {
  package let folder: URL
  private let isOwner: Bool

  /// The types that write files.
  package static let types = StackKind.singles.filter(\.isDurable).map(\.name)

  private let keepsConstraints: Bool

  /// - Parameter keepsConstraints: whether models keep their uniqueness constraints, which not every
  ///   type of store takes.
  package init(keepsConstraints: Bool = true) throws {
    self.keepsConstraints = keepsConstraints
    isOwner = true
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("workplace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The folder of another process, which removes it.
  package init(existing folder: URL) {
    keepsConstraints = true
    isOwner = false
    self.folder = folder
  }

  deinit { if isOwner { try? FileManager.default.removeItem(at: folder) } }

  package func url(_ name: String = "store") -> URL { folder.appendingPathComponent(name) }

  /// Where a store of a type is, which may be on a server.
  package func url(_ name: String, ofType type: String) throws -> URL {
    try ClientStores.url(ofType: type, named: name, in: folder)
  }

  package func coordinator(
    _ model: NSManagedObjectModel = GarageModel.make()
  ) -> NSPersistentStoreCoordinator {
    if !keepsConstraints { for entity in model.entities { entity.uniquenessConstraints = [] } }
    return NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  /// A coordinator with one store of the type.
  package func opened(
    _ type: String, _ name: String = "store", model: NSManagedObjectModel = GarageModel.make(),
    configuration: String? = nil, options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = coordinator(model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: configuration, at: url(name, ofType: type),
      options: options)
    return coordinator
  }

  /// Makes a store file with one note, and closes it.
  package func make(_ type: String, _ name: String = "store") throws {
    let coordinator = try opened(type, name)
    try run(coordinator) { context in
      _ = context.insert("Note", ["text": "kept"])
      try context.save()
    }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  @discardableResult
  package func run<T>(
    _ coordinator: NSPersistentStoreCoordinator, _ block: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try block(context) }
  }

  /// Every file below the folder with its bytes, but for those without content: lock files, SQLite's
  /// shared memory, and its log when it is empty.
  package func contents() throws -> [String: Data] {
    var files: [String: Data] = [:]
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    for name in names {
      var isFolder: ObjCBool = false
      let path = folder.appendingPathComponent(name).path
      guard !name.hasSuffix("lock"), !name.hasSuffix("-shm"),
        FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      if name.hasSuffix("-wal"), bytes.isEmpty { continue }
      files[name] = bytes
    }
    return files
  }
}
