// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Makes a binary property list, object by object, with the references of keyed archives, for which
/// Foundation has no type. Equal values are one object.
struct PropertyListWriter {
  /// A value, or the members of an array or a dictionary.
  private enum Entry {
    case bytes([UInt8])
    case members(marker: UInt8, count: Int, [Int])
  }

  private var entries: [Entry] = []
  private var values: [ArchiveNode.Plain: Int] = [:]
  private var references: [Int: Int] = [:]

  mutating func add(_ value: ArchiveNode.Plain) -> Int {
    if let known = values[value] { return known }
    let place = append(.bytes(PropertyListWriter.bytes(value)))
    values[value] = place
    return place
  }

  mutating func add(_ data: Data) -> Int {
    append(.bytes(PropertyListWriter.head(0x40, data.count) + data))
  }

  /// Adds a reference to an object of a keyed archive, by its number there.
  mutating func add(reference number: Int) -> Int {
    if let known = references[number] { return known }
    let size = PropertyListWriter.size(of: number)
    let bytes = [0x80 | UInt8(size - 1)] + PropertyListWriter.bigEndian(number, size)
    let place = append(.bytes(bytes))
    references[number] = place
    return place
  }

  mutating func addArray(_ members: [Int]) -> Int {
    append(.members(marker: 0xA0, count: members.count, members))
  }

  mutating func addDictionary(_ members: [(key: String, value: Int)]) -> Int {
    let keys = members.map { add(.text($0.key)) }
    return append(.members(marker: 0xD0, count: keys.count, keys + members.map(\.value)))
  }

  private mutating func append(_ entry: Entry) -> Int {
    entries.append(entry)
    return entries.count - 1
  }

  // MARK: - Bytes

  /// The list with this object at the top.
  func data(root: Int) -> Data {
    var bytes = Array("bplist00".utf8)
    let referenceSize = PropertyListWriter.size(of: entries.count)
    var places: [Int] = []
    for entry in entries {
      places.append(bytes.count)
      bytes += PropertyListWriter.bytes(entry, referenceSize)
    }
    let end = bytes.count
    let offsetSize = PropertyListWriter.size(of: end)
    for place in places { bytes += PropertyListWriter.bigEndian(place, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [entries.count, root, end] { bytes += PropertyListWriter.bigEndian(number, 8) }
    return Data(bytes)
  }

  private static func bytes(_ entry: Entry, _ referenceSize: Int) -> [UInt8] {
    switch entry {
    case .bytes(let bytes): bytes
    case .members(let marker, let count, let members):
      head(marker, count) + members.flatMap { bigEndian($0, referenceSize) }
    }
  }

  private static func bytes(_ value: ArchiveNode.Plain) -> [UInt8] {
    switch value {
    case .boolean(let value): return [value ? 0x09 : 0x08]
    case .integer(let value): return bytes(value)
    case .real(let value): return [0x23] + bigEndian(Int(bitPattern: UInt(value.bitPattern)), 8)
    case .text(let text):
      let bytes = Array(text.utf8)
      if bytes.allSatisfy({ $0 < 0x80 }) { return head(0x50, bytes.count) + bytes }
      let units = Array(text.utf16)
      return head(0x60, units.count) + units.flatMap { bigEndian(Int($0), 2) }
    }
  }

  /// One, two and four bytes have no sign; a negative number has eight.
  private static func bytes(_ integer: Int64) -> [UInt8] {
    let exponent: UInt8 =
      switch integer {
      case 0..<1 << 8: 0
      case 0..<1 << 16: 1
      case 0..<1 << 32: 2
      default: 3
      }
    return [0x10 | exponent] + bigEndian(Int(integer), 1 << Int(exponent))
  }

  private static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 0x0F] + bytes(Int64(count))
  }

  /// The bytes that hold every number up to this one: 1, 2, 4 or 8.
  private static func size(of number: Int) -> Int {
    number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 32 ? 4 : 8
  }

  private static func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }
}
