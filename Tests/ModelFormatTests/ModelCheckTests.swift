// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat
import Testing

/// Contradictions and doubts in well-formed models.
struct ModelCheckTests {
  /// The diagnostics of a model with the lines inside, as `line severity message`.
  private func findings(_ lines: String...) throws -> [String] {
    let xml = lines.joined(separator: "\n")
    return try Samples.readModel(xml).diagnostics.map {
      "\($0.line) \($0.severity.rawValue) \($0.message)"
    }
  }

  @Test func twoEntitiesOfOneNameAreAnError() throws {  // R-MOD-219, R-MOD-003
    #expect(
      try findings("<entity name=\"A\"/>", "<entity name=\"A\"/>")
        == ["3 error there are two entities named 'A'"])
  }

  @Test func twoPropertiesOfOneNameAreAnError() throws {  // R-MOD-219, R-MOD-046
    #expect(
      try findings(
        "<entity name=\"A\">", "<attribute name=\"x\" attributeType=\"String\"/>",
        "<attribute name=\"x\" attributeType=\"String\"/>", "</entity>")
        == ["4 error entity 'A' has two properties named 'x'"])
  }

  @Test func anUnknownParentIsAnError() throws {  // R-MOD-219
    #expect(
      try findings("<entity name=\"A\" parentEntity=\"B\"/>")
        == ["2 error the parent 'B' of entity 'A' does not exist"])
  }

  @Test func aCycleOfParentsIsAnErrorForEachMember() throws {  // R-MOD-219, R-MOD-043
    #expect(
      try findings(
        "<entity name=\"A\" parentEntity=\"B\"/>", "<entity name=\"B\" parentEntity=\"A\"/>",
        "<entity name=\"C\" parentEntity=\"A\"/>")
        == [
          "2 error entity 'A' inherits from itself: A → B → A",
          "3 error entity 'B' inherits from itself: B → A → B",
        ])
  }

  @Test func redeclaringWithAnotherTypeIsAnError() throws {  // R-MOD-044
    #expect(
      try findings(
        "<entity name=\"A\"><attribute name=\"x\" attributeType=\"String\"/></entity>",
        "<entity name=\"B\" parentEntity=\"A\">",
        "<attribute name=\"x\" attributeType=\"Date\"/></entity>")
        == ["4 error 'B.x' is declared by its ancestor 'A' with another type"])
  }

  @Test func anUnknownDestinationIsAnError() throws {  // R-MOD-219
    #expect(
      try findings(
        "<entity name=\"A\">", "<relationship name=\"r\" destinationEntity=\"B\"/>", "</entity>")
        == ["3 error the destination 'B' of relationship 'A.r' does not exist"])
  }

  @Test func anUnknownInverseIsAnError() throws {  // R-MOD-219
    #expect(
      try findings(
        "<entity name=\"A\">",
        "<relationship name=\"r\" destinationEntity=\"A\" inverseName=\"s\" inverseEntity=\"A\"/>",
        "</entity>")
        == ["3 error the inverse 'A.s' of relationship 'A.r' does not exist"])
  }

  @Test func anUnknownInverseEntityIsAnError() throws {  // R-MOD-219
    #expect(
      try findings(
        "<entity name=\"A\">",
        "<relationship name=\"r\" destinationEntity=\"A\" inverseName=\"r\" inverseEntity=\"B\"/>",
        "</entity>")
        == ["3 error the inverse entity 'B' of relationship 'A.r' does not exist"])
  }

  @Test func anUnknownCompositeIsAnError() throws {  // R-MOD-219
    #expect(
      try findings(
        "<entity name=\"A\">",
        "<attribute name=\"c\" attributeType=\"Composite\" composite=\"P\"/>", "</entity>")
        == ["3 error the composite 'P' of attribute 'A.c' does not exist"])
  }

  @Test func aCompositeInsideItselfIsAnError() throws {
    #expect(
      try findings(
        "<composite name=\"P\">",
        "<attribute name=\"q\" attributeType=\"Composite\" composite=\"Q\"/></composite>",
        "<composite name=\"Q\">",
        "<attribute name=\"p\" attributeType=\"Composite\" composite=\"P\"/></composite>")
        == [
          "2 error composite 'P' contains itself", "4 error composite 'Q' contains itself",
        ])
  }

  @Test func inversesMayBeDeclaredByAnAncestor() throws {
    #expect(
      try findings(
        "<entity name=\"Animal\"><relationship name=\"owner\" maxCount=\"1\"",
        " destinationEntity=\"Person\" inverseName=\"dog\" inverseEntity=\"Person\"/></entity>",
        "<entity name=\"Dog\" parentEntity=\"Animal\"/>",
        "<entity name=\"Person\"><relationship name=\"dog\" maxCount=\"1\"",
        " destinationEntity=\"Dog\" inverseName=\"owner\" inverseEntity=\"Animal\"/></entity>")
        == [])
  }

  @Test func aNonMutualInverseIsAWarning() throws {  // R-MOD-220, R-MOD-146
    #expect(
      try findings(
        "<entity name=\"A\">",
        "<relationship name=\"r\" destinationEntity=\"A\" inverseName=\"s\" inverseEntity=\"A\"/>",
        "<relationship name=\"s\" destinationEntity=\"A\" inverseName=\"s\" inverseEntity=\"A\"/>",
        "</entity>")
        == [
          "3 warning 'A.s' is the inverse of relationship 'A.r', but not the other way round"
        ])
  }

  @Test func aRelationshipMayBeItsOwnInverse() throws {  // R-MOD-151
    #expect(
      try findings(
        "<entity name=\"A\"><relationship name=\"friends\" toMany=\"YES\"",
        " destinationEntity=\"A\" inverseName=\"friends\" inverseEntity=\"A\"/></entity>")
        == [])
  }

  @Test func aMissingInverseIsAWarningAMissingDestinationAnError() throws {  // R-MOD-221
    #expect(
      try findings(
        "<entity name=\"A\">", "<relationship name=\"r\" destinationEntity=\"A\"/>",
        "<relationship name=\"s\"/>", "</entity>")
        == [
          "3 warning relationship 'A.r' has no inverse",
          "4 error relationship 'A.s' has no destination",
        ])
  }

  @Test func namesHaveTheirCase() throws {  // R-MOD-221
    #expect(
      try findings(
        "<entity name=\"thing\">", "<attribute name=\"Size\" attributeType=\"String\"/>",
        "</entity>")
        == [
          "2 warning the name of entity 'thing' should begin with an uppercase letter",
          "3 warning the name of attribute 'thing.Size' should begin with a lowercase letter",
        ])
  }

  @Test func aRequiredAttributeWithoutDefaultIsAWarningInTheCloud() throws {  // R-MOD-221
    #expect(
      try findings(
        "<entity name=\"A\">", "<attribute name=\"x\" attributeType=\"String\"/>", "</entity>",
        "<configuration name=\"Cloud\" usedWithCloudKit=\"YES\"><memberEntity name=\"A\"/>",
        "</configuration>")
        == ["3 warning 'A.x' must be optional or have a default for use with CloudKit"])
  }

  @Test func namesThatDoNotExistElsewhereAreWarnings() throws {
    #expect(
      try findings(
        "<entity name=\"A\"><fetchedProperty name=\"f\"/>",
        "<fetchIndex name=\"i\"><fetchIndexElement property=\"x\"/></fetchIndex>",
        "<uniquenessConstraints><uniquenessConstraint><constraint value=\"y\"/>",
        "</uniquenessConstraint></uniquenessConstraints></entity>",
        "<fetchRequest name=\"r\" entity=\"B\"/>",
        "<configuration name=\"C\"><memberEntity name=\"B\"/></configuration>")
        == [
          "2 error a uniqueness constraint of entity 'A' names the unknown property 'y'",
          "2 warning fetched property 'A.f' has no fetch request",
          "3 warning index 'i' of entity 'A' names the unknown property 'x'",
          "6 warning the entity 'B' of fetch request 'r' does not exist",
          "7 warning the entity 'B' of configuration 'C' does not exist",
        ])
  }

  // R-MOD-047: the model would stop the program when it is loaded.
  @Test(arguments: ["description", "superclass", "objectID", "copy"])
  func aPropertyNamedLikeAMemberOfEveryObjectIsAnError(_ name: String) throws {
    #expect(
      try findings(
        "<entity name=\"A\">", "<attribute name=\"\(name)\" attributeType=\"String\"/>",
        "</entity>")
        == ["3 error 'A.\(name)' has the name of a member of NSManagedObject"])
  }

  // R-MOD-047: a method of classes, not of objects
  @Test func aPropertyMayBeNamedVersion() throws {
    #expect(
      try findings(
        "<entity name=\"A\">", "<attribute name=\"version\" attributeType=\"Integer 16\"/>",
        "</entity>"
      ).filter { $0.contains("error") } == [])
  }

  @Test(arguments: ["a b", "1a", "a-b", "a.b"])
  func aPropertyIsNamedByAnIdentifier(_ name: String) throws {  // R-MOD-047
    #expect(
      try findings(
        "<entity name=\"A\">", "<relationship name=\"\(name)\" destinationEntity=\"A\"/>",
        "</entity>"
      ).filter { $0.contains("error") } == [
        "3 error 'A.\(name)' is no name that a property can have: it is no identifier"
      ])
  }

  @Test func aPersistentAttributeHasAType() throws {
    #expect(
      try findings(
        "<entity name=\"A\">", "<attribute name=\"x\"/>",
        "<attribute name=\"y\" transient=\"YES\"/>", "</entity>")
        == ["3 error persistent attribute 'A.x' has no type; give it one or make it transient"])
  }

  @Test func onlyColumnsAreUnique() throws {  // R-MOD-057
    let list = ["t", "bs", "c", "c.x", "c.y", "a"].map { "<constraint value=\"\($0)\"/>" }.joined()
    #expect(
      try findings(
        "<entity name=\"A\"><uniquenessConstraints><uniquenessConstraint>", list,
        "</uniquenessConstraint></uniquenessConstraints>",
        "<attribute name=\"t\" transient=\"YES\" attributeType=\"String\"/>",
        "<attribute name=\"c\" attributeType=\"Composite\" composite=\"C\"/>",
        "<relationship name=\"a\" maxCount=\"1\" destinationEntity=\"A\" inverseName=\"bs\"/>",
        "<relationship name=\"bs\" toMany=\"YES\" destinationEntity=\"A\" inverseName=\"a\"/>",
        "</entity><composite name=\"C\"><attribute name=\"x\" attributeType=\"String\"/></composite>"
      ).map { $0.split(separator: "'")[3] } == ["t", "bs", "c", "c.y"])
  }

  @Test func aToManyIsNotAnsweredByAToOneElsewhere() throws {
    #expect(
      try findings(
        "<entity name=\"A\">",
        "<relationship name=\"bs\" toMany=\"YES\" destinationEntity=\"B\" inverseName=\"a\""
          + " inverseEntity=\"C\"/></entity>", "<entity name=\"B\"/>",
        "<entity name=\"C\" parentEntity=\"B\"><relationship name=\"a\" maxCount=\"1\"",
        " destinationEntity=\"A\" inverseName=\"bs\"/></entity>")
        == [
          "3 error the inverse 'C.a' of relationship 'A.bs' is a to-one that its destination 'B' "
            + "does not have"
        ])
  }

  @Test func aModelWithAnErrorDoesNotLoad() throws {
    let reading = try Samples.readModel("<entity name=\"A\"/>", "<entity name=\"A\"/>")
    let error = ModelFormatError.invalid(
      file: "Sample/contents", diagnostics: reading.diagnostics)
    #expect(throws: error) {
      try reading.validDocument()
    }
  }

  @Test func aModelWithWarningsLoads() throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\"><relationship name=\"s\" destinationEntity=\"A\"/></entity>")
    #expect(try reading.validDocument().entities.count == 1)
  }
}
