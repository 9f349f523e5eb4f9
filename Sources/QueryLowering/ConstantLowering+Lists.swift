// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The constants of an `IN`, of which there may be a hundred thousand.
extension ConstantLowering {
  /// The values of a collection, as ``value(_:for:of:)`` makes them of each; nil for what is none. An
  /// array of one type is recognised by its type, a value of the usual type by one test.
  func values(
    in collection: Any?, for type: AttributeType?, of property: PropertyNumber?
  ) throws -> [AttributeValue]? {
    guard let collection else { return nil }
    if let uniform = Self.uniform(collection, for: type) { return uniform }
    guard let elements = Self.elements(collection) else { return nil }
    return try elements.map { element in
      try element.flatMap { Self.usual($0, for: type) } ?? value(element, for: type, of: property)
    }
  }

  private static func uniform(_ collection: Any, for type: AttributeType?) -> [AttributeValue]? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean, .double, .float:
      if let integers = exactly([Int].self, collection) {
        return integers.map { .integer(Int64($0)) }
      }
      return exactly([Int64].self, collection)?.map { .integer($0) }
        ?? exactly([Double].self, collection)?.map { .double($0) }
    case .string: return exactly([String].self, collection)?.map { .string($0) }
    case .uuid: return exactly([UUID].self, collection)?.map { .uuid($0) }
    case .date:
      return exactly([Date].self, collection)?.map { .date($0.timeIntervalSinceReferenceDate) }
    case .decimal: return exactly([Decimal].self, collection)?.map { .decimal($0) }
    case .uri, .binaryData, .transformable, nil: return nil
    }
  }

  /// The value of a constant of the Swift type that an attribute's values usually have; nil leaves
  /// it to the whole list of types.
  private static func usual(_ constant: Any, for type: AttributeType?) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean, .double, .float:
      exactly(Int.self, constant).map { .integer(Int64($0)) }
        ?? exactly(Double.self, constant).map { .double($0) }
    case .string: exactly(String.self, constant).map { .string($0) }
    case .uuid: exactly(UUID.self, constant).map { .uuid($0) }
    case .date: exactly(Date.self, constant).map { .date($0.timeIntervalSinceReferenceDate) }
    case .decimal: exactly(Decimal.self, constant).map { .decimal($0) }
    case .uri, .binaryData, .transformable, nil: nil
    }
  }

  /// A cast that compares two addresses before it looks at bridging and conformances.
  static func exactly<T>(_ type: T.Type, _ value: Any) -> T? {
    Swift.type(of: value) == type ? value as? T : nil
  }
}
