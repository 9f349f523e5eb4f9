// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat
import Testing

/// Elements and attributes of properties and of fetch requests.
struct PropertyReadingTests {
  @Test(arguments: [
    ("Integer 16", AttributeKind.integer16), ("Integer 32", .integer32),
    ("Integer 64", .integer64), ("Decimal", .decimal), ("Double", .double), ("Float", .float),
    ("String", .string), ("Boolean", .boolean), ("Date", .date), ("Binary", .binaryData),
    ("UUID", .uuid), ("URI", .uri), ("Transformable", .transformable), ("Composite", .composite),
  ])
  func everyTypeHasItsName(text: String, kind: AttributeKind) throws {
    let attribute = try Samples.readAttribute("<attribute name=\"a\" attributeType=\"\(text)\"/>")
    #expect(attribute?.kind == kind)
    #expect(kind.xmlName == text)
  }

  @Test func rawTypesAreTheOnesInHashesAndArchives() {  // R-MOD-100
    #expect(
      AttributeKind.allCases.map(\.rawValue) == [
        0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1800, 2000, 2100,
      ])
  }

  @Test func anAttributeWithoutFlagsIsRequiredAndPlain() throws {
    let attribute = try Samples.readAttribute("<attribute name=\"a\" attributeType=\"String\"/>")
    #expect(attribute == AttributeDocument(name: "a", kind: .string))
    #expect(attribute?.isOptional == false)
  }

  @Test func aTransientAttributeMayHaveNoType() throws {  // R-MOD-104
    let attribute = try Samples.readAttribute("<attribute name=\"a\" transient=\"YES\"/>")
    #expect(attribute?.kind == .undefined)
    #expect(attribute?.isTransient == true)
  }

  @Test func theFlagsOfAnAttributeAreRead() throws {
    let attribute = try #require(
      try Samples.readAttribute(
        "<attribute name=\"a\" optional=\"YES\" attributeType=\"Binary\""
          + " usesScalarValueType=\"YES\" allowsExternalBinaryDataStorage=\"YES\""
          + " allowsCloudEncryption=\"YES\" preserveAfterDeletion=\"YES\" indexed=\"YES\""
          + " spotlightIndexingEnabled=\"YES\" syncable=\"YES\" storedInTruthFile=\"YES\"/>"))
    #expect(attribute.isOptional)
    #expect(attribute.usesScalarValueType)
    #expect(attribute.allowsExternalBinaryDataStorage)
    #expect(attribute.allowsCloudEncryption)
    #expect(attribute.preservesValueAfterDeletion)
    #expect(attribute.isIndexed)
    #expect(attribute.isIndexedBySpotlight)
    #expect(attribute.otherAttributes == ["syncable": "YES", "storedInTruthFile": "YES"])
  }

  @Test func theTextsOfAnAttributeAreRead() throws {
    let attribute = try #require(
      try Samples.readAttribute(
        "<attribute name=\"a\" attributeType=\"Transformable\" valueTransformerName=\"T\""
          + " customClassName=\"[String]\" versionHashModifier=\"2\" elementID=\"old\""
          + " defaultValueString=\"\" minValueString=\"1\" maxValueString=\"2\""
          + " regularExpressionString=\".*\"/>"))
    #expect(attribute.valueTransformerName == "T")
    #expect(attribute.customClassName == "[String]")
    #expect(attribute.versionHashModifier == "2")
    #expect(attribute.renamingIdentifier == "old")
    #expect(attribute.defaultValueString == "")
    #expect(attribute.minValueString == "1")
    #expect(attribute.maxValueString == "2")
    #expect(attribute.regularExpressionString == ".*")
  }

  @Test func anEmptyTransformerNameIsNone() throws {
    let attribute = try Samples.readAttribute(
      "<attribute name=\"a\" attributeType=\"Transformable\" valueTransformerName=\"\"/>")
    #expect(attribute?.valueTransformerName == nil)
  }

  @Test func intervalsOfDatesMayBeNegativeAndFractional() throws {
    let attribute = try Samples.readAttribute(
      "<attribute name=\"a\" attributeType=\"Date\" defaultDateTimeInterval=\"-1.5\""
        + " minDateTimeInterval=\"0\" maxDateTimeInterval=\"600000000\"/>")
    #expect(attribute?.defaultDateTimeInterval == -1.5)
    #expect(attribute?.minDateTimeInterval == 0)
    #expect(attribute?.maxDateTimeInterval == 600_000_000)
  }

  @Test func aDerivedAttributeHasItsExpression() throws {  // R-MOD-126
    let attribute = try Samples.readAttribute(
      "<attribute name=\"a\" attributeType=\"String\" derived=\"YES\""
        + " derivationExpression=\"canonical:(name)\"/>")
    #expect(attribute?.isDerived == true)
    #expect(attribute?.derivationExpression == "canonical:(name)")
  }

  @Test func aRenamingIdentifierHasTwoSpellings() throws {
    let attribute = try Samples.readAttribute(
      "<attribute name=\"a\" attributeType=\"String\" renamingIdentifier=\"old\"/>")
    #expect(attribute?.renamingIdentifier == "old")
  }

  @Test func anUnboundedToManyHasMaximumZero() throws {  // R-MOD-143
    let relationship = try Samples.readRelationship(
      "<relationship name=\"r\" toMany=\"YES\" destinationEntity=\"Other\"/>")
    #expect(relationship?.maxCount == 0)
    #expect(relationship?.isToMany == true)
  }

  @Test func aToOneHasMaximumOne() throws {
    let relationship = try Samples.readRelationship(
      "<relationship name=\"r\" minCount=\"1\" maxCount=\"1\" destinationEntity=\"Other\"/>")
    #expect(relationship?.minCount == 1)
    #expect(relationship?.isToMany == false)
  }

  @Test func theAttributesOfARelationshipAreRead() throws {
    let relationship = try #require(
      try Samples.readRelationship(
        "<relationship name=\"r\" optional=\"YES\" transient=\"YES\" toMany=\"YES\""
          + " maxCount=\"5\" ordered=\"YES\" deletionRule=\"Cascade\""
          + " destinationEntity=\"Other\" inverseName=\"things\" inverseEntity=\"Other\""
          + " versionHashModifier=\"2\" elementID=\"old\" indexed=\"YES\" syncable=\"YES\"/>"))
    #expect(relationship.isOptional)
    #expect(relationship.isTransient)
    #expect(relationship.isOrdered)
    #expect(relationship.maxCount == 5)
    #expect(relationship.deletionRule == .cascade)
    #expect(relationship.destinationName == "Other")
    #expect(relationship.inverseName == "things")
    #expect(relationship.inverseEntityName == "Other")
    #expect(relationship.versionHashModifier == "2")
    #expect(relationship.renamingIdentifier == "old")
    #expect(relationship.isIndexed)
  }

  @Test(arguments: [
    ("Nullify", DeletionRule.nullify), ("Cascade", .cascade), ("Deny", .deny),
    ("No Action", .noAction),
  ])
  func everyDeletionRuleHasItsName(text: String, rule: DeletionRule) throws {
    let relationship = try Samples.readRelationship(
      "<relationship name=\"r\" destinationEntity=\"Other\" deletionRule=\"\(text)\"/>")
    #expect(relationship?.deletionRule == rule)
  }

  @Test func anAbsentDeletionRuleIsNoAction() throws {
    let relationship = try Samples.readRelationship(
      "<relationship name=\"r\" destinationEntity=\"Other\"/>")
    #expect(relationship?.deletionRule == .noAction)
  }

  @Test func aFetchedPropertyHasItsRequest() throws {
    let property = try #require(
      try Samples.readModel(
        "<entity name=\"Thing\"><fetchedProperty name=\"f\" optional=\"YES\">",
        "<fetchRequest name=\"fetchedPropertyFetchRequest\" entity=\"Thing\"",
        " predicateString=\"a == $FETCH_SOURCE.b\"/><userInfo><entry key=\"k\" value=\"v\"/>",
        "</userInfo></fetchedProperty></entity>"
      ).document.entities.first?.fetchedProperties.first)
    #expect(property.isOptional)
    #expect(property.fetchRequest?.entityName == "Thing")
    #expect(property.fetchRequest?.predicateString == "a == $FETCH_SOURCE.b")
    #expect(property.userInfo == ["k": "v"])
  }

  @Test func aFetchRequestLeavesUnsaidFlagsOpen() throws {
    let request = try #require(
      try Samples.readModel(
        "<entity name=\"Thing\"/>",
        "<fetchRequest name=\"all\" entity=\"Thing\" fetchLimit=\"5\" fetchBatchSize=\"20\"",
        " resultType=\"1\" includeSubentities=\"YES\" returnDistinctResults=\"NO\"/>"
      ).document.fetchRequests.first)
    #expect(request.fetchLimit == 5)
    #expect(request.fetchBatchSize == 20)
    #expect(request.resultType == 1)
    #expect(request.includesSubentities == true)
    #expect(request.returnsDistinctResults == false)
    #expect(request.includesPropertyValues == nil)
    #expect(request.returnsObjectsAsFaults == nil)
    #expect(request.includesPendingChanges == nil)
    #expect(request.predicateString == nil)
  }
}
