// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// The count that keeps the file of a large value from being removed while a row of this process
/// names it.
///
/// Rows hold theirs through their chunk. A store that no longer needs a file asks here before it
/// removes it. Thread-safe; the lock is held for one look-up.
package final class ExternalFileUse: Sendable {
  // A count, and no weak reference beside an identifier: unoptimised code of Swift 6.3.1 loads the
  // weak reference of a dictionary's entry that is not there (`table[path]?.use`) when the value is a
  // structure of a pointer and a weak reference, and stops. With nothing, a class, a closure or a
  // string beside it, it does not.
  private static let counts = Mutex<[String: Int]>([:])

  private let path: String

  /// A use of a file, which ends with the last reference to this.
  package init(of path: String) {
    self.path = path
    ExternalFileUse.counts.withLock { $0[path, default: 0] += 1 }
  }

  deinit {
    ExternalFileUse.counts.withLock { counts in
      let rest = (counts[path] ?? 1) - 1
      counts[path] = rest > 0 ? rest : nil
    }
  }

  /// Returns true if a row of this process names the file.
  package static func isInUse(_ path: String) -> Bool { counts.withLock { $0[path] != nil } }
}
