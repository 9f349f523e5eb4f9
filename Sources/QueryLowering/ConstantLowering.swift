// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Turns the constants of predicates into values of the columns they are compared with.
struct ConstantLowering {
  let model: any PredicateModel

  /// A constant for comparison with a column of a type, or of its own type when there is none.
  /// `Untranslatable` when no column of the type can hold it: what such a comparison means is left
  /// to the evaluation on objects.
  func value(
    _ constant: Any?, for type: AttributeType?, of property: PropertyNumber? = nil
  ) throws -> AttributeValue {
    guard let constant, !(constant is NSNull) else { return .null }
    let found: AttributeValue? =
      switch type {
      case .integer16, .integer32, .integer64, .boolean, .double, .float: number(constant)
      case .decimal: decimal(constant)
      case .date: (constant as? Date).map { .date($0.timeIntervalSinceReferenceDate) }
      case .string: Self.text(constant).map { .string($0) }
      case .uri: (constant as? URL).map { .string($0.absoluteString) }
      case .uuid: (constant as? UUID).map { .uuid($0) }
      case .binaryData: (constant as? Data).map { .data($0) }
      case .transformable:
        property.flatMap { model.data(constant, of: $0) }.map { .data($0) }
      case nil: natural(constant)
      }
    guard let found else { throw Untranslatable() }
    return found
  }

  /// The key of a constant that stands for an object, see ``PredicateModel/key(of:)``.
  func key(_ constant: Any?) -> ObjectKey? { constant.flatMap(model.key) }

  /// Returns true if a constant stands for an object.
  func isObject(_ constant: Any?) -> Bool { constant.map(model.isObject) ?? false }

  /// The name of a constant that is an entity, of this or of an equal model.
  func entityName(_ constant: Any?) -> String? { constant.flatMap(model.entityName) }

  /// The elements of a constant collection; `nil` for anything else, strings included.
  static func elements(_ constant: Any?) -> [Any?]? {
    guard let constant else { return nil }
    if type(of: constant) is AnyClass, let elements = members(constant) { return elements }
    if let list = constant as? any ListedElements { return list.listed }
    return (constant as? [AnyHashable: Any]).map { Array($0.values) }
  }

  /// The elements of a collection that is a class, which is not to be bridged to be read.
  private static func members(_ constant: Any) -> [Any?]? {
    switch constant {
    case let array as NSArray: array.map { $0 }
    case let set as NSSet: set.map { $0 }
    case let set as NSOrderedSet: set.map { $0 }
    default: nil
    }
  }

  /// The text of a string constant.
  static func text(_ constant: Any?) -> String? {
    switch constant {
    case let string as String: string
    case let substring as Substring: String(substring)
    case let character as Character: String(character)
    default: nil
    }
  }

  // MARK: - Kinds

  private func natural(_ constant: Any) -> AttributeValue? {
    if let text = Self.text(constant) { return .string(text) }
    switch constant {
    case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
    case let uuid as UUID: return .uuid(uuid)
    case let data as Data: return .data(data)
    case let url as URL: return .string(url.absoluteString)
    default: return number(constant)
    }
  }

  private func number(_ constant: Any) -> AttributeValue? {
    switch constant {
    case let decimal as NSDecimalNumber: .decimal(decimal.decimalValue)
    case let decimal as Decimal: .decimal(decimal)
    case let flag as Bool where type(of: constant) == Bool.self: .integer(flag ? 1 : 0)
    case let integer as any FixedWidthInteger:
      Int64(exactly: integer).map { .integer($0) }
        ?? .double(Double(integer))
    case let double as Double where type(of: constant) == Double.self: .double(double)
    case let float as Float where type(of: constant) == Float.self: .double(Double(float))
    case let number as NSNumber: Self.number(number)
    default: nil
    }
  }

  private static func number(_ number: NSNumber) -> AttributeValue {
    switch String(cString: number.objCType) {
    case "f", "d": .double(number.doubleValue)
    case "Q" where number.uint64Value > UInt64(Int64.max): .double(number.doubleValue)
    default: .integer(number.int64Value)
    }
  }

  private func decimal(_ constant: Any) -> AttributeValue? {
    switch number(constant) {
    case .integer(let integer): .decimal(Decimal(integer))
    case .double(let double) where double == 0 || double.hasDecimal:
      .decimal(double.shortestDecimal)
    case let value: value
    }
  }
}
