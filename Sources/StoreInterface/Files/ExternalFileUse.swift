// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// What keeps the file of a large value from being removed while a row of this process names it.
///
/// There is one for each file that is named; rows hold it through their chunk. A store that no
/// longer needs a file asks here before it removes it. Thread-safe; never held across calls.
package final class ExternalFileUse: Sendable {
  private struct Entry {
    let id: ObjectIdentifier
    weak var use: ExternalFileUse?
  }

  private static let uses = Mutex<[String: Entry]>([:])

  package let path: String

  private init(_ path: String) { self.path = path }

  deinit {
    let id = ObjectIdentifier(self)
    ExternalFileUse.uses.withLock { uses in
      // Another may have come since the last reference went.
      if uses[path]?.id == id { uses[path] = nil }
    }
  }

  /// The use of a file, which ends with the last reference.
  package static func of(_ path: String) -> ExternalFileUse {
    uses.withLock { uses in
      if let use = uses[path]?.use { return use }
      let use = ExternalFileUse(path)
      uses[path] = Entry(id: ObjectIdentifier(use), use: use)
      return use
    }
  }

  /// Whether a row of this process names the file.
  package static func isInUse(_ path: String) -> Bool {
    // What is looked at is let go outside of the lock, which its end takes.
    let use = uses.withLock { $0[path]?.use }
    return use != nil
  }
}
