// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Which classes the transformable attributes of a binary store may hold.
struct DecodingClassTests {
  private static let insecure = [NSBinaryStoreInsecureDecodingCompatibilityOption: true]

  private static func listed(_ classes: [AnyClass]) -> [AnyHashable: Any] {
    [NSBinaryStoreSecureDecodingClasses: classes]
  }

  /// A binary store with a sample that has a value of any class; closed.
  private static func office(_ value: Any) throws -> Office {
    let office = try Office(NSBinaryStoreType)
    try office.check(options: insecure) { context in
      _ = context.insert("Sample", ["name": "one", "tags": value])
      try context.save()
    }
    return office
  }

  /// A binary store with a sample of a value archived without the checks of a transformer.
  private static func office(archive: Data) throws -> Office {
    let sample: [String: Any] = [
      "entity": "Sample", "id": "z1", "values": ["tags": archive], "links": [String: Any](),
    ]
    let header: [String: Any] = [
      "version": 1, "metadata": [String: Any](), "lastObjectID": 200,
    ]
    let parts = try [header, [sample]].map {
      try PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0)
    }
    let office = try Office(NSBinaryStoreType)
    let content = parts.reduce(BinaryFrame.signature) { $0 + BinaryFrame.prefix(of: $1) + $1 }
    try (content + BinaryFrame.end).write(to: office.url)
    return office
  }

  private static func requireRefusal(
    _ office: Office, options: [AnyHashable: Any]? = nil, naming name: String = "Swatch"
  ) throws {
    let error = try office.refusal(options: options)
    #expect(error?.code == .persistentStoreOpen)
    #expect(error?.localizedDescription.contains(office.url.path) == true)
    #expect(error?.localizedDescription.contains(name) == true)
  }

  private static func tags(
    _ office: Office, _ options: [AnyHashable: Any]
  ) throws -> NSObject? {
    try office.use(options: options) { try $0.only("Sample").value(forKey: "tags") as? NSObject }
  }

  // R-PSC-371
  @Test func aClassThatIsNotListedFailsTheOpening() throws {
    let values: [NSObject] = [
      Swatch("red"), ["a": [Swatch("red")]] as NSDictionary, NSSet(array: ["a", Swatch("red")]),
    ]
    for value in values {
      let office = try Self.office(value)
      try Self.requireRefusal(office)
      try Self.requireRefusal(office, options: Self.listed([Sticker.self]))
      try Self.requireRefusal(
        office, options: [NSBinaryStoreInsecureDecodingCompatibilityOption: false])
    }
  }

  // R-PSC-371
  @Test func aListedClassIsDecoded() throws {
    let values: [NSObject] = [
      Swatch("red"),
      ["a": [Swatch("red")], "b": NSSet(array: ["a", Swatch("red")])]
        as NSDictionary,
    ]
    for value in values {
      let office = try Self.office(value)
      #expect(try Self.tags(office, Self.listed([Sticker.self, Swatch.self])) == value)
      #expect(try Self.tags(office, Self.insecure) == value)
      let set = NSSet(array: [Swatch.self as Any])
      #expect(try Self.tags(office, [NSBinaryStoreSecureDecodingClasses: set]) == value)
    }
  }

  // R-PSC-371
  @Test func whatAListedClassDecodesIsItsOwnMatter() throws {
    let office = try Self.office(Swatch("red", inner: Swatch("blue")))
    let value = try Self.tags(office, Self.listed([Swatch.self])) as? Swatch
    #expect(value?.inner?.colour == "blue")
  }

  // R-PSC-371
  @Test func aClassThatTheProgramLacksIsRefusedInAnyCase() throws {
    var archive = try NSKeyedArchiver.archivedData(
      withRootObject: Swatch("red"), requiringSecureCoding: true)
    while let place = archive.range(of: Data("Swatch".utf8)) {
      archive.replaceSubrange(place, with: Data("Scrape".utf8))
    }
    let office = try Self.office(archive: archive)
    for options in [[:], Self.listed([Swatch.self]), Self.insecure] {
      try Self.requireRefusal(office, options: options, naming: "Scrape")
    }
  }

  /// What could not be stored again would be lost by the next save.
  // R-PSC-371
  @Test func aClassWithoutSecureCodingIsRefusedInAnyCase() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: Sticker(), requiringSecureCoding: false)
    let office = try Self.office(archive: archive)
    for options in [[:], Self.listed([Sticker.self]), Self.insecure] {
      try Self.requireRefusal(office, options: options, naming: "Sticker")
    }
  }

  // R-PSC-371
  @Test(arguments: [true, false])
  func aSaveKeepsDecodedValues(_ isListed: Bool) throws {
    let options = isListed ? Self.listed([Swatch.self]) : Self.insecure
    let office = try Self.office(Swatch("red"))
    for name in ["two", "three"] {
      try office.check(options: options) { context in
        let sample = try context.only("Sample")
        sample.setValue(name, forKey: "name")
        try context.save()
        context.refreshAllObjects()
        #expect(sample.value(forKey: "tags") as? Swatch == Swatch("red"))
      }
    }
    #expect(try Self.tags(office, options) == Swatch("red"))
  }

  // R-PSC-371, 376
  @Test func aValueThatCouldNotBeReadAgainIsNotSaved() throws {
    let office = try Office(NSBinaryStoreType)
    try office.check { context in
      let sample = context.insert("Sample", ["name": "one", "tags": Swatch("red")])
      let error = try #require(failure { try context.save() })
      #expect(error.code == .managedObjectValidation)
      sample.setValue(nil, forKey: "tags")
      try context.save()
    }
    let tags = try office.use { try $0.only("Sample").value(forKey: "tags") }
    #expect(tags == nil)
  }

  /// An archive of an array with one member.
  private static func archive(member: UInt8) -> Data {
    MadeArchive.data([.object([("NS.objects", .references(member))]), .named("NSArray")])
  }

  // R-PSC-371
  @Test func aMemberThatFailsInItsInitializerFailsTheOpening() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: ["a": Dud(), "b": Dud()] as NSDictionary, requiringSecureCoding: true)
    let office = try Self.office(archive: archive)
    for options in [Self.listed([Dud.self]), Self.insecure] {
      try Self.requireRefusal(office, options: options, naming: "'tags' of")
    }
  }

  // R-PSC-376
  @Test func aValueOfThisProcessWithAMemberThatFailsReadsAsNil() throws {
    let office = try Office(NSBinaryStoreType)
    try office.check(options: Self.insecure) { context in
      let value: NSDictionary = ["a": Dud(), "b": "c", "d": Dud()]
      let sample = context.insert("Sample", ["tags": value])
      try context.save()
      context.refreshAllObjects()
      #expect(sample.value(forKey: "tags") == nil)
    }
  }

  // R-PSC-376
  @Test func anArchiveOfACollectionWithinItselfReadsAsNil() {
    let transformer = NSSecureUnarchiveFromDataTransformer()
    #expect(transformer.transformedValue(Self.archive(member: 0)) is NSArray)
    #expect(transformer.transformedValue(Self.archive(member: 1)) == nil)
  }
}
