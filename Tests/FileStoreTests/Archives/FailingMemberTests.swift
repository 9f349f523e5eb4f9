// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Archives of collections with a member that fails in its own initializer, and with parts at which
/// Foundation stops the program.
struct FailingMemberTests {
  private typealias Part = MadeArchive.Part

  private final class Transformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] {
      super.allowedTopLevelClasses + [
        NSOrderedSet.self, Swatch.self, Album.self, Dud.self,
      ]
    }
  }

  private static func value(_ archive: Any?) -> NSObject? {
    Transformer().transformedValue(archive) as? NSObject
  }

  private static func archive(_ value: NSObject) throws -> Data {
    try #require(Transformer().reverseTransformedValue(value) as? Data)
  }

  /// Members that fail, by their class.
  private static let failing: [(name: String, parts: [(String, Part)])] = [
    ("NSUUID", [("NS.uuidbytes", .data([UInt8](0..<15)))]),
    ("NSUUID", [("NS.uuidbytes", .data([]))]),
    ("NSUUID", [("NS.uuidbytes", .text("0123456789abcdef"))]),
    ("NSUUID", []), ("NSURL", []), ("NSNumber", []), ("NSNumber", [("NS.number", .text("1"))]),
    ("NSData", []), ("NSMutableData", [("NS.data", .text("1"))]), ("NSDecimalNumber", []),
    ("NSDecimalNumber", [("NS.length", .number(-1))]),
    ("NSDecimalNumber", [("NS.length", .number(1 << 40))]),
    ("NSString", []), ("NSMutableString", [("NS.string", .number(1))]),
    ("NSCountedSet", [("NS.count", .number(1))]),
    ("NSCountedSet", [("NS.count", .number(1 << 50))]),
    (
      "NSCountedSet",
      [("NS.count", .number(1)), ("NS.object0", .reference(5)), ("NS.count0", .number(1 << 50))]
    ),
    ("NSOrderedSet", [("NS.object.0", .reference(0))]),
    ("NSOrderedSet", [("NS.object.0", .reference(99))]),
    ("NSArray", [("NS.objects", .references(99))]), ("NoSuchClass", []),
  ]

  /// An archive of a collection, number 1, of a class, number 2; the objects from number 5 are
  /// eight texts, and number 3 is a member of a class, number 4.
  private static func archive(
    _ name: String, _ parts: [(String, Part)], with member: (name: String, parts: [(String, Part)])
  ) -> Data {
    MadeArchive.data(
      [.object(parts), .named(name), .object(member.parts, of: 4), .named(member.name)]
        + "abcdefgh".map { .text(String($0)) })
  }

  private static func texts(with member: Int? = nil) -> Part {
    .array((0..<8).map { .reference($0 == member ? 3 : UInt8(5 + $0)) })
  }

  // R-PSC-376
  @Test(arguments: ["NSDictionary", "NSMutableDictionary"])
  func aDictionaryWithAMemberThatFailsReadsAsNil(_ name: String) {
    let uuid = ("NSUUID", [("NS.uuidbytes", Part.data([UInt8](0..<16)))])
    for place in [0, 7] {
      let asValue = [("NS.keys", Self.texts()), ("NS.objects", Self.texts(with: place))]
      let asKey = [("NS.keys", Self.texts(with: place)), ("NS.objects", Self.texts())]
      for parts in [asValue, asKey] {
        let good = Self.value(Self.archive(name, parts, with: uuid)) as? NSDictionary
        #expect(good?.count == 8)
        for member in Self.failing {
          #expect(Self.value(Self.archive(name, parts, with: member)) == nil, "\(member)")
        }
      }
    }
  }

  // R-PSC-376
  @Test(arguments: ["NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet"])
  func aListWithAMemberThatFailsReadsAsNil(_ name: String) {
    for member in Self.failing {
      let archive = Self.archive(name, [("NS.objects", Self.texts(with: 3))], with: member)
      #expect(Self.value(archive) == nil, "\(member)")
    }
  }

  // R-PSC-376
  @Test(arguments: ["NSOrderedSet", "NSMutableOrderedSet"])
  func anOrderedSetWithAMemberThatFailsReadsAsNil(_ name: String) {
    let references = ["NS.object.0": 5, "NS.object.1": 3] as KeyValuePairs<String, UInt8>
    for member in Self.failing {
      let parts = references.map { ($0.key, Part.reference($0.value)) }
      #expect(Self.value(Self.archive(name, parts, with: member)) == nil, "\(member)")
    }
  }

  // R-PSC-376
  @Test func aClientsMemberThatFailsReadsAsNilInAnyCollection() throws {
    let dictionary: NSDictionary = ["a": "b", "c": Dud(), "d": "e", "f": Dud()]
    let values: [NSObject] = [
      Dud(), dictionary, try #require(dictionary.mutableCopy() as? NSObject),
      NSDictionary(objects: ["a", "b", "c"], forKeys: [Dud(), "d" as NSString, Dud()]),
      [Dud(), "a"] as NSArray, NSSet(array: [Dud(), "a"]), NSCountedSet(array: [Dud(), "a"]),
      NSOrderedSet(array: [Dud(), "a"]), NSMutableOrderedSet(array: ["a", Dud()]),
      ["a": "b", "c": [Dud()], "d": "e"] as NSDictionary,
      ["a": ["b": dictionary], "c": "d", "e": "f"] as NSDictionary,
    ]
    for value in values {
      #expect(Self.value(try Self.archive(value)) == nil, "\(value)")
      #expect(Self.value(try Self.archive(Album(value))) == nil, "\(value)")
      let nested: NSDictionary = ["a": Album(value), "b": "c", "d": Album(value)]
      #expect(Self.value(try Self.archive(nested)) == nil, "\(value)")
    }
  }

  // R-PSC-376
  @Test func dictionariesWithAListTogetherReadAsNil() {
    let (list, none) = (Part.shared("list", .references(5)), Part.shared("none", .references()))
    let uuid = Part.object([("NS.uuidbytes", .data([UInt8](0..<16)))], of: 4)
    func value(_ first: [Part], _ second: [Part]) -> NSObject? {
      let dictionaries = [first, second].map {
        Part.object([("NS.keys", $0[0]), ("NS.objects", $0[1])], of: 6)
      }
      return Self.value(
        MadeArchive.data([
          .object([("NS.objects", .references(7, 8))]), .named("NSArray"), uuid, .named("NSUUID"),
          .text("a"), .named("NSDictionary"), dictionaries[0], dictionaries[1],
        ]))
    }
    let (own, other) = (Part.references(5), Part.references(3))
    #expect((value([own, other], [own, own]) as? NSArray)?.count == 2)
    #expect((value([none, none], [none, none]) as? NSArray)?.count == 2)
    #expect(value([list, list], [own, other]) == nil)
    #expect(value([own, list], [other, list]) == nil)
    #expect(value([own, list], [own, list]) == nil)
    #expect(value([own, list], [list, other]) == nil)
    #expect(value([list, own], [list, other]) == nil)
  }

  /// It would be decoded by an initializer of which nothing is known.
  // R-PSC-376
  @Test func aClientsOwnDictionaryHasPlainMembersOnly() {
    let name = NSStringFromClass(Ledger.self)
    func value(_ place: Int?) -> NSObject? {
      let parts = [("NS.keys", Self.texts()), ("NS.objects", Self.texts(with: place))]
      return Self.value(Self.archive(name, parts, with: ("NSDate", [])))
    }
    #expect(value(nil) is Ledger)
    #expect(value(2) == nil)
  }

  // R-PSC-376
  @Test func collectionsOfOtherClassesReadBackEqual() throws {
    let (key, red) = (NSUUID(), Swatch("red"))
    let inner: NSDictionary = [key: red, "b": NSOrderedSet(array: [red, "c", Swatch("blue")])]
    let values: [NSObject] = [
      inner, try #require(inner.mutableCopy() as? NSObject),
      ["a": inner, "b": [inner]] as NSDictionary,
      NSOrderedSet(array: ["a", red, inner]), NSMutableOrderedSet(array: [red, "a"]),
      NSCountedSet(array: ["a", "a", red]), NSSet(array: ["a", red]),
      ["a": Album(["b": red] as NSDictionary), "c": NSMutableString("d")] as NSDictionary,
      Album(NSOrderedSet(array: [red, "a"])),
    ]
    for value in values {
      let read = try #require(Self.value(try Self.archive(value)), "\(value)")
      #expect(value.isEqual(read), "\(value)")
      #expect(type(of: read) == type(of: value))
    }
  }

  // R-PSC-376
  @Test func anObjectInTwoPlacesIsDecodedOnce() throws {
    let red = Swatch("red")
    let value: NSDictionary = ["a": red, "b": [red] as NSArray, red: "c"]
    let read = try #require(Self.value(try Self.archive(value)) as? NSDictionary)
    let first = try #require(read["a"] as? Swatch)
    #expect((read["b"] as? NSArray)?.firstObject as? Swatch === first)
    #expect(read.allKeys.contains { $0 as? Swatch === first })
  }
}
