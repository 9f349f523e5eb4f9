// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// A store's file, and coordinators that have it open.
final class RemoteStage {
  /// The kinds of stores that have a file.
  static let files: [String] =
    StackKind.singles.filter(\.isDurable).map(\.name) + [
      NSXMLStoreType, NSBinaryStoreType,
    ]
  /// Those that several may write to at once.
  static let engines: [String] = StackKind.singles.filter(\.isDurable).map(\.name)
  static let all: [String] = [NSInMemoryStoreType] + files

  let type: String
  let directory: URL
  var url: URL { directory.appendingPathComponent("shared") }

  init(_ type: String) throws {
    self.type = type
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "remote-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }  // leftovers do no harm

  /// Another coordinator that has the store.
  func coordinator(
    posting: Bool = true, history: Bool = false, at url: URL? = nil
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: RemoteModel.make())
    let key = NSPersistentStoreRemoteChangeNotificationPostOptionKey
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url ?? self.url,
      options: [key: posting, NSPersistentHistoryTrackingKey: history])
    return coordinator
  }

  func program(_ words: String...) throws -> ChangeProcess {
    try ChangeProcess([type, url.path] + words)
  }
}

extension NSPersistentStoreCoordinator {
  func makeContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = self
    return context
  }

  /// Saves a new note in a context of its own.
  func saveNote(_ text: String) throws {
    let context = makeContext()
    try context.performAndWait {
      _ = context.insert("Note", ["text": text])
      try context.save()
    }
  }

  func noteTexts() throws -> Set<String> {
    let context = makeContext()
    return try context.performAndWait {
      Set(try context.all("Note").compactMap { $0.string("text") })
    }
  }
}
