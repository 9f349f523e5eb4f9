// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Where the library's messages to people go. Our addition.
public enum LibraryLog {
  /// How much a message matters.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// A line that one of the switches `-com.apple.CoreData.…` has asked for.
    case debug
    /// A sentence that somebody should read, although the program goes on.
    case warning
  }

  private static let chosen = Mutex<(@Sendable (Level, String) -> Void)?>(nil)

  /// Gets each message of the library in place of the standard error output; nil, the default: they
  /// are written there, each as a line that begins with `CoreData:`. For the whole process; any thread.
  ///
  /// It is called on the thread that has something to say, at times while the coordinator is locked:
  /// it should not use the library.
  ///
  /// ```swift
  /// LibraryLog.handler = { level, message in
  ///   logger.log(level: level == .warning ? .warning : .debug, "\(message)")
  /// }
  /// ```
  public static var handler: (@Sendable (Level, String) -> Void)? {
    get { chosen.withLock { $0 } }
    set {
      // What the former one holds is let go without the lock.
      _ = chosen.withLock { chosen in
        defer { chosen = newValue }
        return chosen
      }
    }
  }
}

/// Messages to the standard error output, each starting with `CoreData:`, or to the client's handler.
enum Log {
  private static let seen = Mutex<Set<String>>([])

  /// Writes a warning.
  static func warning(_ message: @autoclosure () -> String) { write(.warning, message()) }

  /// Writes a warning unless this process already wrote the same one.
  static func warningOnce(_ message: String) {
    guard seen.withLock({ $0.insert(message).inserted }) else { return }
    write(.warning, message)
  }

  /// Writes what a switch has asked for; the line says of what kind it is.
  static func debug(_ message: String) { write(.debug, message) }

  /// Writes what `-com.apple.CoreData.MigrationDebug` asks for.
  static func migration(_ message: @autoclosure () -> String) {
    if DebugSwitches.migrationDebug { write(.debug, "annotation: Migration: \(message())") }
  }

  private static func write(_ level: LibraryLog.Level, _ message: String) {
    let handler = LibraryLog.handler
    handler?(level, message)
    guard DebugSwitches.standardError ?? (handler == nil) else { return }
    let mark = level == .warning ? "warning: " : ""
    // A log on a full disk is no reason to stop the program.
    try? FileHandle.standardError.write(contentsOf: Data("CoreData: \(mark)\(message)\n".utf8))
  }
}
