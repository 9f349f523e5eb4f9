// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
package import Foundation
import Synchronization

/// The notifications that one context posts, in order.
package final class NotificationLog: @unchecked Sendable {
  // Sendable: the notes are within the mutex, and are read inside the context's blocks.
  package struct Note: @unchecked Sendable {
    package let name: Notification.Name
    package let userInfo: [AnyHashable: Any]?

    /// The keys of this library's table that are present.
    package var keys: Set<String> {
      Set((userInfo ?? [:]).keys.compactMap { $0 as? String }).subtracting(["managedObjectContext"])
    }

    package func objects(_ key: String) -> Set<NSManagedObject> {
      userInfo?[key] as? Set<NSManagedObject> ?? []
    }

    package func ids(_ key: String) -> Set<NSManagedObjectID> {
      userInfo?[key] as? Set<NSManagedObjectID> ?? []
    }
  }

  private let entries = Mutex<[Note]>([])
  private var tokens: [any NSObjectProtocol] = []

  package static let names: [Notification.Name] = [
    .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextWillSave,
    .NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs,
  ]

  package init(
    _ context: NSManagedObjectContext, _ names: [Notification.Name] = NotificationLog.names
  ) {
    tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
        [weak self] notification in
        let note = Note(name: notification.name, userInfo: notification.userInfo)
        self?.entries.withLock { $0.append(note) }
      }
    }
  }

  package var notes: [Note] { entries.withLock { $0 } }

  package func notes(_ name: Notification.Name) -> [Note] { notes.filter { $0.name == name } }

  package func forget() { entries.withLock { $0 = [] } }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
