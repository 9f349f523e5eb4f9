// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import Synchronization

/// The open environments of the process, by file. Opening a file twice would lose LMDB's locks at
/// the first closing, so every opening goes through here (R-PSC-850).
enum EnvironmentRegistry {
  private struct Entry {
    let environment: Environment
    var users: Int
  }

  // Held while an environment is opened or closed: that is what must not happen twice at once.
  private static let entries = Mutex<[FileIdentity: Entry]>([:])

  /// Returns the environment of an existing file, opened if need be. Pair with `release`.
  static func acquire(
    path: String, isReadOnly: Bool, options: EnvironmentOptions, until deadline: Deadline
  ) throws(StoreError) -> Environment {
    let environment = try entries.withLock { entries throws(StoreError) -> Environment in
      let identity = try FileIdentity(path: path)
      if let entry = entries[identity] {
        entries[identity]?.users += 1
        return entry.environment
      }
      // The lock file of an open environment whose file was removed or replaced meanwhile is not
      // this file's.
      if let lock = FileIdentity(existing: path + "-lock"),
        entries.values.contains(where: { $0.environment.lockFile == lock })
      {
        unlink(path + "-lock")
      }
      let environment = try Environment(
        path: path, isReadOnly: isReadOnly, options: options, until: deadline)
      entries[identity] = Entry(environment: environment, users: 1)
      return environment
    }
    guard !isReadOnly else { return environment }
    do throws(StoreError) {
      try environment.becomeWritable(until: deadline)
    } catch {
      release(environment)
      throw error
    }
    return environment
  }

  /// Ends one use; the last one closes the environment.
  static func release(_ environment: Environment) {
    entries.withLock { entries in
      guard let users = entries[environment.identity]?.users else { return }
      if users > 1 {
        entries[environment.identity]?.users = users - 1
      } else {
        entries[environment.identity] = nil
        environment.close()
      }
    }
  }
}
#endif
