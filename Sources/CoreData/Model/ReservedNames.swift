// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// Names that a property must not have, since `NSManagedObject` has members of these names.
enum ReservedNames {
  /// Stops the program when the name is reserved or no identifier.
  static func check(_ name: String) {
    if let problem = problem(with: name) { raise(.invalidArgument, problem) }
  }

  /// Why a property cannot have this name; `nil` when it can.
  static func problem(with name: String) -> String? {
    if ReservedPropertyName.contains(name) {
      return "\(name) is a reserved word / conflicts with a method of NSManagedObject"
    }
    guard let first = name.unicodeScalars.first else { return "A property needs a name." }
    let isIdentifier =
      (first == "_" || first.properties.isAlphabetic)
      && name.unicodeScalars.dropFirst().allSatisfy {
        $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
          || $0.properties.isXIDContinue
      }
    return isIdentifier ? nil : "'\(name)' is not a valid property name: it is no identifier."
  }
}
