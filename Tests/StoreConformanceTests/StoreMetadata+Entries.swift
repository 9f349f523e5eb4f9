// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

extension StoreMetadata {
  /// The dictionary; empty without one.
  var entries: [String: Any] {
    let list = try? PropertyListSerialization.propertyList(from: properties, format: nil)
    return list as? [String: Any] ?? [:]
  }

  /// Whether two say the same, however they are written.
  func says(_ other: StoreMetadata) -> Bool {
    guard identifier == other.identifier else { return false }
    return properties == other.properties || (entries as NSDictionary).isEqual(to: other.entries)
  }
}
