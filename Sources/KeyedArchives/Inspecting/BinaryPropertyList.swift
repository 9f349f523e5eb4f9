// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The structure of a binary property list, object by object; nothing is decoded that nobody asks
/// for.
///
/// Unlike Foundation's reader it shows the references that keyed archives have among their objects.
struct BinaryPropertyList {
  private let layout: PropertyListLayout

  /// Nil for what is no binary property list, or has other objects than keyed archives have.
  init?(_ content: Data) {
    guard let layout = PropertyListLayout(content) else { return nil }
    self.layout = layout
    guard (0..<layout.count).allSatisfy(isKnown) else { return nil }
  }

  /// A value, an array, a dictionary or a reference; at sets Foundation may stop the program.
  private func isKnown(_ object: Int) -> Bool {
    guard let place = layout.place(object) else { return false }
    return [0x8, 0xA, 0xD].contains(layout.kind(place)) || layout.isValue(place)
  }

  var root: Int { layout.root }

  /// True if Foundation reads all of it alike: no number of sixteen bytes, of which a value
  /// keeps fifteen digits, none with few bytes after the point, no text that is not of ASCII and
  /// says it is, nothing after the places of objects. Nor do objects share bytes, so that reading each
  /// once takes no longer than the list is.
  var isReadAlike: Bool {
    let sizes = (0..<layout.count).map(size)
    guard layout.isTight, sizes.reduce(0, +) <= layout.end - 8 else { return false }
    return (0..<layout.count).allSatisfy { object in
      guard let place = layout.place(object) else { return false }
      switch layout.kind(place) {
      case 0x1: return layout.data[place] != 0x14
      case 0x2: return layout.data[place] != 0x22
      case 0x5: return isASCII(object)
      default: return true
      }
    }
  }

  /// How many bytes an object takes at least, without what a collection refers to.
  private func size(_ object: Int) -> Int {
    guard let place = layout.place(object), let count = layout.length(place)?.count else {
      return 1
    }
    return switch layout.kind(place) {
    case 0x4, 0x5: 1 + count
    case 0x6: 1 + 2 * count
    case 0xA: 1 + count * layout.referenceSize
    case 0xD: 1 + 2 * count * layout.referenceSize
    default: 1
    }
  }

  private func isASCII(_ object: Int) -> Bool {
    part(of: object, kind: 0x5, size: 1).map {
      layout.data[$0.start..<($0.start + $0.count)].allSatisfy { $0 < 0x80 }
    } ?? false
  }

  /// The members of an array.
  func array(_ object: Int) -> [Int]? {
    part(of: object, kind: 0xA, size: layout.referenceSize).flatMap {
      layout.members($0.start, $0.count)
    }
  }

  func count(ofArray object: Int) -> Int? {
    part(of: object, kind: 0xA, size: layout.referenceSize)?.count
  }

  func count(ofDictionary object: Int) -> Int? {
    part(of: object, kind: 0xD, size: 2 * layout.referenceSize)?.count
  }

  /// How many units a text has.
  func count(ofText object: Int) -> Int? {
    (part(of: object, kind: 0x5, size: 1) ?? part(of: object, kind: 0x6, size: 2))?.count
  }

  /// The members of a dictionary; nil if a key is no text or comes twice.
  func dictionary(_ object: Int) -> [String: Int]? { dictionary(object, longestKey: .max) }

  /// Nil also for a key that is too long.
  func dictionary(_ object: Int, longestKey: Int) -> [String: Int]? {
    guard let entries = entries(object) else { return nil }
    var result: [String: Int] = [:]
    for (key, value) in entries {
      guard let length = self.count(ofText: key), length <= longestKey, let name = text(key),
        result.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return result
  }

  /// The objects that are keys of a dictionary, and those that they lead to.
  func entries(_ object: Int) -> [(key: Int, value: Int)]? {
    guard let (start, count) = part(of: object, kind: 0xD, size: 2 * layout.referenceSize),
      let keys = layout.members(start, count),
      let values = layout.members(start + count * layout.referenceSize, count)
    else { return nil }
    return zip(keys, values).map { (key: $0, value: $1) }
  }

  /// Returns true if there is an object of another kind.
  func isOtherThanDictionary(_ object: Int) -> Bool {
    layout.place(object).map { layout.kind($0) != 0xD } ?? false
  }

  func text(_ object: Int) -> String? {
    let data = layout.data
    if let (start, count) = part(of: object, kind: 0x5, size: 1) {
      return String(decoding: data[start..<(start + count)], as: UTF8.self)
    }
    guard let (start, count) = part(of: object, kind: 0x6, size: 2) else { return nil }
    let units = (0..<count).map {
      UInt16(data[start + 2 * $0]) << 8 | UInt16(data[start + 2 * $0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// A whole number that is not negative.
  func number(_ object: Int) -> Int? { value(of: object, kind: 0x1) { 1 << $0 } }

  /// The object of a keyed archive that a reference names.
  func identifier(_ object: Int) -> Int? { value(of: object, kind: 0x8) { $0 + 1 } }

  /// A value: a truth value, a number, a date, data or a text; nil for other objects.
  func value(_ object: Int) -> ArchivedValue? {
    guard let place = layout.place(object) else { return nil }
    switch layout.kind(place) {
    case 0x0: return .boolean(layout.data[place] == 0x09)
    case 0x1: return integer(place)
    case 0x2: return real(place).map(ArchivedValue.real)
    case 0x3: return real(place).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case 0x4:
      return part(of: object, kind: 0x4, size: 1).map {
        .data(Data(layout.data[$0.start..<($0.start + $0.count)]))
      }
    default: return text(object).map(ArchivedValue.text)
    }
  }

  /// One of sixteen bytes is a number without a sign, as a rule greater than one with a sign can be.
  private func integer(_ place: Int) -> ArchivedValue? {
    let size = 1 << Int(layout.data[place] & 0x0F)
    guard size <= 16, layout.isWithin(place + 1, size) else { return nil }
    let low = bits(place + 1 + max(size - 8, 0), min(size, 8))
    guard size == 16, bits(place + 1, 8) != 0 || low > UInt64(Int64.max) else {
      return .integer(Int64(bitPattern: low))
    }
    return .real(Double(bits(place + 1, 8)) * 0x1p64 + Double(low))
  }

  private func real(_ place: Int) -> Double? {
    let size = 1 << Int(layout.data[place] & 0x0F)
    guard size == 4 || size == 8, layout.isWithin(place + 1, size) else { return nil }
    let bits = bits(place + 1, size)
    return size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(bits)))
  }

  private func bits(_ place: Int, _ size: Int) -> UInt64 {
    layout.data[place..<(place + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number of a kind that is written in as many bytes as the rest of its first one says.
  private func value(of object: Int, kind: UInt8, size: (Int) -> Int) -> Int? {
    guard let place = layout.place(object), layout.kind(place) == kind else { return nil }
    let size = size(Int(layout.data[place] & 0x0F))
    return size <= 8 && layout.isWithin(place + 1, size) ? layout.number(place + 1, size) : nil
  }

  /// Where the content of an object of a kind begins, and how many parts of a size it has.
  private func part(of object: Int, kind: UInt8, size: Int) -> (start: Int, count: Int)? {
    guard let place = layout.place(object), layout.kind(place) == kind,
      let (start, count) = layout.length(place), count <= (layout.end - start) / size
    else { return nil }
    return (start, count)
  }

  // MARK: - Changes

  /// The same list where some arrays have other members.
  func data(replacing arrays: [Int: [Int]]) -> Data {
    var bytes = [UInt8](layout.data[..<layout.end])
    let places = (0..<layout.count).map { object in
      guard let members = arrays[object] else { return layout.place(object) ?? 0 }
      let place = bytes.count
      bytes += [0xAF, 0x13]
      BinaryPropertyList.append(members.count, 8, to: &bytes)
      for member in members { BinaryPropertyList.append(member, layout.referenceSize, to: &bytes) }
      return place
    }
    let end = bytes.count
    for place in places { BinaryPropertyList.append(place, 8, to: &bytes) }
    bytes += [0, 0, 0, 0, 0, 0, 8, UInt8(layout.referenceSize)]
    for number in [layout.count, root, end] { BinaryPropertyList.append(number, 8, to: &bytes) }
    return Data(bytes)
  }

  private static func append(_ number: Int, _ size: Int, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt64(number).bigEndian) { bytes.append(contentsOf: $0.suffix(size)) }
  }
}
