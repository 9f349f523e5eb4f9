// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A value sorted into the classes that predicates tell apart.
package enum OperandValue {
  case null
  case number(Number)
  case string(String)
  case date(Date)
  case uuid(UUID)
  case data(Data)
  case url(URL)
  case collection(OperandCollection)
  case dictionary([AnyHashable: Any])
  /// A managed object, or the identifier of one.
  case identity(any PredicateIdentity)
  case object(Any)
}

extension OperandValue {
  /// Sorts any value; an optional inside `Any` and `NSNull` count as what they hold.
  package init(_ value: Any?) {
    guard let value else {
      self = .null
      return
    }
    // The exact type is compared first: a failing dynamic cast costs ten times as much.
    if let common = Self.common(value) {
      self = common
    } else if let identity = value as? any PredicateIdentity {
      self = .identity(identity)
    } else if !(type(of: value) is AnyClass), let collection = OperandCollection(listed: value) {
      // Before the casts to classes, for which a list of Swift's is bridged.
      self = .collection(collection)
    } else {
      self = Self.numeric(value) ?? Self.bridged(value) ?? Self.rare(value)
    }
  }

  private static func common(_ value: Any) -> OperandValue? {
    let type = type(of: value)
    if type == String.self { return (value as? String).map { .string($0) } }
    if type == Int.self { return (value as? Int).map { .number(.integer($0)) } }
    if type == Double.self { return (value as? Double).map { .number(.real($0)) } }
    if type == Date.self { return (value as? Date).map { .date($0) } }
    if type == Bool.self { return (value as? Bool).map { .number(.integer($0 ? 1 : 0)) } }
    if type == UUID.self { return (value as? UUID).map { .uuid($0) } }
    if type == Data.self { return (value as? Data).map { .data($0) } }
    if type == URL.self { return (value as? URL).map { .url($0) } }
    if type == OperandCollection.self {
      return (value as? OperandCollection).map { .collection($0) }
    }
    if type == Decimal.self { return (value as? Decimal).map { .number(.decimal($0)) } }
    return nil
  }

  private static func numeric(_ value: Any) -> OperandValue? {
    switch value {
    case let integer as any BinaryInteger:
      .number(
        Int(exactly: integer).map { .integer($0) }
          ?? .decimal(Decimal(string: "\(integer)") ?? .nan))
    case let real as any BinaryFloatingPoint: .number(.real(Double(real)))
    case let decimal as NSDecimalNumber: .number(.decimal(decimal.decimalValue))
    case let number as NSNumber: .number(Self.number(number))
    default: nil
    }
  }

  private static func number(_ number: NSNumber) -> Number {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): .real(number.doubleValue)
    case UInt8(ascii: "Q"):
      Int(exactly: number.uint64Value).map { .integer($0) }
        ?? .decimal(Decimal(number.uint64Value))
    default: .integer(number.intValue)
    }
  }

  private static func bridged(_ value: Any) -> OperandValue? {
    switch value {
    case is NSNull: .null
    case let text as NSString: .string(text as String)
    case let date as NSDate: .date(date as Date)
    case let uuid as NSUUID: .uuid(uuid as UUID)
    case let data as NSData: .data(data as Data)
    case let url as NSURL: .url(url as URL)
    case let text as Substring: .string(String(text))
    case let character as Character: .string(String(character))
    default: nil
    }
  }

  private static func rare(_ value: Any) -> OperandValue {
    if let optional = value as? any UntypedOptional { return OperandValue(optional.wrappedValue) }
    if let collection = OperandCollection(value) { return .collection(collection) }
    if let dictionary = value as? NSDictionary { return .dictionary(entries(of: dictionary)) }
    return .object(value)
  }

  private static func entries(of dictionary: NSDictionary) -> [AnyHashable: Any] {
    var entries: [AnyHashable: Any] = [:]
    for (key, value) in dictionary {
      if let key = dictionaryKey(key) { entries[key] = value }
    }
    return entries
  }

  /// Returns a key under which a dictionary operand holds its values: strings and numbers as
  /// Swift's.
  package static func dictionaryKey(_ key: Any?) -> AnyHashable? {
    switch OperandValue(key) {
    case .string(let text): AnyHashable(text)
    case .number(.integer(let number)): AnyHashable(number)
    case .number(let number): AnyHashable(number.double)
    default: key as? AnyHashable
    }
  }

  /// Returns a value out of optionals in optionals; `NSNull` is nil.
  package static func flattened(_ value: Any?) -> Any? {
    guard let value else { return nil }
    // What is known not to be an optional: asking looks through the conformances of all libraries,
    // once for each type.
    if type(of: value) is AnyClass { return type(of: value) == NSNull.self ? nil : value }
    if plainTypes.contains(ObjectIdentifier(type(of: value))) { return value }
    if let optional = value as? any UntypedOptional { return flattened(optional.wrappedValue) }
    // To ask a collection whether it is an object bridges all its elements.
    return type(of: value) == AnyHashable.self && value is NSNull ? nil : value
  }

  /// The types of most operands.
  private static let plainTypes = Set(
    ([
      String.self, Int.self, Double.self, Bool.self, Date.self, UUID.self, Data.self, URL.self,
      Decimal.self, Int16.self, Int32.self, Int64.self, Float.self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })

  /// True if it is nil.
  package var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The kind of value, for errors.
  package var kind: String {
    switch self {
    case .null: "nil"
    case .number(let number): "the number \(number.text)"
    case .string(let text): "the string \"\(text)\""
    case .date: "a date"
    case .uuid: "a UUID"
    case .data: "data"
    case .url: "a URL"
    case .collection: "a collection"
    case .dictionary: "a dictionary"
    case .identity: "an object"
    case .object(let value): "a value of class \(type(of: value))"
    }
  }
}

/// An optional seen without its type.
private protocol UntypedOptional {
  var wrappedValue: Any? { get }
}

extension Optional: UntypedOptional {
  var wrappedValue: Any? { self.map { $0 } }
}
