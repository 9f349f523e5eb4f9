// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Hashes are kept until something changes (R-MOD-360).
@Suite struct KeptHashTests {
  private static let changes: [String: @Sendable (NSManagedObjectModel) -> Void] = [
    "entity name": { $0.entitiesByName["Tag"]?.name = "Label" },
    "abstract": { $0.entitiesByName["Manager"]?.isAbstract = true },
    "entity modifier": { $0.entitiesByName["Tag"]?.versionHashModifier = "2" },
    "constraints": { $0.entitiesByName["Tag"]?.uniquenessConstraints = [["label"]] },
    "attribute type": { $0.entitiesByName["Tag"]?.attributesByName["label"]?.type = .date },
    "inherited attribute": {
      $0.entitiesByName["Manager"]?.attributesByName["name"]?.isOptional.toggle()
    },
    "property modifier": {
      $0.entitiesByName["Employee"]?.propertiesByName["tags"]?.versionHashModifier = "x"
    },
    "order": { $0.entitiesByName["Employee"]?.relationshipsByName["tags"]?.isOrdered = true },
    "new property": {
      $0.entitiesByName["Tag"]?.properties.append(SampleModels.attribute("color", .string))
    },
    "gone property": { $0.entitiesByName["Department"]?.properties.removeFirst() },
    "composite": {
      let home =
        $0.entitiesByName["Employee"]?.attributesByName["home"] as? NSCompositeAttributeDescription
      home?.elements.first?.isOptional.toggle()
    },
    "hierarchy": { $0.entitiesByName["Employee"]?.subentities = [] },
    "new entity": { $0.entities.append(SampleModels.entity("Zebra", [])) },
    "inverse": {
      $0.entitiesByName["Tag"]?.relationshipsByName["tagged"]?.inverseRelationship = nil
    },
  ]

  @Test(arguments: changes.keys.sorted())
  func aChangeShowsAtOnce(_ name: String) throws {
    let model = SampleModels.company()
    let before = model.entityVersionHashesByName
    let change = try #require(Self.changes[name])
    change(model)
    let fresh = try #require(model.copy() as? NSManagedObjectModel)
    #expect(model.entityVersionHashesByName == fresh.entityVersionHashesByName)
    #expect(model.entityVersionHashesByName != before)
  }

  @Test func whatIsAskedOfAnEntityIsWhatTheModelSays() {
    let model = SampleModels.company()
    let hashes = model.entityVersionHashesByName
    for entity in model.entities { #expect(entity.versionHash == hashes[entity.name ?? ""]) }
  }

  // R-MOD-014
  @Test func anEmptyListOfBundlesMeansTheMainOne() throws {
    let folder = try #require(Bundle.main.resourceURL)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let studio = names.map { folder.appendingPathComponent("\($0)/Studio.xcdatamodeld") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    let model = try #require(studio.flatMap { NSManagedObjectModel(contentsOf: $0) })
    let metadata = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
    let found = NSManagedObjectModel.mergedModel(from: [], forStoreMetadata: metadata)
    #expect(found?.entities.map(\.name) == model.entities.map(\.name))
  }

  // R-MOD-103
  @Test func onlyArraysOfTransformableAttributesHaveAKnownClass() throws {
    let file = try ModelFile()
    let url = try file.write(
      ModelFile.entity(
        "Note",
        content: """
          <attribute name="list" optional="YES" attributeType="Transformable" \
          customClassName="NSArray"/>
          <attribute name="color" optional="YES" attributeType="Transformable" \
          customClassName="Color" valueTransformerName="ColorTransformer"/>
          """))
    let note = try #require(NSManagedObjectModel(contentsOf: url)?.entitiesByName["Note"])
    #expect(note.attributesByName["list"]?.attributeValueClassName == "NSArray")
    #expect(note.attributesByName["color"]?.attributeValueClassName == nil)
  }
}
