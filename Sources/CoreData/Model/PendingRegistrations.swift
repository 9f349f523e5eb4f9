// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Registrations of classes and key paths that generated code left when the program was loaded,
/// process-wide. They run when the first class or name is looked for: programs that look for none
/// do not pay for them.
enum PendingRegistrations {
  // Sendable: everything is behind the lock, which is recursive, since registrations run under it:
  // whoever looks for a class meanwhile waits until it is known.
  private final class List: @unchecked Sendable {
    let lock = NSRecursiveLock()
    var registrations: [@Sendable () -> Void] = []
  }

  private static let list = List()

  static func add(_ registration: @escaping @Sendable () -> Void) {
    list.lock.withLock { list.registrations.append(registration) }
  }

  /// Runs what has been left, once.
  static func run() {
    list.lock.withLock {
      while let registration = list.registrations.popLast() { registration() }
    }
  }
}
