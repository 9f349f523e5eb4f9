// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One stanza of a deb822 text: fields by name, over bytes that somebody else owns.
///
/// Valid only inside the call it is passed to. Nothing is decoded before it is asked for. Where a
/// field occurs twice, the first counts.
public struct Stanza {
  struct Field {
    var name: Range<Int>
    var value: Range<Int>
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let fields: [Field]

  /// The bytes of a field without the white space around them, continuation lines included; nil
  /// when the field is missing or empty. Names are compared without regard to case, as Debian does.
  public func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    for field in fields where matches(field.name, name) && !field.value.isEmpty {
      return UnsafeBufferPointer(rebasing: bytes[field.value])
    }
    return nil
  }

  /// A field's text; folded lines are joined by one space.
  public func text(_ name: StaticString) -> String? {
    guard let value = value(name) else { return nil }
    guard value.contains(UInt8(ascii: "\n")) else { return String(decoding: value, as: UTF8.self) }
    return String(decoding: value, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
  }

  /// The first line of a field: of a description, the summary.
  public func firstLine(_ name: StaticString) -> String? {
    value(name).map { value in
      let line = value.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// A field's number; nil when it is missing or something else.
  public func integer(_ name: StaticString) -> Int64? {
    guard let value = value(name) else { return nil }
    var number: Int64 = 0
    for byte in value {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), number < Int64.max / 100
      else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return number
  }

  private func matches(_ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count {
      let byte = bytes[range.lowerBound + offset]
      let other = name.utf8Start[offset]
      guard byte == other || byte.lowercasedLetter == other.lowercasedLetter else { return false }
    }
    return true
  }
}

extension UInt8 {
  /// Lower case for A–Z, itself for all others.
  var lowercasedLetter: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// White space inside a line, a carriage return included.
  var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}
