// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// Programmer errors: where Apple raises an Objective-C exception, this library stops the program
/// through `raise(_:_:userInfo:)`, with the exception's name in the message.
package enum Misuse {
  /// Called with the exception's name, reason and details. May record them; must not return.
  package typealias Handler = @Sendable (String, String, [String: String]) -> Never

  private static let handler = Mutex<Handler>(stop)

  /// Replaces the process-wide handler and returns the one before. For tests that record a
  /// violation in a child process.
  @discardableResult
  package static func setHandler(_ new: @escaping Handler) -> Handler {
    handler.withLock { current in
      defer { current = new }
      return current
    }
  }

  /// Hands the violation to the handler.
  static func report(_ name: String, _ reason: String, _ userInfo: [String: String]) -> Never {
    let current = handler.withLock { $0 }
    current(name, reason, userInfo)
  }

  private static func stop(_ name: String, _ reason: String, _ userInfo: [String: String]) -> Never
  {
    let details = userInfo.isEmpty ? "" : " \(userInfo)"
    fatalError("*** \(name): \(reason)\(details)")
  }
}

/// Reports a programmer error and stops; see `Misuse`.
func raise(
  _ name: ExceptionName, _ reason: String, userInfo: [String: String] = [:]
) -> Never {
  Misuse.report(name.rawValue, reason, userInfo)
}

/// The names of the exceptions that Apple raises for programmer errors.
enum ExceptionName: String, Sendable {
  case invalidArgument = "NSInvalidArgumentException"
  case internalInconsistency = "NSInternalInconsistencyException"
  case objectInaccessible = "NSObjectInaccessibleException"
  case undefinedKey = "NSUnknownKeyException"
  case range = "NSRangeException"
}
