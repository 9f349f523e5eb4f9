// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// Several stores with as many people and notes together, whatever is saved.
final class SetStage {
  static let total = 8

  let stack: Stack
  private let place: Workplace
  var url: URL { folder("set") }

  init(_ kind: StackKind) throws {
    place = try Workplace(keepsConstraints: false)
    stack = try Stack(kind, model: BackupStage.model())
    try stack.run { context in
      for number in 0..<SetStage.total {
        _ =
          number.isMultiple(of: 2)
          ? context.insert("Person", ["firstName": "\(number)"])
          : context.insert("Note", ["text": "\(number)"])
      }
      try context.save()
    }
  }

  func folder(_ name: String) -> URL { place.url(name) }

  /// In place of a person there is a note, or the other way round, in one save.
  static func move(_ context: NSManagedObjectContext) throws {
    try context.performAndWait {
      let people = try context.all("Person")
      let notes = try context.all("Note")
      if let person = people.first, people.count >= notes.count {
        context.delete(person)
        _ = context.insert("Note", ["text": "moved"])
      } else if let note = notes.first {
        context.delete(note)
        _ = context.insert("Person", ["firstName": "moved"])
      }
      try context.save()
    }
  }

  func backUp(
    _ name: String = "set", options: BackupOptions = BackupOptions(), progress: Progress? = nil
  ) async throws -> BackupSet {
    try await stack.coordinator.backupSet(to: folder(name), options: options, progress: progress)
  }

  /// The stores of a set, copied to another place and added there.
  func restored(
    _ set: BackupSet, _ name: String = "restored"
  ) throws -> NSPersistentStoreCoordinator {
    let urls = try set.restore(to: folder(name))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: BackupStage.model())
    for (store, url) in zip(set.manifest.stores, urls) {
      try coordinator.addPersistentStore(
        ofType: store.type, configurationName: store.configuration, at: url, options: nil)
    }
    return coordinator
  }

  func total(_ coordinator: NSPersistentStoreCoordinator) throws -> Int {
    try place.run(coordinator) { context in
      try context.all("Person").count + context.all("Note").count
    }
  }

  /// All files of the set.
  func paths() throws -> Set<String> {
    let found = FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String] ?? []
    return Set(
      found.filter { path in
        FileManager.default.contents(atPath: url.appendingPathComponent(path).path) != nil
      })
  }

  /// What was left behind beside the sets.
  func hiddenNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
      .filter { $0.hasPrefix(".") }
  }
}
