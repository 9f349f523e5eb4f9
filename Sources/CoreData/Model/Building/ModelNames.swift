// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// How names are ordered and hashed wherever numbers are given to what they name.
enum ModelNames {
  /// Returns the 64-bit hash of a property's name.
  static func hash(of name: String) -> UInt64 { PropertyNameHash.of(name) }

  /// Returns true if one name comes before another: by UTF-8 bytes, which no locale changes.
  static func precedes(_ left: String, _ right: String) -> Bool {
    PropertyOrder.precedes(left, right)
  }

  /// Returns the entities ascending by name.
  static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    entities.sorted { precedes($0.name ?? "", $1.name ?? "") }
  }
}
