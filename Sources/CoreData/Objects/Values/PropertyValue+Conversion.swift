// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

extension PropertyValue {
  /// The cell for a client's value of an attribute; nil when the value is of a wrong class.
  ///
  /// Numbers convert freely among the numeric types (R-CTX-203). A nil `type` takes any value.
  init?(_ value: Any?, type: AttributeType?) {
    guard let value else {
      self = .null
      return
    }
    switch type {
    case .boolean:
      guard let number = PropertyValue.number(value) else { return nil }
      self = .integer(number.boolValue ? 1 : 0)
    case .integer16, .integer32, .integer64:
      guard let number = PropertyValue.number(value) else { return nil }
      self = .integer(PropertyValue.clamped(number))
    case .double, .float:
      guard let number = PropertyValue.number(value) else { return nil }
      self = .double(type == .float ? Double(number.floatValue) : number.doubleValue)
    case .date:
      guard let date = value as? Date else { return nil }
      // Nobody can tell -0 from 0 by a date, but SQLite's files keep it as a text.
      self = .double(date.timeIntervalSinceReferenceDate + 0)
    case .string:
      guard let string = value as? String else { return nil }
      self = .string(string)
    case .decimal, .uuid, .uri, .binaryData:
      guard let box = PropertyValue.box(value, type: type) else { return nil }
      self = .boxed(box)
    case .transformable, nil:
      self = .boxed(ValueBox((value as? any NSCopying).map { $0.copy(with: nil) } ?? value))
    }
  }

  /// Returns a number within 64 bits: one beyond becomes their end, which validation then refuses
  /// in a narrower type, instead of wrapping around.
  private static func clamped(_ number: NSNumber) -> Int64 {
    if let decimal = number as? NSDecimalNumber { return clamped(decimal.decimalValue) }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "Q"): return Int64(clamping: number.uint64Value)
    case UInt8(ascii: "d"), UInt8(ascii: "f"):
      return clamped(number.doubleValue)
    default: return number.int64Value  // its neighbours round to the ends as a double
    }
  }

  private static func clamped(_ double: Double) -> Int64 {
    if double.isNaN { return 0 }
    if double >= 0x1p63 { return .max }
    return double < -0x1p63 ? .min : Int64(double)
  }

  /// Returns a decimal number without its fraction; as a double it would lose digits.
  private static func clamped(_ decimal: Decimal) -> Int64 {
    if decimal.isNaN { return 0 }
    if decimal >= Decimal(Int64.max) { return .max }
    if decimal <= Decimal(Int64.min) { return .min }
    var (whole, given) = (Decimal(), decimal)
    NSDecimalRound(&whole, &given, 0, decimal < 0 ? .up : .down)
    return Int64(whole.description) ?? NSDecimalNumber(decimal: whole).int64Value
  }

  private static func number(_ value: Any) -> NSNumber? {
    switch value {
    case let number as NSNumber: number
    case let decimal as Decimal: NSDecimalNumber(decimal: decimal)
    case let integer as any BinaryInteger: NSNumber(value: Int64(clamping: integer))
    default: nil
    }
  }

  private static func box(_ value: Any, type: AttributeType?) -> ValueBox? {
    switch type {
    case .decimal: number(value).flatMap(decimalNumber).map(ValueBox.init)
    case .uuid: (value as? UUID).map(ValueBox.init)
    case .uri: (value as? URL).map(ValueBox.init)
    case .binaryData: (value as? Data).map(ValueBox.init)
    default: nil
    }
  }

  /// Nil for a floating-point number that no decimal can stand for: Foundation stops the program
  /// where it is to make one.
  static func decimalNumber(_ number: NSNumber) -> NSDecimalNumber? {
    if let decimal = number as? NSDecimalNumber { return decimal }
    let double = number.doubleValue
    if double.isNaN { return .notANumber }
    guard double == 0 || double.hasDecimal else { return nil }
    let isReal = String(cString: number.objCType) == "d"
    return NSDecimalNumber(decimal: isReal ? double.shortestDecimal : number.decimalValue)
  }

  /// Returns the client's value of a cell of an attribute: numbers as `NSNumber`, so that every
  /// numeric cast works (R-CTX-006). Relationship cells are not for here.
  func clientValue(type: AttributeType?) -> Any? {
    switch self {
    case .unset, .null, .toOne, .toMany: nil
    case .integer(let value):
      type == .boolean ? NSNumber(value: value != 0) : NSNumber(value: value)
    case .double(let value): PropertyValue.client(value, type)
    case .string(let value): value
    case .boxed(let box): box.value
    }
  }

  /// The value as an integer, limited to 64 bits; 0 for what is no number.
  var integer: Int64 {
    switch self {
    case .integer(let value): value
    case .double(let value): PropertyValue.clamped(value)
    case .boxed(let box): (box.value as? NSNumber).map(PropertyValue.clamped) ?? 0
    default: 0
    }
  }

  /// The value as a floating-point number; 0 for what is no number.
  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .boxed(let box): (box.value as? NSNumber)?.doubleValue ?? 0
    default: 0
    }
  }

  private static func client(_ value: Double, _ type: AttributeType?) -> Any {
    switch type {
    case .date: Date(timeIntervalSinceReferenceDate: value)
    case .float: NSNumber(value: Float(value))
    default: NSNumber(value: value)
    }
  }

  /// The cell that stands for a row's slot.
  init(_ row: Row, slot: Int, type: AttributeType) {
    guard !row.isNull(slot) else {
      self = .null
      return
    }
    switch type.slotKind {
    case .integer: self = .integer(row.integer(slot))
    case .double: self = .double(row.double(slot))
    case .text:
      let text = String(decoding: row.bytes(slot), as: UTF8.self)
      self = type == .uri ? PropertyValue.uri(text) : .string(text)
    case .bytes: self = row.data(slot).map { .boxed(ValueBox($0)) } ?? .null
    case .uuid: self = row.uuid(slot).map { .boxed(ValueBox($0)) } ?? .null
    case .decimal:
      self = row.decimal(slot).map { .boxed(ValueBox(NSDecimalNumber(decimal: $0))) } ?? .null
    case .reference: self = .unset
    }
  }

  private static func uri(_ text: String) -> PropertyValue {
    URL(string: text).map { .boxed(ValueBox($0)) } ?? .null
  }

  /// Writes the cell of a stored attribute into a row under construction.
  func store(in assembler: RowAssembler, slot: Int, record: PropertyRecord) {
    switch self {
    case .unset, .null, .toOne, .toMany: break
    case .integer(let value): assembler.setInteger(value, slot)
    case .double(let value): assembler.setDouble(value, slot)
    case .string(let value): assembler.setString(value, slot)
    case .boxed(let box): PropertyValue.store(box, in: assembler, slot: slot, record: record)
    }
  }

  private static func store(
    _ box: ValueBox, in assembler: RowAssembler, slot: Int, record: PropertyRecord
  ) {
    switch record.type {
    case .transformable:
      let data =
        (box as? TransformedBox)?.take()
        ?? TransformableCoding.data(box.value, of: record.description)
      data.map { assembler.setData($0, slot) }
    default:
      assembler.set(StorableValue.of(box.value), slot)
    }
  }
}

/// The storable form of a client's attribute value.
enum StorableValue {
  static func of(_ value: Any) -> AttributeValue {
    switch value {
    case let data as Data: .data(data)
    case let uuid as UUID: .uuid(uuid)
    case let url as URL: .string(url.absoluteString)
    case let number as NSDecimalNumber: .decimal(number.decimalValue)
    case let string as String: .string(string)
    case let date as Date: .date(date.timeIntervalSinceReferenceDate + 0)
    case let number as NSNumber: .double(number.doubleValue)
    default: .null
    }
  }
}

extension PropertyValue {
  /// Returns a value that is there, without the optionals and nulls around it.
  static func present(_ value: Any) -> Any? {
    if value is NSNull { return nil }
    guard let optional = value as? any AnyOptional else { return value }
    return optional.wrappedValue.flatMap(present)
  }
}

/// An optional inside an `Any`.
private protocol AnyOptional {
  var wrappedValue: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrappedValue: Any? { self }
}
