// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Looks at the structure of a binary property list before Foundation reads it.
///
/// Accepted is what Foundation writes for plain values: no references of keyed archives, no deep
/// nesting, no collection within itself, none in so many places that a small file stands for an
/// endless one.
struct PropertyListCheck {
  private static let greatestDepth = 64

  /// What a collection in the file amounts to, with everything in it.
  private struct Extent {
    var values = 1
    var height = 0
    var isOpen = false
  }

  private let data: Data
  private var offsetSize = 0
  private var referenceSize = 0
  private var count = 0
  private var table = 0

  init(_ data: Data) { self.data = data.startIndex == 0 ? data : Data(data) }

  var isPlain: Bool {
    var check = self
    guard let root = check.trailer() else { return false }
    var known: [Int: Extent] = [:]
    return check.extent(root, 0, &known) != nil
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

  /// Nil for what is not accepted.
  private func extent(_ object: Int, _ depth: Int, _ known: inout [Int: Extent]) -> Extent? {
    if let extent = known[object] {
      return extent.isOpen || depth + extent.height > Self.greatestDepth ? nil : extent
    }
    guard depth <= Self.greatestDepth, object < count,
      let place = number(at: table + object * offsetSize, size: offsetSize),
      place >= 8, place < table
    else { return nil }
    guard data[place] >> 4 == 0xA || data[place] >> 4 == 0xD else {
      return isValue(place) ? Extent() : nil
    }
    known[object] = Extent(isOpen: true)
    let extent = collection(place, depth, &known)
    known[object] = extent
    return extent
  }

  private func isValue(_ place: Int) -> Bool {
    let marker = data[place]
    let size = 1 << Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return marker == 0x08 || marker == 0x09
    case 0x1: return size <= 16 && isWithin(place + 1, size)
    case 0x2: return (size == 4 || size == 8) && isWithin(place + 1, size)
    case 0x3: return marker == 0x33 && isWithin(place + 1, 8)
    case 0x4, 0x5: return length(place).map { isWithin($0.start, $0.count) } ?? false
    case 0x6: return length(place).map { isWithin($0.start, $0.count * 2) } ?? false
    default: return false
    }
  }

  private func collection(_ place: Int, _ depth: Int, _ known: inout [Int: Extent]) -> Extent? {
    guard let (start, length) = length(place) else { return nil }
    let members = data[place] >> 4 == 0xD ? length * 2 : length
    guard isWithin(start, members * referenceSize) else { return nil }
    var result = Extent()
    for index in 0..<members {
      guard let member = number(at: start + index * referenceSize, size: referenceSize),
        let extent = extent(member, depth + 1, &known)
      else { return nil }
      result.values += extent.values
      result.height = max(result.height, extent.height + 1)
      guard result.values <= max(1_000_000, 8 * data.count) else { return nil }
    }
    return result
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
