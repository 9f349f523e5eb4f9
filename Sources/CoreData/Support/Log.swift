// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Messages to the standard error output, each starting with `CoreData:`.
enum Log {
  private static let seen = Mutex<Set<String>>([])

  /// Writes a warning.
  static func warning(_ message: @autoclosure () -> String) {
    write("warning: \(message())")
  }

  /// Writes a warning unless this process already wrote the same one.
  static func warningOnce(_ message: String) {
    guard seen.withLock({ $0.insert(message).inserted }) else { return }
    write("warning: \(message)")
  }

  private static func write(_ line: String) {
    FileHandle.standardError.write(Data("CoreData: \(line)\n".utf8))
  }
}
