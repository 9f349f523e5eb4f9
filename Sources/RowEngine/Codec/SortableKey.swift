// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Values encoded so that comparing bytes compares values: the keys of ordered indexes.
///
/// A key is a sequence of fields. A field is a tag, `01` for null or `02` for a value, then:
///
/// - integer, reference (its number only): 8 bytes big-endian, sign bit inverted;
/// - double, date: 8 bytes big-endian; of a negative every bit inverted, else the sign bit. Both
///   zeros are one value; every NaN is all zeros and so the least;
/// - text and data: the bytes, `00` as `00 FF`, then `00 00`;
/// - UUID: its 16 bytes;
/// - decimal: see ``appendDecimal(_:)``.
///
/// Every bit of a descending field is inverted, tag included. Columns of one position must have the
/// same kind in all keys. The encoding is part of a file format: it must not change.
package struct SortableKey: Hashable, Sendable, Comparable {
  package private(set) var bytes: [UInt8] = []

  /// The tags, as they stand in an ascending field.
  package static let nullTag: UInt8 = 1
  package static let valueTag: UInt8 = 2

  package init() {}
  package init(bytes: [UInt8]) { self.bytes = bytes }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Empties the key and keeps its memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package static func < (a: SortableKey, b: SortableKey) -> Bool {
    a.bytes.withUnsafeBytes { left in
      b.bytes.withUnsafeBytes { right in ByteOrder.order(left, right) < 0 }
    }
  }

  // MARK: - Fields

  package mutating func appendNull(ascending: Bool = true) {
    bytes.append(ascending ? SortableKey.nullTag : ~SortableKey.nullTag)
  }

  package mutating func appendInteger(_ value: Int64, ascending: Bool = true) {
    appendWord(SortableKey.word(value), ascending)
  }

  package mutating func appendDouble(_ value: Double, ascending: Bool = true) {
    appendWord(SortableKey.word(value), ascending)
  }

  /// Text or data.
  package mutating func appendBytes(_ value: UnsafeRawBufferPointer, ascending: Bool = true) {
    appendField(ascending) { key in
      key.appendEscaped(value)
      key.bytes.append(0)
      key.bytes.append(0)
    }
  }

  package mutating func appendString(_ value: String, ascending: Bool = true) {
    var value = value
    value.withUTF8 { appendBytes(UnsafeRawBufferPointer($0), ascending: ascending) }
  }

  /// The sixteen bytes of a UUID.
  package mutating func appendUUID(_ value: UnsafeRawBufferPointer, ascending: Bool = true) {
    appendField(ascending) { $0.bytes.append(contentsOf: value) }
  }

  package mutating func appendDecimal(_ text: UnsafeRawBufferPointer, ascending: Bool = true) {
    appendField(ascending) { $0.appendDecimal(text) }
  }

  /// Returns the object's number that ends an index entry: eight bytes of its ``word(_:)``,
  /// big-endian, without a tag.
  package static func trailingNumber(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    let word = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    return Int64(bitPattern: UInt64(bigEndian: word) ^ (1 << 63))
  }

  /// The least key that is greater than every key that begins with this one; nil for the end.
  package var upperBound: SortableKey? {
    var result = bytes
    while let last = result.popLast() {
      if last < 0xFF { return SortableKey(bytes: result + [last + 1]) }
    }
    return nil
  }

  // MARK: - Parts

  package static func word(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ (1 << 63) }

  package static func word(_ value: Double) -> UInt64 {
    if value.isNaN { return 0 }
    let bits = value == 0 ? 0 : value.bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  private mutating func appendWord(_ word: UInt64, _ ascending: Bool) {
    bytes.append(ascending ? SortableKey.valueTag : ~SortableKey.valueTag)
    withUnsafeBytes(of: (ascending ? word : ~word).bigEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func appendField(_ ascending: Bool, _ payload: (inout SortableKey) -> Void) {
    let start = bytes.count
    bytes.append(SortableKey.valueTag)
    payload(&self)
    guard !ascending else { return }
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }

  private mutating func appendEscaped(_ value: UnsafeRawBufferPointer) {
    var rest = value[...]
    while let zero = rest.firstIndex(of: 0) {
      bytes.append(contentsOf: rest[rest.startIndex...zero])
      bytes.append(0xFF)
      rest = rest[(zero + 1)...]
    }
    bytes.append(contentsOf: rest)
  }

  mutating func removeLast(_ count: Int) { bytes.removeLast(count) }
  mutating func appendRaw(_ byte: UInt8) { bytes.append(byte) }
  mutating func appendRaw(_ more: [UInt8]) { bytes.append(contentsOf: more) }
}
