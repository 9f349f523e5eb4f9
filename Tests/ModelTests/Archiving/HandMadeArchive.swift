// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A keyed archive put together part by part, right or wrong.
final class HandMadeArchive {
  indirect enum Item {
    case bool(Bool)
    case int(Int)
    case real(Double)
    case text(String)
    case data(Data)
    /// An object of the archive.
    case object(Int)
    case list([Item])
    case map([String: Item])
  }

  private var objects: [Item] = [.text("$null")]
  private var classes: [String: Int] = [:]

  /// Adds a plain value. Returns its number.
  func add(_ item: Item) -> Int {
    objects.append(item)
    return objects.count - 1
  }

  func text(_ text: String) -> Item { .object(add(.text(text))) }

  /// Adds an object; references to it are possible before it is complete.
  func instance(_ className: String, above: String = "NSObject", _ fields: [String: Item] = [:])
    -> Int
  {
    let number = add(.map([:]))
    complete(number, className, above: above, fields)
    return number
  }

  func complete(
    _ number: Int, _ className: String, above: String = "NSObject", _ fields: [String: Item]
  ) {
    let described =
      classes[className]
      ?? add(
        .map([
          "$classname": .text(className),
          "$classes": .list([.text(className), .text(above), .text("NSObject")]),
        ]))
    classes[className] = described
    var fields = fields
    fields["$class"] = .object(described)
    objects[number] = .map(fields)
  }

  func array(_ members: [Int], _ className: String = "NSArray") -> Item {
    .object(instance(className, ["NS.objects": .list(members.map(Item.object))]))
  }

  func dictionary(_ entries: [(String, Int)]) -> Item {
    let keys = entries.map { Item.object(add(.text($0.0))) }
    let values = entries.map { Item.object($0.1) }
    return .object(
      instance("NSDictionary", ["NS.keys": .list(keys), "NS.objects": .list(values)]))
  }

  func data(root: Int) -> Data {
    PropertyListBytes(
      .map([
        "$archiver": .text("NSKeyedArchiver"), "$version": .int(100_000),
        "$top": .map(["root": .object(root)]), "$objects": .list(objects),
      ])
    ).data
  }
}

/// A binary property list of an item, with offsets and references of four bytes.
private struct PropertyListBytes {
  private var bytes = Array("bplist00".utf8)
  private var offsets: [Int] = []

  init(_ root: HandMadeArchive.Item) {
    let number = append(root)
    let end = bytes.count
    for offset in offsets { put(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 4]
    for value in [offsets.count, number, end] { put(value, 8) }
  }

  var data: Data { Data(bytes) }

  private mutating func put(_ value: Int, _ size: Int) {
    withUnsafeBytes(of: UInt64(bitPattern: Int64(value)).bigEndian) {
      bytes.append(contentsOf: $0.suffix(size))
    }
  }

  /// Returns the number of the item in the list.
  private mutating func append(_ item: HandMadeArchive.Item) -> Int {
    switch item {
    case .list(let members): return collection(0xA0, members.map { append($0) })
    case .map(let entries):
      let sorted = entries.sorted { $0.key < $1.key }
      let keys = sorted.map { append(.text($0.key)) }
      return collection(0xD0, keys + sorted.map { append($0.value) }, count: keys.count)
    default: return value(item)
    }
  }

  private mutating func collection(_ kind: UInt8, _ parts: [Int], count: Int? = nil) -> Int {
    let number = begin()
    header(kind, count ?? parts.count)
    for part in parts { put(part, 4) }
    return number
  }

  private mutating func value(_ item: HandMadeArchive.Item) -> Int {
    let number = begin()
    switch item {
    case .bool(let bool): bytes.append(bool ? 9 : 8)
    case .int(let int):
      bytes.append(0x13)
      put(int, 8)
    case .real(let real):
      bytes.append(0x23)
      put(Int(bitPattern: UInt(real.bitPattern)), 8)
    case .data(let data):
      header(0x40, data.count)
      bytes += data
    case .text(let text):
      header(0x60, text.utf16.count)
      for unit in text.utf16 { put(Int(unit), 2) }
    case .object(let object):
      bytes.append(0x83)
      put(object, 4)
    case .list, .map: break
    }
    return number
  }

  private mutating func begin() -> Int {
    offsets.append(bytes.count)
    return offsets.count - 1
  }

  private mutating func header(_ kind: UInt8, _ count: Int) {
    guard count >= 15 else { return bytes.append(kind | UInt8(count)) }
    bytes += [kind | 0xF, 0x13]
    put(count, 8)
  }
}
