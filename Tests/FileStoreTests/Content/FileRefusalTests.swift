// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Files that Binary and XML stores do not open: the error is told, the bytes stay.
struct FileRefusalTests {
  // R-PSC-059
  @Test(arguments: Office.types + Workplace.types, Office.types + Workplace.types)
  func aFileOfAnotherTypeIsTold(_ type: String, _ other: String) throws {
    guard type != other else { return }
    let office = try Office(type)
    let made = try office.place.opened(other, model: OfficeModel.make())
    try office.place.run(made) { context in
      _ = context.insert("Sample", ["name": "kept"])
      try context.save()
    }
    office.close(made)
    let before = try office.bytes
    #expect(
      failure { _ = try office.open() }?.code == .persistentStoreTypeMismatch)
    #expect(
      failure {
        _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
          ofType: type, at: office.url)
      }?.code == .persistentStoreTypeMismatch)
    #expect(try office.bytes == before)
  }

  // R-PSC-059
  @Test(arguments: Office.types)
  func somethingElseIsNoStore(_ type: String) throws {
    let office = try Office(type)
    let contents: [Data] = [
      Data("hello".utf8), Data("<html><database/></html>".utf8), Data([0]), Data(count: 5000),
      Data("<?xml version=\"1.0\"?><plist></plist>".utf8),
      Data("<?xml version=\"1.0\"?><a".utf8) + Data([0xC3, 0x20]),
    ]
    for content in contents {
      try content.write(to: office.url)
      let error = try office.refusal()
      #expect(error?.code == .fileReadCorruptFile)
      #expect(error?.userInfo[NSFilePathErrorKey] as? String == office.url.path)
    }
  }

  // R-PSC-371
  @Test func anArchiveOfAnotherProgramIsRefused() throws {
    let office = try Office(NSBinaryStoreType)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: ["a", NSUUID()]), requiringSecureCoding: true)
    try archive.write(to: office.url)
    #expect(try office.refusal()?.code == .persistentStoreOpen)
  }

  // R-PSC-370, 376
  @Test(arguments: Office.types)
  func aTruncatedFileIsDamaged(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    let whole = try office.bytes
    // The last byte of XML is a line feed after the end.
    for length in stride(from: 1, to: whole.count - 1, by: 67) {
      try whole.prefix(length).write(to: office.url)
      #expect(try office.refusal()?.code == .fileReadCorruptFile, "\(length) of \(whole.count)")
    }
  }

  // R-PSC-376
  @Test func aChangedBitOfABinaryFileIsNoticed() throws {
    let office = try Office(NSBinaryStoreType)
    try office.fill()
    let whole = try office.bytes
    for place in stride(from: 0, to: whole.count, by: 61) {
      var bytes = whole
      bytes[place] ^= UInt8(1 << (place % 8))
      try bytes.write(to: office.url)
      #expect(try office.refusal()?.code == .fileReadCorruptFile, "byte \(place)")
    }
  }

  // R-PSC-376
  @Test(arguments: [
    "<object type=\"NOBODY\" id=\"z1\"></object>",
    "<object type=\"PERSON\" id=\"z1\"></object>",
    "<object type=\"SAMPLE\" id=\"\"></object>",
    "<object type=\"SAMPLE\" id=\"1\"></object>",
    "<object type=\"SAMPLE\" id=\"z1\"></object><object type=\"LOCKER\" id=\"z1\"></object>",
    "<object type=\"SAMPLE\" id=\"z1\"><attribute name=\"x\" type=\"string\"></attribute></object>",
    "<object type=\"SAMPLE\" id=\"z1\"><attribute name=\"small\">40000</attribute></object>",
    "<object type=\"SAMPLE\" id=\"z1\"><attribute name=\"small\">many</attribute></object>",
    "<object type=\"SAMPLE\" id=\"z1\"><attribute name=\"flag\">2</attribute></object>",
    "<object type=\"SAMPLE\" id=\"z1\"><attribute name=\"data\">*</attribute></object>",
    "<object type=\"SAMPLE\" id=\"z1\"><attribute name=\"tags\">AAAA</attribute></object>",
    "<object type=\"SAMPLE\" id=\"z1\"><attribute name=\"amount\">1.2.3</attribute></object>",
    "<object type=\"LOCKER\" id=\"z1\"><relationship name=\"owner\" idrefs=\"z2\"/></object>",
    "<object type=\"LOCKER\" id=\"z1\"><relationship name=\"owner\" idrefs=\"z1\"/></object>",
    "<object type=\"LOCKER\" id=\"z1\"><relationship name=\"door\"/></object>",
    "<databaseInfo><nextObjectID>9223372036854775807</nextObjectID></databaseInfo>",
    "<databaseInfo><nextObjectID>-1</nextObjectID></databaseInfo>",
  ])
  func contentThatCannotBeIsRefused(_ content: String) throws {
    let office = try Office(NSXMLStoreType)
    try Data("<?xml version=\"1.0\"?><database>\(content)</database>".utf8).write(to: office.url)
    let error = try office.refusal()
    #expect(error?.code == .persistentStoreOpen)
    #expect(error?.localizedDescription.contains(office.url.path) == true)
  }

  // R-PSC-376
  @Test func entitiesNestingAndOtherEncodingsAreRefused() throws {
    let office = try Office(NSXMLStoreType)
    let deep = "<database>" + String(repeating: "<a>", count: 20_000)
    let hostile = [
      "<!DOCTYPE database [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><database>&b;</database>",
      "<!DOCTYPE database [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><database>&a;</database>",
      // The name of the document type's file looks like the root element.
      "<!DOCTYPE database SYSTEM \"><database\" [ %p; <!ENTITY b \"c\"> ]><database>"
        + "<object type=\"SAMPLE\" id=\"z&b;1\"/></database>",
      "<?xml version=\"1.0\" encoding=\"UTF-7\"?><database></database>",
      deep,
    ]
    for text in hostile {
      try Data(text.utf8).write(to: office.url)
      #expect(try office.refusal()?.code == .persistentStoreOpen)
    }
  }

  // R-PSC-371
  @Test func bytesThatAreNoTextAreDamageWhereverTheyAre() throws {
    let office = try Office(NSXMLStoreType)
    try office.fill()
    let whole = try office.bytes
    for place in stride(from: whole.count / 2, to: whole.count - 20, by: 97) {
      var bytes = whole
      bytes[place] = 0xFF
      try bytes.write(to: office.url)
      #expect(try office.refusal()?.code == .fileReadCorruptFile, "\(place) of \(whole.count)")
    }
  }

  // NSValidateXMLStoreOption
  @Test(arguments: [
    "<object type=\"SAMPLE\" id=\"z1\"><attribute name=\"name\" type=\"int16\">1</attribute></object>",
    "<object type=\"SAMPLE\" id=\"z1\"><note/></object>", "<note/>",
    "<object type=\"LOCKER\" id=\"z1\"><relationship name=\"owner\" destination=\"SAMPLE\"/></object>",
  ])
  func validationIsStricter(_ content: String) throws {
    let office = try Office(NSXMLStoreType)
    try Data("<database>\(content)</database>".utf8).write(to: office.url)
    #expect(
      try office.refusal(options: [NSValidateXMLStoreOption: true])?.code == .persistentStoreOpen)
    try office.check { _ in }
  }

  // R-PSC-060, 376
  @Test(arguments: Office.types)
  func aModelWithoutTheEntityRefusesTheFile(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    let before = try office.bytes
    let model = OfficeModel.make()
    model.entities.removeAll { $0.name == "Sample" }
    for (options, code) in [
      ([:], CocoaError.Code.persistentStoreIncompatibleVersionHash),
      ([NSIgnorePersistentStoreVersioningOption: true], .persistentStoreOpen),
    ] {
      let error = failure {
        _ = try office.place.opened(type, model: model, options: options)
      }
      #expect(error?.code == code)
    }
    #expect(try office.bytes == before)
  }
}
