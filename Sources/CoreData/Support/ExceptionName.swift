// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The names of the exceptions that Apple raises for programmer errors.
enum ExceptionName: String, Sendable {
  case invalidArgument = "NSInvalidArgumentException"
  case internalInconsistency = "NSInternalInconsistencyException"
  case objectInaccessible = "NSObjectInaccessibleException"
  case undefinedKey = "NSUnknownKeyException"
  case range = "NSRangeException"
}
