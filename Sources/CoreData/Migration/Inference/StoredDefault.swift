// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The default value of an attribute as a store keeps it.
enum StoredDefault {
  /// Returns `.null` for an attribute without one, and for one that its transformer makes nothing of.
  static func value(of attribute: NSAttributeDescription) -> AttributeValue {
    guard let value = attribute.defaultValue else { return .null }
    switch attribute.type {
    case .integer16, .integer32, .integer64, .boolean:
      return (value as? NSNumber).map { .integer($0.int64Value) } ?? .null
    case .double, .float: return (value as? NSNumber).map { .double($0.doubleValue) } ?? .null
    case .decimal: return (value as? NSNumber).map { .decimal($0.decimalValue) } ?? .null
    case .transformable:
      return TransformableCoding.data(value, of: attribute).map { .data($0) } ?? .null
    default: return StorableValue.of(value)
    }
  }
}
