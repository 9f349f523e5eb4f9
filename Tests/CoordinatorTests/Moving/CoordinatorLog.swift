// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Synchronization

/// The notifications that a coordinator posts, in order.
final class CoordinatorLog: @unchecked Sendable {
  // Sendable: the notes are within the mutex, and are read when nobody posts any more.
  private struct Note: @unchecked Sendable {
    let name: Notification.Name
    let userInfo: [AnyHashable: Any]
    let object: AnyObject?
  }

  private let entries = Mutex<[Note]>([])
  private var tokens: [any NSObjectProtocol] = []

  init(_ objects: [AnyObject], onChange body: (@Sendable (Notification.Name) -> Void)? = nil) {
    for object in objects {
      for name in [
        Notification.Name.NSPersistentStoreCoordinatorStoresWillChange,
        .NSPersistentStoreCoordinatorStoresDidChange, .NSPersistentStoreCoordinatorWillRemoveStore,
      ] {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
            [weak self] notification in
            let note = Note(
              name: notification.name, userInfo: notification.userInfo ?? [:],
              object: notification.object as AnyObject?)
            self?.entries.withLock { $0.append(note) }
            body?(notification.name)
          })
      }
    }
  }

  var names: [Notification.Name] { entries.withLock { $0.map(\.name) } }

  func value(_ key: String, at place: Int) -> Any? {
    entries.withLock { Box($0[place].userInfo[key]) }.value
  }

  private struct Box: @unchecked Sendable {
    // Sendable: made and read on one thread.
    let value: Any?
    init(_ value: Any?) { self.value = value }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
