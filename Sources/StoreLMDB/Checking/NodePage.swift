// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation

/// A page of a tree, as the engine lays it out: a header, the places of entries, free room, and at
/// the end the entries.
struct NodePage {
  /// One entry.
  struct Node {
    enum Kind {
      case inline
      /// The value begins on a page of its own.
      case overflow(UInt64)
      /// The value says where a database is.
      case tree(TreeRecord)
    }

    let key: UnsafeRawBufferPointer
    let kind: Kind
    /// The page that a way leads to.
    let child: UInt64
    /// Where the value begins within the page.
    let valueOffset: Int
    let valueCount: Int
    /// The size of the entry in the page.
    let byteCount: Int

    /// The key as a number; meaningless unless `isNumbered`.
    var number: UInt64 { key.count == 8 ? key.loadUnaligned(as: UInt64.self) : 0 }

    /// Returns true if the key is a number. The first key of a page with ways may be left out.
    func isNumbered(_ index: Int) -> Bool { key.count == 8 || index == 0 && key.isEmpty }

    func isBefore(_ other: Node) -> Bool {
      guard let a = key.baseAddress, let b = other.key.baseAddress else { return false }
      let order = memcmp(a, b, min(key.count, other.key.count))
      return order != 0 ? order < 0 : key.count < other.key.count
    }
  }

  private static let headerSize = 16
  private static let nodeSize = 8
  private static let longestKey = 511
  private static let (branchFlag, leafFlag): (UInt16, UInt16) = (1, 2)

  private let bytes: UnsafeRawBufferPointer
  private let upper: Int
  let isLeaf: Bool
  /// How many entries there are.
  let count: Int
  /// The bytes that entries may take.
  var room: Int { bytes.count - upper }

  /// Nil unless the header is one of such a page.
  init?(_ bytes: UnsafeRawBufferPointer, number: UInt64, isLeaf: Bool) {
    self.bytes = bytes
    self.isLeaf = isLeaf
    let lower = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt16.self))
    upper = Int(bytes.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
    guard bytes.loadUnaligned(as: UInt64.self) == number,
      bytes.loadUnaligned(fromByteOffset: 10, as: UInt16.self)
        == (isLeaf ? NodePage.leafFlag : NodePage.branchFlag),
      lower > NodePage.headerSize, lower % 2 == 0, lower <= upper, upper <= bytes.count
    else { return nil }
    count = (lower - NodePage.headerSize) / 2
  }

  /// An entry; nil unless it lies within the page.
  func node(_ index: Int) -> Node? {
    let place = bytes.loadUnaligned(
      fromByteOffset: NodePage.headerSize + 2 * index, as: UInt16.self)
    let start = Int(place)
    guard start >= upper, start % 2 == 0, start + NodePage.nodeSize <= bytes.count else {
      return nil
    }
    let low = UInt64(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    let flags = bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt16.self)
    let length = Int(bytes.loadUnaligned(fromByteOffset: start + 6, as: UInt16.self))
    let value = start + NodePage.nodeSize + length
    guard length <= NodePage.longestKey, value <= bytes.count else { return nil }
    let key = UnsafeRawBufferPointer(rebasing: bytes[(value - length)..<value])
    guard isLeaf else {
      return Node(
        key: key, kind: .inline, child: low | UInt64(flags) << 32, valueOffset: value,
        valueCount: 0, byteCount: even(value - start))
    }
    guard length > 0, let kind = kind(flags: flags, value: value, count: Int(low)) else {
      return nil
    }
    var end = value + Int(low)
    if case .overflow = kind { end = value + 8 }
    guard end <= bytes.count else { return nil }
    return Node(
      key: key, kind: kind, child: 0, valueOffset: value, valueCount: Int(low),
      byteCount: even(end - start))
  }

  /// Returns true if every entry of a leaf lies within the page, behind the one before it in order, and
  /// holds its value there. When it is false, each entry is to be looked at by itself.
  ///
  /// Most pages are such, and there are many: this is `node(_:)` without a value for each entry.
  var isPlainLeaf: Bool {
    guard isLeaf, let base = bytes.baseAddress else { return false }
    var used = 0
    var (before, beforeLength) = (base, -1)
    for index in 0..<count {
      let place = base.loadUnaligned(
        fromByteOffset: NodePage.headerSize + 2 * index, as: UInt16.self)
      let start = Int(place)
      guard start >= upper, start % 2 == 0, start + NodePage.nodeSize <= bytes.count else {
        return false
      }
      let size = Int(base.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      let flags = base.loadUnaligned(fromByteOffset: start + 4, as: UInt16.self)
      let length = Int(base.loadUnaligned(fromByteOffset: start + 6, as: UInt16.self))
      let end = start + NodePage.nodeSize + length + size
      guard flags == 0, length > 0, length <= NodePage.longestKey, end <= bytes.count else {
        return false
      }
      used += even(end - start)
      let key = base + start + NodePage.nodeSize
      if beforeLength >= 0 {
        let order = memcmp(before, key, min(beforeLength, length))
        guard order < 0 || order == 0 && beforeLength < length else { return false }
      }
      (before, beforeLength) = (key, length)
    }
    return used <= room
  }

  private func kind(flags: UInt16, value: Int, count: Int) -> Node.Kind? {
    switch flags {
    case 0: return .inline
    case 1 where value + 8 <= bytes.count:
      return .overflow(bytes.loadUnaligned(fromByteOffset: value, as: UInt64.self))
    case 2 where count == TreeRecord.byteCount && value + count <= bytes.count:
      return .tree(TreeRecord(bytes, at: value))
    default: return nil
    }
  }

  private func even(_ count: Int) -> Int { (count + 1) & ~1 }
}
#endif
