// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Values of attributes as text.
enum CSVValue {
  static func text(_ value: Any, of attribute: NSAttributeDescription) -> String? {
    switch value {
    case let text as String: text
    case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
    case let data as Data where attribute.attributeType != .transformableAttributeType:
      data.base64EncodedString()
    case let uuid as UUID: uuid.uuidString
    case let url as URL where attribute.attributeType != .transformableAttributeType:
      url.absoluteString
    case let number as NSNumber where attribute.attributeType != .transformableAttributeType:
      text(number, attribute.attributeType)
    default: Archive(attribute).data(value)?.base64EncodedString()
    }
  }

  private static func text(_ number: NSNumber, _ type: NSAttributeType) -> String {
    switch type {
    case .booleanAttributeType: number.boolValue ? "true" : "false"
    case .doubleAttributeType: "\(number.doubleValue)"
    case .floatAttributeType: "\(number.floatValue)"
    case .decimalAttributeType: "\(number.decimalValue)"
    default: "\(number.int64Value)"
    }
  }

  /// The value that a text stands for; nil when it is none of the attribute's.
  static func value(_ text: String, of attribute: NSAttributeDescription) -> Any? {
    switch attribute.attributeType {
    case .integer16AttributeType: Int16(text).map { NSNumber(value: $0) }
    case .integer32AttributeType: Int32(text).map { NSNumber(value: $0) }
    case .integer64AttributeType: Int64(text).map { NSNumber(value: $0) }
    case .decimalAttributeType: NSDecimalNumber(string: text)
    case .doubleAttributeType: Double(text).map { NSNumber(value: $0) }
    case .floatAttributeType: Float(text).map { NSNumber(value: $0) }
    case .booleanAttributeType: Bool(text).map { NSNumber(value: $0) }
    case .stringAttributeType: text
    case .dateAttributeType: Double(text).map { Date(timeIntervalSinceReferenceDate: $0) }
    case .binaryDataAttributeType: Data(base64Encoded: text)
    case .UUIDAttributeType: UUID(uuidString: text)
    case .URIAttributeType: URL(string: text)
    default: Data(base64Encoded: text).flatMap { Archive(attribute).value($0) }
    }
  }

  /// The bytes of transformable values, as the attribute's transformer makes them.
  private struct Archive {
    private let transformer: ValueTransformer
    private var isUnarchiving: Bool { transformer is NSSecureUnarchiveFromDataTransformer }

    init(_ attribute: NSAttributeDescription) {
      let named = attribute.valueTransformerName.flatMap {
        ValueTransformer.valueTransformer(forName: NSValueTransformerName($0))
      }
      transformer = named ?? NSSecureUnarchiveFromDataTransformer()
    }

    func data(_ value: Any) -> Data? {
      let result =
        isUnarchiving
        ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
      return result as? Data
    }

    func value(_ data: Data) -> Any? {
      isUnarchiving ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    }
  }
}
