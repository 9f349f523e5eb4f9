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
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal:
      return number(value, of: attribute)
    case .transformable:
      return TransformableCoding.data(value, of: attribute).map { .data($0) } ?? .null
    default: return StorableValue.of(value)
    }
  }

  /// The number that a new object begins with: a truth is 0 or 1, a Float rounded, and a decimal the
  /// shortest one.
  private static func number(_ value: Any, of attribute: NSAttributeDescription) -> AttributeValue {
    switch PropertyValue(value, type: AttributeType(rawValue: attribute.attributeType.rawValue)) {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .boxed(let box): StorableValue.of(box.value)
    default: .null
    }
  }
}
