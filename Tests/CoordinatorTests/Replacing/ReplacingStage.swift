// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Stores of one type in a folder, each with notes, to be replaced and destroyed.
// Sendable: immutable; the folder is only asked for URLs.
final class ReplacingStage: @unchecked Sendable {
  /// The types whose content others find changed.
  static let engineTypes = Workplace.types
  static let fileTypes = engineTypes + BackupStage.atomicTypes

  let type: String
  let place: Workplace

  init(_ type: String) throws {
    self.type = type
    place = try Workplace(keepsConstraints: false)
  }

  func url(_ name: String) -> URL { place.url(name) }

  func open(
    _ name: String, options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStoreCoordinator {
    try place.opened(type, name, options: options)
  }

  /// Makes a store with one note; returns its UUID.
  @discardableResult
  func make(_ name: String, note: String, in coordinator: NSPersistentStoreCoordinator? = nil)
    throws -> String
  {
    let opened = try coordinator ?? open(name)
    try place.run(opened) { context in
      _ = context.insert("Note", ["text": note])
      try context.save()
    }
    let identifier = opened.persistentStores[0].identifier ?? ""
    if coordinator == nil { BackupStage.close(opened) }
    return identifier
  }

  func notes(_ coordinator: NSPersistentStoreCoordinator) throws -> [String] {
    try place.run(coordinator) { context in
      try context.all("Note", sortedBy: "text").compactMap { $0.string("text") }
    }
  }

  func notes(at name: String) throws -> [String] {
    let coordinator = try open(name)
    defer { BackupStage.close(coordinator) }
    return try notes(coordinator)
  }

  func identifier(_ name: String) throws -> String? {
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: url(name))
    return metadata[NSStoreUUIDKey] as? String
  }

  /// The bytes of the files of the folder, by their names; without what whoever reads may write.
  func content() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: place.folder.path) {
      let file = place.folder.appendingPathComponent(name)
      guard !file.hasDirectoryPath, !name.hasSuffix("-shm"), !name.hasSuffix("lock") else {
        continue
      }
      files[name] = try Data(contentsOf: file)
    }
    return files
  }

  /// Replaces with a coordinator that has nothing to do with either.
  func replace(
    _ destination: String, with source: String, options: [AnyHashable: Any]? = nil,
    by coordinator: NSPersistentStoreCoordinator? = nil
  ) throws {
    try (coordinator ?? place.coordinator()).replacePersistentStore(
      at: url(destination), destinationOptions: options, withPersistentStoreFrom: url(source),
      ofType: type)
  }

  func destroy(
    _ name: String, options: [AnyHashable: Any]? = nil,
    by coordinator: NSPersistentStoreCoordinator? = nil
  ) throws {
    try (coordinator ?? place.coordinator()).destroyPersistentStore(
      at: url(name), ofType: type, options: options)
  }

  /// The code of what a block throws; nil for nothing.
  static func code(_ block: () throws -> Void) -> Int? {
    do {
      try block()
      return nil
    } catch {
      return (error as NSError).code
    }
  }
}
