// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Keyed archives as somebody could make them.
struct MadeArchive {
  /// Part of a property list.
  indirect enum Part: Sendable {
    case text(String)
    case number(Int64)
    case data([UInt8])
    case reference(UInt8)
    case array([Part])
    case dictionary([(String, Part)])
    /// What is written as it is.
    case bytes([UInt8])
    /// One part wherever the name is.
    case shared(String, Part)

    /// The description of a class.
    static func named(_ name: String) -> Part { .dictionary([("$classname", .text(name))]) }

    /// An object of the class that an object of the archive describes.
    static func object(_ members: [(String, Part)], of description: UInt8 = 2) -> Part {
      .dictionary(members + [("$class", Part.reference(description))])
    }

    static func references(_ numbers: UInt8...) -> Part { .array(numbers.map(Part.reference)) }
  }

  private var objects: [[UInt8]] = []
  private var shared: [String: UInt8] = [:]

  /// An archive of objects from number 1; that is the root.
  static func data(_ objects: [Part]) -> Data {
    var archive = MadeArchive()
    _ = archive.add(
      .dictionary([
        ("$version", .number(100_000)), ("$archiver", .text("NSKeyedArchiver")),
        ("$top", .dictionary([("root", .reference(1))])),
        ("$objects", .array([.text("$null")] + objects)),
      ]))
    return MadePropertyList.data(archive.objects)
  }

  private mutating func add(_ part: Part) -> UInt8 {
    if case .shared(let name, let own) = part {
      let number = shared[name] ?? add(own)
      shared[name] = number
      return number
    }
    let number = objects.count
    objects.append([])
    objects[number] = bytes(part)
    return UInt8(number)
  }

  private mutating func bytes(_ part: Part) -> [UInt8] {
    switch part {
    case .text(let text): return MadeArchive.head(0x5, text.utf8.count) + text.utf8
    case .number(let number): return withUnsafeBytes(of: number.bigEndian) { [0x13] + $0 }
    case .data(let data): return MadeArchive.head(0x4, data.count) + data
    case .reference(let object): return [0x80, object]
    case .array(let parts): return MadeArchive.head(0xA, parts.count) + parts.map { add($0) }
    case .dictionary(let members):
      let keys = members.map { add(.text($0.0)) }
      return MadeArchive.head(0xD, members.count) + keys + members.map { add($0.1) }
    case .bytes(let bytes): return bytes
    case .shared(_, let own): return bytes(own)
    }
  }

  private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    [kind << 4 | 0xF, 0x10, UInt8(count)]
  }
}
