// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Conversion between values of key-value access and the types that clients declare.
enum ManagedValue {
  /// Returns a value as a type; nil if it is not one, and cannot be made one.
  static func read<T>(_ value: Any?) -> T? {
    guard let value, !(value is NSNull) else { return absent(T.self) }
    if let exact = value as? T { return exact }
    if let number: T = rawRepresentable(value) { return number }
    if let number = value as? NSNumber, let decimal = PropertyValue.decimalNumber(number) as? T {
      return decimal
    }
    return collection(value)
  }

  /// Returns the object that key-value access takes for a value of any type.
  static func storable<T>(_ value: T) -> Any? {
    let plain = (value as? any OptionalValue).map(\.wrappedValue) ?? value
    guard let plain else { return nil }
    if type(of: plain) is AnyClass { return plain }
    guard let raw = plain as? any RawRepresentable, !(plain is any ReferenceConvertible) else {
      return plain
    }
    return raw.rawValue
  }

  // MARK: - Nil

  private static func absent<T>(_ type: T.Type) -> T? {
    if let optional = type as? any OptionalValue.Type { return optional.absent as? T }
    if type == Bool.self { return false as? T }
    if let number = type as? any AdditiveArithmetic.Type { return number.zero as? T }
    if let text = type as? any RangeReplaceableCollection.Type { return text.init() as? T }
    if let set = type as? any SetAlgebra.Type { return set.init() as? T }
    if let dictionary = type as? any ExpressibleByDictionaryLiteral.Type {
      return empty(dictionary) as? T
    }
    return rawRepresentable(0 as NSNumber)
  }

  private static func empty<D: ExpressibleByDictionaryLiteral>(_ type: D.Type) -> D { [:] }

  // MARK: - Enumerations and collections

  private static func rawRepresentable<T>(_ value: Any) -> T? {
    let type = (T.self as? any OptionalValue.Type)?.wrappedType ?? T.self
    guard let type = type as? any RawRepresentable.Type else { return nil }
    return made(type, from: value) as? T
  }

  private static func made<R: RawRepresentable>(_ type: R.Type, from value: Any) -> R? {
    (value as? R.RawValue).flatMap(R.init(rawValue:))
  }

  /// Returns the members of a relationship in another kind of collection.
  private static func collection<T>(_ value: Any) -> T? {
    let members: [Any]
    switch value {
    case let set as NSOrderedSet: members = set.array
    case let set as NSSet: members = set.allObjects
    case let array as [Any]: members = array
    default: return nil
    }
    if let array = members as? T { return array }
    if let set = NSSet(array: members) as? T { return set }
    return NSOrderedSet(array: members) as? T
  }
}

/// An optional of any type.
private protocol OptionalValue {
  static var absent: Self { get }
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate static var absent: Wrapped? { nil }
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
  fileprivate var wrappedValue: Any? { self }
}
