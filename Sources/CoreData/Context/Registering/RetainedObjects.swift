// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// Objects that a context keeps alive because it is told to keep all. Any thread may tell it.
// Sendable: the list is behind the mutex.
final class RetainedObjects: Sendable {
  private let list = Mutex(Transferable<[NSManagedObject]>([]))

  func append(_ object: NSManagedObject) { append([object]) }

  func append(_ objects: [NSManagedObject]) {
    let objects = Transferable(objects)
    list.withLock { $0.value += objects.value }
  }

  /// Keeps these, and lets go of the others.
  private func replaceAll(with objects: [NSManagedObject]) {
    let objects = Transferable(objects)
    // What is let go dies outside of the lock.
    withExtendedLifetime(
      list.withLock { list in
        let former = list
        list = objects
        return former
      }
    ) {}
  }

  func removeAll() { replaceAll(with: []) }

  /// Lets go of those that have left the context.
  func removeOrphans() {
    let all = list.withLock { $0 }.value
    replaceAll(with: all.filter { !$0.flags.contains(.orphan) })
  }
}
