// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// What the editor of mapping models saves besides names: notes with images become notes, and attachments
/// of those that have one.
@Suite struct MappingElementTests {
  private static let former = """
    Note
      title String
      image String
      rank Int32
    """
  private static let present = """
    Note
      title String
      attachments >> Attachment.note
    Attachment
      image String
      note > Note.attachments
    """

  private static func text(_ name: String, _ value: String) -> String {
    "<attribute name=\"\(name)\" type=\"string\">\(value)</attribute>"
  }

  private static func link(_ name: String, to type: String, ids: String) -> String {
    "<relationship name=\"\(name)\" type=\"0/0\" destination=\"\(type)\" idrefs=\"\(ids)\">"
      + "</relationship>"
  }

  private static func entity(
    _ number: Int, _ destination: String, attribute: String, relationship: String = "",
    extra: String = ""
  ) -> String {
    "<object type=\"XDDEVENTITYMAPPING\" id=\"z\(number)\">" + extra
      + text("sourcename", "Note") + text("mappingtypename", "Undefined")
      + text("mappingnumber", "\(number)") + text("destinationname", destination)
      + link("attributemappings", to: "XDDEVATTRIBUTEMAPPING", ids: attribute)
      + link("relationshipmappings", to: "XDDEVRELATIONSHIPMAPPING", ids: relationship)
      + "</object>"
  }

  /// - Parameters:
  ///   - attachment: what the mapping of attachments says besides its names.
  ///   - image: the same of their attribute.
  ///   - note: the same of their relationship, which has no mapping without.
  private static func source(
    attachment: String = "", image: String = "", note: String = ""
  ) -> String {
    let relationship = note.isEmpty ? "" : "z5"
    return """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
      <database><object type="XDDEVMAPPINGMODEL" id="z9">
      \(link("entitymappings", to: "XDDEVENTITYMAPPING", ids: "z1 z2"))
      </object>
      \(entity(1, "Attachment", attribute: "z4", relationship: relationship, extra: attachment))
      \(entity(2, "Note", attribute: "z3"))
      <object type="XDDEVATTRIBUTEMAPPING" id="z3">\(text("name", "title"))</object>
      <object type="XDDEVATTRIBUTEMAPPING" id="z4">\(text("name", "image"))\(image)</object>
      <object type="XDDEVRELATIONSHIPMAPPING" id="z5">\(text("name", "note"))\(note)</object>
      </database>
      """
  }

  private func mappings(_ source: String) throws -> [NSEntityMapping] {
    let folder = try TemporaryDirectory()
    let url = folder.url.appendingPathComponent("Notes.xcmappingmodel")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data(source.utf8).write(to: url.appendingPathComponent("xcmapping.xml"))
    return try #require(NSMappingModel(contentsOf: url)).entityMappings
  }

  /// Two notes, of which the first has an image.
  private func migrated(_ pair: StorePair, _ source: String) throws -> Relocation {
    let scene = try Relocation(pair, Self.former, Self.present)
    try scene.fill { context in
      _ = context.insert("Note", ["title": "0", "image": "picture", "rank": 10])
      _ = context.insert("Note", ["title": "1", "rank": 11])
    }
    try scene.migrate(try mappings(source))
    return scene
  }

  // R-MOD-320: the second is `rank < 11` as Apple's XML stores write it.
  @Test(arguments: ["image != nil", "rank \\u3c00 11"], Relocation.sameKinds)
  func aFilterSelectsObjects(_ predicate: String, _ pair: StorePair) throws {
    let filter = Self.text("sourcefilterpredicatestring", predicate)
    let scene = try migrated(pair, Self.source(attachment: filter))
    try scene.read { context throws in
      #expect(try context.all("Note").count == 2)
      #expect(try context.all("Attachment").map { $0.string("image") } == ["picture"])
    }
  }

  // R-MOD-320
  @Test func anEmptyFilterSelectsAll() throws {
    let filter = Self.text("sourcefilterpredicatestring", "")
    let scene = try migrated(Relocation.sameKinds[0], Self.source(attachment: filter))
    #expect(try scene.read { try $0.all("Attachment").count } == 2)
  }

  // R-MOD-320
  @Test func aFilterThatIsNoPredicateIsNamed() throws {
    let filter = Self.text("sourcefilterpredicatestring", "image ==")
    let error = try #require(throws: CocoaError.self) {
      try migrated(Relocation.sameKinds[0], Self.source(attachment: filter))
    }
    #expect(error.code == .migration)
    #expect(error.localizedDescription.contains("'NoteToAttachment'"))
  }

  // R-MOD-320
  @Test(arguments: Relocation.sameKinds)
  func aNamedMappingFillsARelationship(_ pair: StorePair) throws {
    let origin =
      Self.text("sourcemappingname", "NoteToNote") + Self.text("sourcekeypath", "$source")
    let scene = try migrated(pair, Self.source(note: origin))
    try scene.read { context in
      let attachments = try context.all("Attachment", "image = 'picture'")
      let notes = attachments.compactMap { $0.value(forKey: "note") as? NSManagedObject }
      #expect(notes.map { $0.string("title") } == ["0"])
    }
  }

  // R-MOD-320
  @Test(arguments: [
    ("$source", "$source"), ("author.name", "$source.author.name"),
    ("$source.author", "$source.author"),
  ])
  func aKeyPathBeginsAtTheSource(_ keyPath: String, _ expected: String) throws {
    let origin = Self.text("sourcekeypath", keyPath)
    let named = origin + Self.text("sourcemappingname", "NoteToNote")
    let mapping = try #require(try mappings(Self.source(image: origin, note: named)).first)
    #expect(mapping.attributeMappings?.first?.valueExpression?.description == expected)
    #expect(
      mapping.relationshipMappings?.first?.valueExpression?.description
        == "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\" , "
        + "\"NoteToNote\", \(expected))")
  }

  // R-MOD-320
  @Test func theUserInfoIsRead() throws {
    let info = NSDictionary(dictionary: ["version": "1.1"])
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: info, requiringSecureCoding: false)
    let element = Self.text("userinfodata", data.base64EncodedString())
    let source = Self.source(attachment: element, image: element, note: element)
    let mapping = try #require(try mappings(source).first)
    let properties = (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? [])
    #expect(mapping.userInfo?["version"] as? String == "1.1")
    #expect(properties.map { $0.userInfo?["version"] as? String } == ["1.1", "1.1"])
  }
}
