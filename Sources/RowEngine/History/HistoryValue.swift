// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The bytes of a value in a tombstone: a letter for its kind, and the value.
enum HistoryValue {
  static func write(_ value: AttributeValue, to writer: inout ByteWriter) {
    switch value {
    case .null, .reference: writer.write(UInt8(ascii: "-"))
    case .integer(let number):
      writer.write(UInt8(ascii: "i"))
      writer.write(number)
    case .double(let number):
      writer.write(UInt8(ascii: "f"))
      writer.write(number.bitPattern)
    case .decimal(let number):
      writer.write(UInt8(ascii: "n"))
      writer.write(number.description)
    case .string(let text):
      writer.write(UInt8(ascii: "s"))
      writer.write(text)
    case .date(let moment):
      writer.write(UInt8(ascii: "t"))
      writer.write(moment.bitPattern)
    case .data(let data):
      writer.write(UInt8(ascii: "b"))
      writer.write(data)
    case .uuid(let uuid):
      writer.write(UInt8(ascii: "u"))
      withUnsafeBytes(of: uuid.uuid) { writer.write(raw: $0) }
    }
  }

  static func read(_ reader: inout ByteReader) throws(ByteReader.Damage) -> AttributeValue {
    switch try reader.number(UInt8.self) {
    case UInt8(ascii: "-"): return .null
    case UInt8(ascii: "i"): return .integer(try reader.number(Int64.self))
    case UInt8(ascii: "f"): return .double(Double(bitPattern: try reader.number(UInt64.self)))
    case UInt8(ascii: "n"):
      guard let number = Decimal(string: try reader.text()) else { throw ByteReader.Damage() }
      return .decimal(number)
    case UInt8(ascii: "s"): return .string(try reader.text())
    case UInt8(ascii: "t"): return .date(Double(bitPattern: try reader.number(UInt64.self)))
    case UInt8(ascii: "b"): return .data(Data(try reader.bytes()))
    case UInt8(ascii: "u"):
      let bytes = try reader.raw(16)
      return .uuid(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    default: throw ByteReader.Damage()
    }
  }
}
