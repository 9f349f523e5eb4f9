// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Stops the program for a programmer error, where Apple raises an Objective-C exception: the
/// message begins with the exception's name.
func raise(_ name: ExceptionName, _ reason: String) -> Never {
  fatalError("*** \(name.rawValue): \(reason)")
}

/// The names of the exceptions that Apple raises for programmer errors.
enum ExceptionName: String, Sendable {
  case invalidArgument = "NSInvalidArgumentException"
  case internalInconsistency = "NSInternalInconsistencyException"
  case objectInaccessible = "NSObjectInaccessibleException"
  case undefinedKey = "NSUnknownKeyException"
  case range = "NSRangeException"
}
