// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The names that properties may have: all that key-value coding can tell apart, and that are not
/// those of members of `NSManagedObject`.
enum PropertyNames {
  /// Why a property of an entity cannot have this name; `nil` when it can.
  static func problem(with name: String, of entity: String) -> String? {
    if ReservedPropertyName.contains(name) {
      return "The property '\(entity).\(name)' needs another name: \(name) is a reserved word / "
        + "conflicts with a method of NSManagedObject."
    }
    if name.isEmpty { return "A property of entity '\(entity)' has no name." }
    guard name.hasPrefix("@") || name.contains(".") || name.contains("\0") else { return nil }
    return "The property '\(entity).\(name)' needs another name: key paths cannot have dots or NUL "
      + "within keys, nor an @ before them."
  }
}
