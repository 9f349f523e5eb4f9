// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Looks at the structure of a binary property list before Foundation reads it.
///
/// Accepted is what Foundation writes for plain values: no references of keyed archives, no
/// collection in two places (which lets a small file stand for an endless one), no deep nesting.
struct PropertyListCheck {
  private static let greatestDepth = 64

  private let data: Data
  private var offsetSize = 0
  private var referenceSize = 0
  private var count = 0
  private var table = 0

  init(_ data: Data) { self.data = data.startIndex == 0 ? data : Data(data) }

  var isPlain: Bool {
    var check = self
    guard let root = check.trailer() else { return false }
    var seen = [Bool](repeating: false, count: check.count)
    return check.accepts(root, 0, &seen)
  }

  /// Reads the trailer; the place of the root object.
  private mutating func trailer() -> Int? {
    let start = data.count - 32
    guard start >= 8, data.starts(with: Data("bplist00".utf8)) else { return nil }
    offsetSize = Int(data[start + 6])
    referenceSize = Int(data[start + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(at: start + 8, size: 8), let root = number(at: start + 16, size: 8),
      let table = number(at: start + 24, size: 8), count > 0, root < count,
      table >= 8, table < start, count <= (start - table) / offsetSize
    else { return nil }
    self.count = count
    self.table = table
    return root
  }

  private func number(at place: Int, size: Int) -> Int? {
    guard place >= 0, size > 0, place <= data.count - size else { return nil }
    var value: UInt64 = 0
    for byte in data[place..<(place + size)] {
      guard value < 1 << 55 else { return nil }
      value = value << 8 | UInt64(byte)
    }
    return Int(value)
  }

  private func accepts(_ object: Int, _ depth: Int, _ seen: inout [Bool]) -> Bool {
    guard depth <= Self.greatestDepth, object < count,
      let place = number(at: table + object * offsetSize, size: offsetSize),
      place >= 8, place < table
    else { return false }
    let marker = data[place]
    switch marker >> 4 {
    case 0x0: return marker == 0x08 || marker == 0x09
    case 0x1: return marker & 0x0F <= 4 && isWithin(place + 1, 1 << Int(marker & 0x0F))
    case 0x2: return (2...3).contains(marker & 0x0F) && isWithin(place + 1, 1 << Int(marker & 0x0F))
    case 0x3: return marker == 0x33 && isWithin(place + 1, 8)
    case 0x4, 0x5: return length(place).map { isWithin($0.start, $0.count) } ?? false
    case 0x6: return length(place).map { isWithin($0.start, $0.count * 2) } ?? false
    case 0xA, 0xD:
      guard !seen[object] else { return false }
      seen[object] = true
      return acceptsMembers(place, isDictionary: marker >> 4 == 0xD, depth, &seen)
    default: return false
    }
  }

  private func acceptsMembers(
    _ place: Int, isDictionary: Bool, _ depth: Int, _ seen: inout [Bool]
  ) -> Bool {
    guard let (start, length) = length(place) else { return false }
    let members = isDictionary ? length * 2 : length
    guard isWithin(start, members * referenceSize) else { return false }
    for index in 0..<members {
      guard let member = number(at: start + index * referenceSize, size: referenceSize),
        accepts(member, depth + 1, &seen)
      else { return false }
    }
    return true
  }

  private func isWithin(_ place: Int, _ size: Int) -> Bool { size >= 0 && place <= table - size }

  /// Where the content of an object begins, and how many parts it has.
  private func length(_ place: Int) -> (start: Int, count: Int)? {
    let short = Int(data[place] & 0x0F)
    guard short == 15 else { return (place + 1, short) }
    guard isWithin(place + 1, 1), data[place + 1] >> 4 == 1, data[place + 1] & 0x0F <= 3 else {
      return nil
    }
    let size = 1 << Int(data[place + 1] & 0x0F)
    guard let count = number(at: place + 2, size: size), count <= data.count else { return nil }
    return (place + 2 + size, count)
  }
}
