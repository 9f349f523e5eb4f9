// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The shape of XML stores, as it is known from Apple's files.
struct XMLShapeTests {
  private static let byHand = """
    <?xml version="1.0"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
        <databaseInfo>
            <version>134481920</version>
            <UUID>4DF19FAD-AAB6-4140-8895-104F19D2B2A5</UUID>
            <nextObjectID>104</nextObjectID>
            <metadata></metadata>
        </databaseInfo>
        <object id="z102" type="EMPLOYEE">
            <relationship name="department" type="1/1" destination="DEPARTMENT" idrefs="z104"></relationship>
            <attribute type="string" name="firstname">Bob \\u2600 \\u0e00co</attribute>
            <attribute name="salary" type="decimal">12.50</attribute>
            <relationship name="locker" type="1/1" destination="LOCKER"></relationship>
        </object>
        <!-- by hand, in the spelling of the model -->
        <object type="Employee" id="ada">
            <attribute name="firstName" type="string"><![CDATA[Ada <L>]]></attribute>
        </object>
        <object type="DEPARTMENT" id="z104">
            <attribute name="name" type="string">公開する</attribute>
            <relationship name="staff" type="0/0" destination="EMPLOYEE" idrefs="ada z102"></relationship>
        </object>
        <object type="SAMPLE" id="z130">
            <attribute name="day" type="date">274201500.83986997604370117188</attribute>
            <attribute name="flag" type="bool">1</attribute>
            <attribute name="ratio" type="double">3</attribute>
            <attribute name="data" type="binary">AAEC
            AwQ=</attribute>
        </object>
    </database>
    """

  // R-PSC-331, 407
  @Test func aFileInApplesShapeIsRead() throws {
    let office = try Office(NSXMLStoreType)
    try Data(Self.byHand.utf8).write(to: office.url)
    try office.check { context in
      let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
      #expect(store.identifier == "4DF19FAD-AAB6-4140-8895-104F19D2B2A5")
      let department = try context.only("Department")
      #expect(department.string("name") == "公開する")
      let staff = (department.value(forKey: "staff") as? NSOrderedSet)?.array ?? []
      let people = staff.compactMap { $0 as? NSManagedObject }
      #expect(people.map { $0.string("firstName") } == ["Ada <L>", "Bob & \u{e}co"])
      #expect(people.last?.value(forKey: "salary") as? NSDecimalNumber == 12.5)
      #expect(
        people.map { $0.objectID.uriRepresentation().lastPathComponent } == ["pada", "p102"])
      let sample = try context.only("Sample")
      let seconds = (sample.value(forKey: "day") as? Date)?.timeIntervalSinceReferenceDate
      #expect(seconds == 274201500.83986998)
      #expect(sample.value(forKey: "data") as? Data == Data(0...4))
      #expect(sample.value(forKey: "flag") as? Bool == true)
      // The counter of the file was too low.
      let new = context.insert("Sample")
      try context.save()
      #expect(new.objectID.uriRepresentation().lastPathComponent == "p131")
    }
    try office.check { context in
      try #require(try context.all("Employee", "firstName BEGINSWITH 'Ada'").count == 1)
    }
  }

  // R-PSC-331
  @Test func aFileWithoutAHeaderIsRead() throws {
    let office = try Office(NSXMLStoreType)
    let text = "<database><object type=\"Sample\" id=\"z7\"></object></database>"
    try Data(text.utf8).write(to: office.url)
    try office.check { context in
      #expect(try context.all("Sample").count == 1)
      let new = context.insert("Sample")
      try context.save()
      #expect(new.objectID.uriRepresentation().lastPathComponent == "p102")
    }
  }

  // R-PSC-370
  @Test func whatIsWrittenHasApplesShape() throws {
    let office = try Office(NSXMLStoreType)
    try office.check { context in
      let ada = context.insert("Employee", ["firstName": "<Ada>", "salary": 2])
      _ = context.insert("Department", ["name": "R", "staff": NSOrderedSet(object: ada)])
      try context.save()
    }
    let text = String(decoding: try office.bytes, as: UTF8.self)
    #expect(text.contains("<!DOCTYPE database SYSTEM"))
    #expect(text.contains("<version>134481920</version>"))
    #expect(text.contains("<nextObjectID>103</nextObjectID>"))
    #expect(text.contains("<object type=\"EMPLOYEE\" id=\"z10"))
    #expect(text.contains("<attribute name=\"firstname\" type=\"string\">&lt;Ada&gt;</attribute>"))
    #expect(text.contains("<attribute name=\"salary\" type=\"decimal\">2</attribute>"))
    #expect(text.contains("<relationship name=\"staff\" type=\"0/0\" destination=\"EMPLOYEE\""))
    #expect(text.contains("<relationship name=\"locker\" type=\"0/1\" destination=\"LOCKER\">"))
    try office.check(options: [NSValidateXMLStoreOption: true]) { context in
      try #require(try context.only("Employee").string("firstName") == "<Ada>")
    }
  }

  private static let path = #"C:\users\\new \u0041"#

  // R-PSC-378: a backslash is two, what XML cannot carry a unit with its bytes swapped.
  @Test func textsAreEscapedAsApplesAre() throws {
    let office = try Office(NSXMLStoreType)
    try office.check { context in
      _ = context.insert("Department", ["name": Self.path])
      _ = context.insert("Department", ["name": "a\u{E}b"])
      try context.save()
    }
    let text = String(decoding: try office.bytes, as: UTF8.self)
    #expect(text.contains(#">C:\\users\\\\new \\u0041<"#))
    #expect(text.contains(#">a\u0e00b<"#))
    try office.check { context in
      let names = try context.all("Department").map { $0.string("name") }
      #expect(Set(names) == [Self.path, "a\u{E}b"])
    }
  }

  // R-PSC-378: also when only the metadata of such a file has been written anew.
  @Test(arguments: [false, true])
  func filesOfFormerVersionsKeepTheirTexts(isToldMetadata: Bool) throws {
    let office = try Office(NSXMLStoreType)
    try office.check { context in
      _ = context.insert("Department", ["name": "NAME"])
      try context.save()
    }
    let text = String(decoding: try office.bytes, as: UTF8.self)
      .replacing("OpenCoreDataModelArchive", with: "OpenCoreDataModel")
      .replacing("NAME", with: #"C:\users\\new \u005cu0041"#)
    try Data(text.utf8).write(to: office.url)
    if isToldMetadata {
      var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .xml, at: office.url)
      metadata["k"] = 1
      try NSPersistentStoreCoordinator.setMetadata(metadata, type: .xml, at: office.url)
    }
    for _ in 0..<2 {
      try office.check { context in
        let department = try context.only("Department")
        #expect(department.string("name") == Self.path)
        department.setValue(Self.path, forKey: "name")
        _ = context.insert("Employee")
        try context.save()
      }
    }
  }

  // Names that differ in case only keep their spelling.
  @Test func namesThatFoldToTheSameAreKeptApart() throws {
    let place = try Workplace()
    func model() -> NSManagedObjectModel {
      let model = NSManagedObjectModel()
      model.entities = ["Note", "NOTE"].map {
        GarageModel.entity(
          $0, [GarageModel.attribute("text", .string), GarageModel.attribute("Text", .string)])
      }
      return model
    }
    try place.run(place.opened(NSXMLStoreType, model: model())) { context in
      _ = context.insert("Note", ["text": "a", "Text": "b"])
      _ = context.insert("NOTE", ["text": "c", "Text": "d"])
      try context.save()
    }
    try place.run(place.opened(NSXMLStoreType, model: model())) { context in
      let (note, other) = (try context.only("Note"), try context.only("NOTE"))
      #expect([note.string("text"), note.string("Text")] == ["a", "b"])
      #expect([other.string("text"), other.string("Text")] == ["c", "d"])
    }
  }
}
