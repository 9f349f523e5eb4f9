// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The types that the program itself runs with.
package enum RuntimeTypes {
  /// True if there is a type of a mangled name.
  ///
  /// Relies on `_typeByName`, which the standard library does not document, and on the mangling of
  /// nominal types: the lengths and the names of module and type, then a letter for the kind. Were
  /// types not found, generated accessors would be refused with "unknown type"; `RuntimeTypeTests`
  /// asks for a type of each kind.
  package static func contain(_ mangledName: String) -> Bool { _typeByName(mangledName) != nil }
}
