// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import RecordProtocol

/// Values of attributes as they travel.
enum RecordCoding {
  static func value(_ value: Any?, of attribute: NSAttributeDescription) -> RecordValue {
    guard let value, !(value is NSNull) else { return .null }
    if let composite = attribute as? NSCompositeAttributeDescription {
      return map(value as? [String: Any] ?? [:], of: composite)
    }
    switch (attribute.attributeType, value) {
    case (.booleanAttributeType, let flag as NSNumber): return .flag(flag.boolValue)
    case (.doubleAttributeType, let number as NSNumber): return self.number(number.doubleValue)
    case (.floatAttributeType, let number as NSNumber): return self.number(number.doubleValue)
    case (.dateAttributeType, let date as Date):
      return self.number(date.timeIntervalSinceReferenceDate)
    case (.integer16AttributeType, let number as NSNumber),
      (.integer32AttributeType, let number as NSNumber),
      (.integer64AttributeType, let number as NSNumber):
      return .integer(number.int64Value)
    default: return CSVValue.text(value, of: attribute).map(RecordValue.text) ?? .null
    }
  }

  /// JSON has no infinities and no negative zero.
  private static func number(_ number: Double) -> RecordValue {
    number.isFinite && (number != 0 || number.sign == .plus) ? .number(number) : .text("\(number)")
  }

  private static func map(
    _ values: [String: Any], of composite: NSCompositeAttributeDescription
  ) -> RecordValue {
    .map(
      Dictionary(
        uniqueKeysWithValues: composite.elements.map {
          ($0.name, value(values[$0.name], of: $0))
        }))
  }

  /// The value that a record has; nil for none.
  static func value(_ value: RecordValue?, of attribute: NSAttributeDescription) -> Any? {
    switch value {
    case nil, .some(.null), .keys: nil
    case .flag(let flag): NSNumber(value: flag)
    case .integer(let integer): scalar(Double(integer), attribute) ?? NSNumber(value: integer)
    case .number(let number): scalar(number, attribute)
    case .text(let text): CSVValue.value(text, of: attribute)
    case .map(let values): dictionary(values, of: attribute)
    }
  }

  private static func scalar(_ number: Double, _ attribute: NSAttributeDescription) -> Any? {
    switch attribute.attributeType {
    case .doubleAttributeType: NSNumber(value: number)
    case .floatAttributeType: NSNumber(value: Float(number))
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: number)
    default: nil
    }
  }

  private static func dictionary(
    _ values: [String: RecordValue], of attribute: NSAttributeDescription
  ) -> [String: Any]? {
    let elements = (attribute as? NSCompositeAttributeDescription)?.elements ?? []
    let result = elements.reduce(into: [String: Any]()) { result, element in
      result[element.name] = value(values[element.name], of: element)
    }
    return result.isEmpty ? nil : result
  }
}
