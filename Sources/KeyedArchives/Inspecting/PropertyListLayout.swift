// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Where a binary property list has its objects, which are known by their number. No content stops
/// the program: what lies outside the file, or beyond 2^55, is nil.
struct PropertyListLayout {
  /// Its first index is 0.
  let data: Data
  let root: Int
  let count: Int
  let referenceSize: Int
  /// Where the objects end.
  let end: Int
  private let offsetSize: Int

  /// Reads the trailer; nil for what is no binary property list.
  init?(_ content: Data) {
    let data = content.startIndex == 0 ? content : Data(content)
    let trailer = data.count - 32
    guard trailer >= 8, data.starts(with: Data("bplist00".utf8)) else { return nil }
    (offsetSize, referenceSize) = (Int(data[trailer + 6]), Int(data[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = PropertyListLayout.number(in: data, at: trailer + 8, size: 8),
      let root = PropertyListLayout.number(in: data, at: trailer + 16, size: 8),
      let end = PropertyListLayout.number(in: data, at: trailer + 24, size: 8),
      count > 0, root < count, end >= 8, end < trailer, count <= (trailer - end) / offsetSize
    else { return nil }
    (self.data, self.root, self.count, self.end) = (data, root, count, end)
  }

  /// True if the places of objects reach to the trailer, and are as large as they need be.
  var isTight: Bool {
    end + count * offsetSize + 32 == data.count
      && (referenceSize == 8 || count < 1 << (8 * referenceSize))
      && (offsetSize == 8 || end < 1 << (8 * offsetSize))
  }

  private static func number(in data: Data, at place: Int, size: Int) -> Int? {
    guard place >= 0, size > 0, place <= data.count - size else { return nil }
    var value: UInt64 = 0
    for byte in data[place..<(place + size)] {
      guard value < 1 << 55 else { return nil }
      value = value << 8 | UInt64(byte)
    }
    return Int(value)
  }

  func number(_ place: Int, _ size: Int) -> Int? {
    PropertyListLayout.number(in: data, at: place, size: size)
  }

  /// Where an object begins.
  func place(_ object: Int) -> Int? {
    guard object >= 0, object < count, let place = number(end + object * offsetSize, offsetSize),
      place >= 8, place < end
    else { return nil }
    return place
  }

  /// The first half of an object's first byte.
  func kind(_ place: Int) -> UInt8 { data[place] >> 4 }

  /// Where the content of the object at a place begins, and how many parts it says it has.
  func length(_ place: Int) -> (start: Int, count: Int)? {
    let short = Int(data[place] & 0x0F)
    guard short == 15 else { return (place + 1, short) }
    guard isWithin(place + 1, 1), data[place + 1] >> 4 == 1, data[place + 1] & 0x0F <= 3 else {
      return nil
    }
    let size = 1 << Int(data[place + 1] & 0x0F)
    guard isWithin(place + 2, size), let count = number(place + 2, size), count <= data.count else {
      return nil
    }
    return (place + 2 + size, count)
  }

  /// The objects that a collection refers to.
  func members(_ start: Int, _ count: Int) -> [Int]? {
    guard isWithin(start, count * referenceSize) else { return nil }
    let members = (0..<count).compactMap { number(start + $0 * referenceSize, referenceSize) }
    return members.count == count ? members : nil
  }

  /// Returns true if there is a whole value at a place: a truth value, a number, a date, data or a
  /// text.
  func isValue(_ place: Int) -> Bool {
    let marker = data[place]
    let size = 1 << Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return marker == 0x08 || marker == 0x09
    case 0x1: return size <= 16 && isWithin(place + 1, size)
    case 0x2: return (size == 4 || size == 8) && isWithin(place + 1, size)
    case 0x3: return marker == 0x33 && isWithin(place + 1, 8)
    case 0x4, 0x5: return hasContent(place, 1)
    case 0x6: return hasContent(place, 2)
    default: return false
    }
  }

  private func hasContent(_ place: Int, _ size: Int) -> Bool {
    length(place).map { isWithin($0.start, $0.count * size) } ?? false
  }

  func isWithin(_ place: Int, _ size: Int) -> Bool { size >= 0 && place <= end - size }
}
