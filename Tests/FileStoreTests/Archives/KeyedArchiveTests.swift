// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Archives of Foundation's classes as somebody could make them.
struct KeyedArchiveTests {
  private typealias Part = MadeArchive.Part

  /// An archive of an object, number 1, of a class, number 2, and of further objects from number 3.
  private static func archive(_ name: String, object: Part, further: [Part]) -> Data {
    MadeArchive.data([object, .named(name)] + further)
  }

  private static func value(_ archive: Data) -> NSObject? {
    NSSecureUnarchiveFromDataTransformer().transformedValue(archive) as? NSObject
  }

  private static func dictionary(
    _ keys: Part, _ values: Part, named name: String = "NSDictionary"
  ) -> NSObject? {
    let object = Part.object([("NS.keys", keys), ("NS.objects", values)])
    return value(archive(name, object: object, further: [.text("a"), .text("b")]))
  }

  private static func url(base: UInt8, relative: UInt8) -> NSObject? {
    let object = Part.object([("NS.base", .reference(base)), ("NS.relative", .reference(relative))])
    let date = Part.object([], of: 5)
    return value(
      archive("NSURL", object: object, further: [.text("http://a/b"), date, .named("NSDate")]))
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
      #expect(
        Self.value(Self.archive("NSDictionary", object: object, further: [.text("a")])) == nil)
    }
  }

  // R-PSC-376
  @Test func anObjectWithAKeyTwiceReadsAsNil() {
    let few = ("NS.objects", Part.references(3))
    let many = ("NS.objects", Part.references(3, 4))
    for pair in [[few, many], [many, few]] {
      let object = Part.object([("NS.keys", Part.references(3, 4))] + pair)
      #expect(
        Self.value(Self.archive("NSDictionary", object: object, further: [.text("a"), .text("b")]))
          == nil)
    }
  }

  // R-PSC-376
  @Test func anObjectWithinItselfReadsAsNil() throws {
    let transformer = try #require(
      ValueTransformer.valueTransformer(forName: .keyedUnarchiveFromDataTransformerName))
    let short = Chain(Chain(nil))
    let data = try #require(transformer.reverseTransformedValue(short))
    #expect((transformer.transformedValue(data) as? Chain)?.next is Chain)
    short.next?.next = short
    let ring = try #require(transformer.reverseTransformedValue(short))
    #expect(transformer.transformedValue(ring) == nil)
  }

  // R-PSC-376
  @Test func aURLOfOtherPartsReadsAsNil() {
    #expect((Self.url(base: 0, relative: 3) as? NSURL)?.absoluteString == "http://a/b")
    #expect(Self.url(base: 0, relative: 4) == nil)
    #expect(Self.url(base: 4, relative: 3) == nil)
    #expect(Self.url(base: 1, relative: 3) == nil)
    #expect(Self.url(base: 0, relative: 1) == nil)
  }

  /// Sets, nothing at all, and dictionaries with other keys than texts.
  // R-PSC-376
  @Test func aListOfWhatArchivesDoNotHaveReadsAsNil() {
    let array = Part.object([("NS.objects", .references())])
    #expect(Self.value(Self.archive("NSArray", object: array, further: [.text("a")])) is NSArray)
    for other: [UInt8] in [[0xB0], [0xC0], [0x00], [0xD1, 0, 0]] {
      #expect(
        Self.value(Self.archive("NSArray", object: array, further: [.bytes(other)])) == nil,
        "\(other)")
    }
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

  // R-MOD-109: Foundation would not end
  @Test func decimalNumbersAreRefused() throws {
    let values: [Any] = [
      [NSDecimalNumber(value: 1.5)], [Decimal(2)], ["list": [NSDecimalNumber.one]],
    ]
    let office = try Office(NSBinaryStoreType)
    try office.check { context in
      for value in values {
        let sample = context.insert("Sample", ["name": "one", "tags": value])
        #expect(throws: CocoaError.self) { try context.save() }
        sample.setValue(["1.5"] as NSArray, forKey: "tags")
        try context.save()
      }
    }
  }
}
