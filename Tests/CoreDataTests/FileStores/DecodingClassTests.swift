// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// Which classes the transformable attributes of a binary store may hold.
struct DecodingClassTests {
  private static let insecure = [NSBinaryStoreInsecureDecodingCompatibilityOption: true]

  private static func listed(_ classes: [AnyClass]) -> [AnyHashable: Any] {
    [NSBinaryStoreSecureDecodingClasses: classes]
  }

  /// A store with a sample that has a value; closed.
  private static func office(_ value: Any, type: String = NSBinaryStoreType) throws -> Office {
    let office = try Office(type)
    try office.check { context in
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

  /// Only what a file holds is in question.
  // R-PSC-371, 376
  @Test(arguments: Office.types)
  func aValueOfThisProcessNeedsNoListing(_ type: String) throws {
    let office = try Office(type)
    try office.check { context in
      let sample = context.insert("Sample", ["name": "one", "tags": Swatch("red")])
      try context.save()
      context.refreshAllObjects()
      #expect(sample.value(forKey: "tags") as? Swatch == Swatch("red"))
      sample.setValue("two", forKey: "name")
      try context.save()
      context.refreshAllObjects()
      #expect(sample.value(forKey: "tags") as? Swatch == Swatch("red"))
    }
    #expect(try office.refusal()?.code == .persistentStoreOpen)
  }

  // R-PSC-376
  @Test(arguments: Workplace.types)
  func aClassThatATransformerDoesNotAllowReadsAsNil(_ type: String) throws {
    let office = try Self.office([Swatch("red")] as NSArray, type: type)
    #expect(try Self.tags(office, Self.listed([Swatch.self])) == nil)
  }

  /// An archive of an array with one member.
  private static func archive(member: UInt8) -> Data {
    func text(_ text: String) -> [UInt8] { [0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8 }
    let objects: [[UInt8]] = [
      [0xD4, 1, 2, 3, 4, 5, 6, 7, 8], text("$version"), text("$archiver"), text("$top"),
      text("$objects"), [0x12, 0, 1, 0x86, 0xA0], text("NSKeyedArchiver"), [0xD1, 9, 10],
      [0xA3, 11, 12, 13], text("root"), [0x80, 1], text("$null"), [0xD2, 14, 15, 16, 17],
      [0xD1, 18, 19], text("NS.objects"), text("$class"), [0xA1, 20], [0x80, 2],
      text("$classname"), text("NSArray"), [0x80, member],
    ]
    var offsets: [UInt8] = []
    var data = Data("bplist00".utf8)
    for object in objects {
      offsets.append(UInt8(data.count))
      data += object
    }
    let table = data.count
    data += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [objects.count, 0, table] {
      withUnsafeBytes(of: UInt64(number).bigEndian) { data += $0 }
    }
    return data
  }

  // R-PSC-376
  @Test func anArchiveOfACollectionWithinItselfReadsAsNil() {
    let transformer = NSSecureUnarchiveFromDataTransformer()
    #expect(transformer.transformedValue(Self.archive(member: 0)) is NSArray)
    #expect(transformer.transformedValue(Self.archive(member: 1)) == nil)
  }
}
