// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import Testing

struct ModelWriterTests {
  private func read(_ xml: String) throws -> ModelReading {
    try ModelReader.read(xml: Data(xml.utf8), name: "Sample", file: "Sample/contents")
  }

  /// A model in which every field of every document differs from its default.
  private static let everything: ModelDocument = {
    var model = ModelDocument(name: "Sample")
    model.versionIdentifier = "v2"
    model.sourceLanguage = "Swift"
    model.usesCloudKit = true
    model.otherAttributes = ["systemVersion": "22A380"]
    model.entities = [root, child]
    model.composites = [
      CompositeDocument(name: "Point", attributes: [Samples.attribute("x", .double)])
    ]
    var request = FetchRequestDocument(
      name: "some", entityName: "Root", predicateString: "name == $NAME && age > 3")
    request.fetchLimit = 1
    request.fetchBatchSize = 2
    request.resultType = 2
    request.includesSubentities = false
    request.includesPropertyValues = true
    request.returnsObjectsAsFaults = false
    request.includesPendingChanges = true
    request.returnsDistinctResults = false
    model.fetchRequests = [request]
    var configuration = ConfigurationDocument(name: "C", memberEntityNames: ["Root", "Child"])
    configuration.usesCloudKit = true
    model.configurations = [configuration]
    return model
  }()

  private static let root: EntityDocument = {
    var entity = EntityDocument(name: "Root")
    entity.className = ".Root"
    entity.isAbstract = true
    entity.codeGeneration = .classDefinition
    entity.attributes = [
      fullAttribute, Samples.attribute("place", .composite) { $0.compositeName = "Point" },
      Samples.attribute("scratch", .undefined) { $0.isTransient = true },
    ]
    entity.uniquenessConstraints = [["a", "b"], ["c"]]
    entity.compoundIndexes = [["a"], ["b", "c"]]
    entity.userInfo = ["one": "1", "two": "\"2\" < \n3\t&"]
    entity.otherAttributes = ["syncable": "YES"]
    return entity
  }()

  private static let child: EntityDocument = {
    var entity = Samples.entity("Child", parent: "Root")
    entity.renamingIdentifier = "Kid"
    entity.versionHashModifier = "2"
    entity.codeGeneration = .category
    entity.relationships = [
      fullRelationship, Samples.relationship("one", to: "Root", inverse: nil, max: 1),
    ]
    var property = FetchedPropertyDocument(
      name: "fetched",
      fetchRequest: FetchRequestDocument(
        name: FetchRequestDocument.fetchedPropertyRequestName, entityName: "Root"))
    property.isOptional = false
    property.userInfo = ["k": "v"]
    entity.fetchedProperties = [property]
    var rTree = FetchIndexElementDocument(property: "x")
    rTree.isRTree = true
    rTree.isAscending = false
    var index = FetchIndexDocument(
      name: "i", elements: [rTree, FetchIndexElementDocument(expression: "a + b", type: "Float")])
    index.partialIndexPredicate = "x != nil"
    entity.fetchIndexes = [index]
    return entity
  }()

  private static let fullAttribute = Samples.attribute("full", .string, optional: true) {
    $0.isTransient = true
    $0.defaultValueString = ""
    $0.defaultDateTimeInterval = 0.1
    $0.minValueString = "1"
    $0.maxValueString = "2"
    $0.minDateTimeInterval = -5
    $0.maxDateTimeInterval = 1e12
    $0.regularExpressionString = "a|b"
    $0.usesScalarValueType = true
    $0.valueTransformerName = "T"
    $0.customClassName = "[String: Int]"
    $0.allowsExternalBinaryDataStorage = true
    $0.allowsCloudEncryption = true
    $0.preservesValueAfterDeletion = true
    $0.isDerived = true
    $0.derivationExpression = "now()"
    $0.versionHashModifier = "m"
    $0.renamingIdentifier = "r"
    $0.isIndexed = true
    $0.isIndexedBySpotlight = true
    $0.userInfo = ["k": "v"]
    $0.otherAttributes = ["colour": "red"]
  }

  private static let fullRelationship: RelationshipDocument = {
    var relationship = Samples.relationship("many", to: "Root", inverse: "one", max: 7, min: 2)
    relationship.isTransient = true
    relationship.isOrdered = true
    relationship.deletionRule = .deny
    relationship.inverseEntityName = "Child"
    relationship.versionHashModifier = "m"
    relationship.renamingIdentifier = "r"
    relationship.isIndexed = true
    relationship.isIndexedBySpotlight = true
    relationship.userInfo = ["k": "v"]
    return relationship
  }()

  @Test func readingWhatWasWrittenGivesAnEqualDocument() throws {
    #expect(try read(ModelWriter.xml(Self.everything)).document == Self.everything)
  }

  @Test func writingWhatWasReadGivesTheSameText() throws {
    let text = ModelWriter.xml(Self.everything)
    #expect(try ModelWriter.xml(read(text).document) == text)
  }

  @Test func hashesSurviveTheWayThroughAFile() throws {
    let document = try read(ModelWriter.xml(Self.everything)).document
    #expect(document.versionChecksum == Self.everything.versionChecksum)
  }

  @Test(arguments: [0, 1, -1, Int.max, 12])
  func everyMaximumCountSurvives(count: Int) throws {
    let model = Samples.model(
      Samples.entity(
        "A", attributes: [],
        relationships: [Samples.relationship("r", to: "A", inverse: nil, max: count)]))
    #expect(try read(ModelWriter.xml(model)).document == model)
  }

  @Test func documentsSurviveTheirJSON() throws {
    let data = try JSONEncoder().encode(Self.everything)
    #expect(try JSONDecoder().decode(ModelDocument.self, from: data) == Self.everything)
  }

  @Test func aWrittenBundleIsAModel() throws {
    try Samples.withFolder([:]) { folder in
      let url = folder.appendingPathComponent("Sample.xcdatamodeld")
      try ModelWriter.write(Self.everything, toBundle: url)
      #expect(try ModelBundle(at: url).read().document == Self.everything)
    }
  }
}
