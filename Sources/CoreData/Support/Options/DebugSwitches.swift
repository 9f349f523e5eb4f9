// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The switches `-com.apple.CoreData.<name> <value>`, read once from the program's arguments or,
/// failing that, from the environment variable of the same name.
enum DebugSwitches {
  /// True if uses outside a context's queue stop the program.
  static let concurrencyDebug = value(of: "ConcurrencyDebug") >= 1
  /// How much is written of what stores do; 0: nothing.
  static let sqlDebug = value(of: "SQLDebug")
  /// True if it is written why a store does not fit its model, and how a store is moved.
  static let migrationDebug = value(of: "MigrationDebug") >= 1
  /// True if messages are written to the standard error output; nil: unless the client has a handler.
  static let standardError =
    (text(of: "Logging.stderr") ?? text(of: "Logging")).map { ($0 as NSString).boolValue }

  /// The number of a switch; 0 when it is not given.
  private static func value(of name: String) -> Int {
    text(of: name).map { ($0 as NSString).integerValue } ?? 0
  }

  /// Not by way of `UserDefaults`, whose beginning takes as long as opening a store.
  private static func text(of name: String) -> String? {
    let key = "com.apple.CoreData.\(name)"
    let arguments = CommandLine.arguments
    if let place = arguments.lastIndex(of: "-" + key), place + 1 < arguments.count {
      return arguments[place + 1]
    }
    return getenv(key).map { String(cString: $0) }
  }
}
