// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The order that numbers properties and feeds version hashes.
package enum PropertyOrder {
  /// Names ascending by their UTF-8 bytes, which no locale changes.
  package static func sorted(_ names: some Sequence<String>) -> [String] {
    names.sorted(by: precedes)
  }

  /// Returns true if one name comes before another.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
