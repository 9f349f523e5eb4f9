// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension JSONValue {
  /// The JSON form of an attribute's or a property list's value. Dates are ISO 8601 with
  /// milliseconds, data is base64, decimals are text so that no digit is lost.
  init(foundation value: Any?) {
    switch value {
    case nil, is NSNull: self = .null
    case let text as String: self = .string(text)
    case let decimal as NSDecimalNumber: self = .string(decimal.stringValue)
    case let number as NSNumber: self = JSONValue(number)
    case let date as Date: self = .string(date.formatted(Self.dateStyle))
    case let data as Data: self = .string(data.base64EncodedString())
    case let uuid as UUID: self = .string(uuid.uuidString)
    case let url as URL: self = .string(url.absoluteString)
    case let list as [Any]: self = .array(list.map(JSONValue.init(foundation:)))
    case let members as [String: Any]:
      self = .object(members.mapValues(JSONValue.init(foundation:)))
    case let other?: self = .string("\(other)")
    }
  }

  private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// Foundation tells a Boolean from a number only by the C type of its value.
  private init(_ number: NSNumber) {
    switch String(cString: number.objCType) {
    case "c", "B": self = .bool(number.boolValue)
    case "d", "f": self = .number(number.doubleValue)
    default: self = .integer(number.int64Value)
    }
  }
}
