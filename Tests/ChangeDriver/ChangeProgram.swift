// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// A store that others have open too, and what is done with it.
final class ChangeProgram {
  private let coordinator: NSPersistentStoreCoordinator
  private let context: NSManagedObjectContext
  private let observer: any NSObjectProtocol

  init(type: String, path: String, hasHistory: Bool, isExclusive: Bool) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: RemoteModel.make())
    observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
    ) { _ in
      ChangeProgram.say("changed")
    }
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: URL(fileURLWithPath: path),
      options: [
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
        NSPersistentHistoryTrackingKey: hasHistory, StoreExclusiveLockingOption: isExclusive,
      ])
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
  }

  func run(_ command: String) throws {
    switch command.prefix(while: { $0 != " " }) {
    case "save": try save(String(command.dropFirst("save ".count)))
    case "count": ChangeProgram.say("count", "\(try count())")
    case "events": ChangeProgram.say("events", "\(ChangeProgram.eventDescriptors)")
    case "die": kill(getpid(), SIGKILL)
    case "remove":
      for store in coordinator.persistentStores { try coordinator.remove(store) }
      ChangeProgram.say("removed")
    default: exit(2)
    }
  }

  /// Says a line at once.
  static func say(_ words: String...) {
    FileHandle.standardOutput.write(Data((words.joined(separator: " ") + "\n").utf8))
  }

  private func save(_ text: String) throws {
    try context.performAndWait {
      let note = try context.all("Note").first ?? context.insert("Note")
      note.setValue(text, forKey: "text")
      try context.save()
    }
    ChangeProgram.say("saved")
  }

  private func count() throws -> Int {
    try context.performAndWait { try context.all("Note").count }
  }

  /// How many descriptors for file-system events the process has.
  private static var eventDescriptors: Int {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return target == "anon_inode:inotify"
    }
  }
}
