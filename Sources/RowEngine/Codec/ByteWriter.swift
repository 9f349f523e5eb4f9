// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Appends numbers, little-endian, and bytes with their lengths.
package struct ByteWriter {
  package private(set) var data = Data()

  package init() {}

  package mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
  }

  package mutating func write(count: Int) { write(UInt32(truncatingIfNeeded: count)) }

  package mutating func write(_ bytes: some Collection<UInt8>) {
    write(count: bytes.count)
    data.append(contentsOf: bytes)
  }

  package mutating func write(_ text: String) { write(Array(text.utf8)) }

  package mutating func write(raw bytes: some Sequence<UInt8>) { data.append(contentsOf: bytes) }
}

/// Reads what ``ByteWriter`` has written; throws at what it cannot have written.
package struct ByteReader {
  /// The bytes end too early, or say what cannot be.
  package struct Damage: Error {
    package init() {}
  }

  private let data: Data
  private var place: Int

  package init(_ data: Data) {
    self.data = data
    place = data.startIndex
  }

  package var isAtEnd: Bool { place == data.endIndex }

  package mutating func raw(_ count: Int) throws(Damage) -> Data {
    guard count >= 0, count <= data.endIndex - place else { throw Damage() }
    defer { place += count }
    return data[place..<place + count]
  }

  package mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(Damage)
    -> Number
  {
    let bytes = try raw(MemoryLayout<Number>.size)
    return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Returns the length of a list whose elements take so many bytes at least.
  package mutating func count(ofAtLeast size: Int = 1) throws(Damage) -> Int {
    let count = Int(try number(UInt32.self))
    guard count <= (data.endIndex - place) / max(size, 1) else { throw Damage() }
    return count
  }

  package mutating func bytes() throws(Damage) -> Data { try raw(try count()) }

  package mutating func text() throws(Damage) -> String {
    guard let text = String(bytes: try bytes(), encoding: .utf8) else { throw Damage() }
    return text
  }
}
