// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The structure of a binary property list, object by object; nothing is decoded that nobody asks
/// for, and no content stops the program. Objects are known by their number.
///
/// Unlike Foundation's reader it shows the references that keyed archives have among their objects.
struct BinaryPropertyList {
  /// The greatest object that is asked for whole.
  private static let greatestCount = 1 << 24

  let root: Int
  private let data: Data
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int

  /// Nil for what is no binary property list.
  init?(_ content: Data) {
    let data = content.startIndex == 0 ? content : Data(content)
    let start = data.count - 32
    guard start >= 8, data.starts(with: Data("bplist00".utf8)) else { return nil }
    (offsetSize, referenceSize) = (Int(data[start + 6]), Int(data[start + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = BinaryPropertyList.number(data, start + 8, 8),
      let root = BinaryPropertyList.number(data, start + 16, 8),
      let table = BinaryPropertyList.number(data, start + 24, 8),
      count > 0, root < count, table >= 8, table < start, count <= (start - table) / offsetSize
    else { return nil }
    (self.data, self.root, self.count, self.table) = (data, root, count, table)
  }

  private static func number(_ data: Data, _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place <= data.count - size else { return nil }
    var value: UInt64 = 0
    for byte in data[place..<(place + size)] {
      guard value < 1 << 55 else { return nil }
      value = value << 8 | UInt64(byte)
    }
    return Int(value)
  }

  // MARK: - Objects

  /// The members of an array.
  func array(_ object: Int) -> [Int]? {
    part(object, 0xA, referenceSize).flatMap { members($0.start, $0.count) }
  }

  /// The members of a dictionary whose keys are text; nil if a key comes twice.
  func dictionary(_ object: Int) -> [String: Int]? {
    guard let (start, count) = part(object, 0xD, 2 * referenceSize),
      let keys = members(start, count), let values = members(start + count * referenceSize, count)
    else { return nil }
    var result: [String: Int] = [:]
    for (key, value) in zip(keys, values) {
      guard let name = text(key) else { continue }
      guard result.updateValue(value, forKey: name) == nil else { return nil }
    }
    return result
  }

  /// Whether there is an object of another kind.
  func isOtherThanDictionary(_ object: Int) -> Bool {
    place(object).map { data[$0] >> 4 != 0xD } ?? false
  }

  func text(_ object: Int) -> String? {
    if let (start, count) = part(object, 0x5, 1) {
      return String(decoding: data[start..<(start + count)], as: UTF8.self)
    }
    guard let (start, count) = part(object, 0x6, 2) else { return nil }
    let units = (0..<count).map {
      UInt16(data[start + 2 * $0]) << 8 | UInt16(data[start + 2 * $0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The object of a keyed archive that a reference names.
  func identifier(_ object: Int) -> Int? {
    guard let place = place(object), data[place] >> 4 == 0x8 else { return nil }
    let size = Int(data[place] & 0x0F) + 1
    guard size <= 8, place + 1 + size <= table else { return nil }
    return BinaryPropertyList.number(data, place + 1, size)
  }

  private func members(_ start: Int, _ count: Int) -> [Int]? {
    let members = (0..<count).compactMap {
      BinaryPropertyList.number(data, start + $0 * referenceSize, referenceSize)
    }
    return members.count == count ? members : nil
  }

  private func place(_ object: Int) -> Int? {
    guard object >= 0, object < count,
      let place = BinaryPropertyList.number(data, table + object * offsetSize, offsetSize),
      place >= 8, place < table
    else { return nil }
    return place
  }

  /// Where the content of an object of a kind begins, and how many parts of a size it has.
  private func part(_ object: Int, _ kind: UInt8, _ size: Int) -> (start: Int, count: Int)? {
    guard let place = place(object), data[place] >> 4 == kind,
      let (start, count) = length(place), count <= (table - start) / size
    else { return nil }
    return (start, count)
  }

  private func length(_ place: Int) -> (start: Int, count: Int)? {
    let short = Int(data[place] & 0x0F)
    guard short == 15 else { return (place + 1, short) }
    guard place + 1 < table, data[place + 1] >> 4 == 1, data[place + 1] & 0x0F <= 3 else {
      return nil
    }
    let size = 1 << Int(data[place + 1] & 0x0F)
    guard place + 2 + size <= table, let count = BinaryPropertyList.number(data, place + 2, size),
      count <= BinaryPropertyList.greatestCount
    else { return nil }
    return (place + 2 + size, count)
  }
}
