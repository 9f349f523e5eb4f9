// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Equality of values of unknown type, as descriptions hold them.
enum ContentEquality {
  /// Returns true if both are `nil` or equal by their own definition.
  static func equal(_ left: Any?, _ right: Any?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let left = left as? AnyHashable, let right = right as? AnyHashable, left == right {
      return true
    }
    if let left = left as? [Any], let right = right as? [Any] {
      return left.count == right.count && zip(left, right).allSatisfy { equal($0, $1) }
    }
    if let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any] {
      return equal(left, right)
    }
    guard let left = left as? NSObject else { return false }
    return left.isEqual(right)
  }

  /// Returns true if both dictionaries hold equal values under equal keys; `nil` counts as empty.
  static func equal(_ left: [AnyHashable: Any]?, _ right: [AnyHashable: Any]?) -> Bool {
    let (left, right) = (left ?? [:], right ?? [:])
    return left.count == right.count
      && left.allSatisfy { entry in
        right[entry.key].map { equal(entry.value as Any?, $0 as Any?) } ?? false
      }
  }
}
