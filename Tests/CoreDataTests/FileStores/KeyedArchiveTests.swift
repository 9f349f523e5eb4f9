// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// Archives of Foundation's classes as somebody could make them.
struct KeyedArchiveTests {
  /// Part of a property list.
  private indirect enum Part {
    case text(String)
    case reference(UInt8)
    case version
    case array([Part])
    case dictionary([(String, Part)])

    static func named(_ name: String) -> Part { .dictionary([("$classname", .text(name))]) }

    /// An object whose class is the second one of the archive.
    static func object(_ members: [(String, Part)]) -> Part {
      .dictionary(members + [("$class", Part.reference(2))])
    }

    static func references(_ numbers: UInt8...) -> Part { .array(numbers.map(Part.reference)) }
  }

  /// The objects of a binary property list, with references of one byte.
  private struct Writer {
    var objects: [[UInt8]] = []

    mutating func add(_ part: Part) -> UInt8 {
      let number = objects.count
      objects.append([])
      switch part {
      case .text(let text): objects[number] = [0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8
      case .version: objects[number] = [0x12, 0, 1, 0x86, 0xA0]
      case .reference(let object): objects[number] = [0x80, object]
      case .array(let parts):
        let members = parts.map { add($0) }
        objects[number] = [0xA0 + UInt8(members.count)] + members
      case .dictionary(let members):
        let keys = members.map { add(.text($0.0)) }
        let values = members.map { add($0.1) }
        objects[number] = [0xD0 + UInt8(members.count)] + keys + values
      }
      return UInt8(number)
    }

    var data: Data {
      var data = Data("bplist00".utf8)
      var offsets: [UInt8] = []
      for object in objects {
        offsets += [UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
        data += object
      }
      let table = data.count
      data += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
      for number in [objects.count, 0, table] {
        withUnsafeBytes(of: UInt64(number).bigEndian) { data += $0 }
      }
      return data
    }
  }

  /// An archive of an object, number 1, of a class, number 2, and of further objects from number 3.
  private static func archive(_ name: String, _ object: Part, _ further: [Part]) -> Data {
    var writer = Writer()
    _ = writer.add(
      .dictionary([
        ("$version", .version), ("$archiver", .text("NSKeyedArchiver")),
        ("$top", .dictionary([("root", .reference(1))])),
        ("$objects", .array([.text("$null"), object, .named(name)] + further)),
      ]))
    return writer.data
  }

  private static func value(_ archive: Data) -> NSObject? {
    NSSecureUnarchiveFromDataTransformer().transformedValue(archive) as? NSObject
  }

  private static func dictionary(
    _ keys: Part, _ values: Part, named name: String = "NSDictionary"
  ) -> NSObject? {
    let object = Part.object([("NS.keys", keys), ("NS.objects", values)])
    return value(archive(name, object, [.text("a"), .text("b")]))
  }

  private static func url(base: UInt8, relative: UInt8) -> NSObject? {
    let object = Part.object([("NS.base", .reference(base)), ("NS.relative", .reference(relative))])
    let date = Part.dictionary([("$class", .reference(5))])
    return value(archive("NSURL", object, [.text("http://a/b"), date, .named("NSDate")]))
  }

  // R-PSC-376
  @Test(arguments: ["NSDictionary", "NSMutableDictionary"])
  func aDictionaryWithoutAValueForEachKeyReadsAsNil(_ name: String) {
    let keys = Part.references(3, 4)
    let good: NSDictionary = ["a": "b", "b": "a"]
    #expect(good.isEqual(Self.dictionary(keys, .references(4, 3), named: name)))
    #expect(Self.dictionary(keys, .references(4), named: name) == nil)
    #expect(Self.dictionary(.references(3), keys, named: name) == nil)
    #expect(Self.dictionary(keys, .references(4, 0), named: name) == nil)
    #expect(Self.dictionary(.references(0, 3), keys, named: name) == nil)
    #expect(Self.dictionary(keys, .references(4, 99), named: name) == nil)
    #expect(Self.dictionary(keys, .array([.reference(3), .text("b")]), named: name) == nil)
    #expect(Self.dictionary(keys, .text("ab"), named: name) == nil)
  }

  // R-PSC-376
  @Test func aDictionaryWithoutKeysOrValuesReadsAsNil() {
    for key in ["NS.keys", "NS.objects"] {
      let object = Part.object([(key, .references(3))])
      #expect(Self.value(Self.archive("NSDictionary", object, [.text("a")])) == nil)
    }
  }

  // R-PSC-376
  @Test func anObjectWithAKeyTwiceReadsAsNil() {
    let few = ("NS.objects", Part.references(3))
    let many = ("NS.objects", Part.references(3, 4))
    for pair in [[few, many], [many, few]] {
      let object = Part.object([("NS.keys", Part.references(3, 4))] + pair)
      #expect(Self.value(Self.archive("NSDictionary", object, [.text("a"), .text("b")])) == nil)
    }
  }

  // R-PSC-376
  @Test func aURLOfOtherPartsReadsAsNil() {
    #expect((Self.url(base: 0, relative: 3) as? NSURL)?.absoluteString == "http://a/b")
    #expect(Self.url(base: 0, relative: 4) == nil)
    #expect(Self.url(base: 4, relative: 3) == nil)
    #expect(Self.url(base: 1, relative: 3) == nil)
    #expect(Self.url(base: 0, relative: 1) == nil)
  }

  // R-PSC-376
  @Test func whatFoundationArchivesReadsBackEqual() throws {
    let url = try #require(NSURL(string: "c?d", relativeTo: URL(string: "http://a/b")))
    let values: [NSObject] = [
      url, NSDictionary(), NSArray(), NSUUID(), NSDate(), NSData(data: Data([1, 2])),
      NSNumber(value: 1.5), NSNumber(value: true), NSSet(array: ["a", "b"]), NSNull(),
      ["a": ["b": [1, 2] as NSArray, "c": NSDictionary()] as NSDictionary, "u": url]
        as NSDictionary,
      NSMutableDictionary(dictionary: ["a": "b", "b": "a"]),
    ]
    for value in values {
      let transformer = NSSecureUnarchiveFromDataTransformer()
      let archive = transformer.reverseTransformedValue(value)
      #expect(value.isEqual(transformer.transformedValue(archive)), "\(value)")
    }
  }
}
