// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The form of properties' names.
enum PropertyName {
  /// Returns true if a name begins with a letter or underscore and goes on with letters, digits and
  /// what else identifiers of Swift may have (R-MOD-047).
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic
    else { return false }
    return name.unicodeScalars.dropFirst().allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
        || $0.properties.isXIDContinue
    }
  }
}
