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

/// The switches `-com.apple.CoreData.<name> <value>`, read once from the program's arguments or,
/// failing that, from the environment variable of the same name.
enum DebugSwitches {
  /// True if uses outside a context's queue stop the program.
  static let concurrencyDebug = value(of: "ConcurrencyDebug") >= 1

  /// The number of a switch; 0 when it is not given.
  private static func value(of name: String) -> Int {
    let key = "com.apple.CoreData.\(name)"
    let argument = UserDefaults.standard.integer(forKey: key)
    if argument != 0 { return argument }
    return ProcessInfo.processInfo.environment[key].flatMap { Int($0) } ?? 0
  }
}
