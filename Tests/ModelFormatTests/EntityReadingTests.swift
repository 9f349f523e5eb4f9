// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat
import Testing

/// Elements and attributes of `<model>` and `<entity>`. R-MOD-215
struct EntityReadingTests {
  private func entity(_ lines: String...) throws -> EntityDocument {
    let xml = lines.joined(separator: "\n")
    return try #require(try Samples.readModel(xml).document.entities.first)
  }

  @Test func aModelSaysItsIdentifierAndLanguage() throws {  // R-MOD-018
    let model = try Samples.read(
      "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\""
        + " sourceLanguage=\"Swift\" userDefinedModelVersionIdentifier=\"\""
        + " usedWithCloudKit=\"YES\"/>"
    ).document
    #expect(model.versionIdentifier == "")
    #expect(model.sourceLanguage == "Swift")
    #expect(model.usesCloudKit)
    #expect(model.otherAttributes.isEmpty)
  }

  @Test func anAbsentIdentifierIsNone() throws {
    #expect(try Samples.read("<model/>").document.versionIdentifier == nil)
  }

  @Test func anEntityIsReadWithAllItsAttributes() throws {
    let entity = try entity(
      "<entity name=\"Car\" representedClassName=\".Car\" parentEntity=\"Vehicle\"",
      " isAbstract=\"YES\" codeGenerationType=\"category\" elementID=\"Auto\"",
      " versionHashModifier=\"2\" syncable=\"YES\"/>")
    #expect(entity.name == "Car")
    #expect(entity.className == ".Car")
    #expect(entity.parentName == "Vehicle")
    #expect(entity.isAbstract)
    #expect(entity.codeGeneration == .category)
    #expect(entity.renamingIdentifier == "Auto")
    #expect(entity.versionHashModifier == "2")
    #expect(entity.otherAttributes == ["syncable": "YES"])
  }

  @Test func whatAnEntityDoesNotSayIsNo() throws {
    var plain = EntityDocument(name: "Car")
    plain.className = ""
    #expect(try entity("<entity name=\"Car\"/>") == plain)
    #expect(plain.codeGeneration == .manual)
    #expect(!plain.isAbstract)
  }

  @Test func userInfoIsReadAsStrings() throws {  // R-MOD-059
    let entity = try entity(
      "<entity name=\"Car\"><userInfo>", "<entry key=\"a\" value=\"1\"/>",
      "<entry key=\"b\" value=\"&lt;2&gt; &amp; &quot;3&quot;\"/>", "</userInfo></entity>")
    #expect(entity.userInfo == ["a": "1", "b": "<2> & \"3\""])
  }

  @Test func fetchIndexesAreReadWithTheirElements() throws {  // R-MOD-173, R-MOD-174
    let entity = try entity(
      "<entity name=\"Car\"><fetchIndex name=\"byMaker\" partialIndexPredicate=\"x &gt; 1\">",
      "<fetchIndexElement property=\"maker\" type=\"Binary\" order=\"ascending\"/>",
      "<fetchIndexElement property=\"x\" type=\"RTree\" order=\"descending\"/>",
      "<fetchIndexElement expression=\"a + b\" expressionType=\"Integer 64\" type=\"Binary\"/>",
      "</fetchIndex></entity>")
    let index = try #require(entity.fetchIndexes.first)
    #expect(index.name == "byMaker")
    #expect(index.partialIndexPredicate == "x > 1")
    #expect(index.elements.map(\.property) == ["maker", "x", nil])
    #expect(index.elements.map(\.isRTree) == [false, true, false])
    #expect(index.elements.map(\.isAscending) == [true, false, true])
    #expect(index.elements.last?.expression == "a + b")
    #expect(index.elements.last?.expressionType == "Integer 64")
  }

  @Test func constraintsKeepTheirOrder() throws {  // R-MOD-055
    let entity = try entity(
      "<entity name=\"Car\"><uniquenessConstraints>",
      "<uniquenessConstraint><constraint value=\"b\"/><constraint value=\"a\"/>",
      "</uniquenessConstraint><uniquenessConstraint><constraint value=\"c\"/>",
      "</uniquenessConstraint></uniquenessConstraints></entity>")
    #expect(entity.uniquenessConstraints == [["b", "a"], ["c"]])
  }

  @Test func aConstraintMayBeEmpty() throws {  // R-MOD-055
    let entity = try entity(
      "<entity name=\"Car\"><uniquenessConstraints><uniquenessConstraint/>",
      "</uniquenessConstraints></entity>")
    #expect(entity.uniquenessConstraints == [[]])
  }

  @Test func legacyIndexesBecomeFetchIndexes() throws {  // R-MOD-057
    let entity = try entity(
      "<entity name=\"Car\"><attribute name=\"maker\" indexed=\"YES\" attributeType=\"String\"/>",
      "<compoundIndexes><compoundIndex><index value=\"a\"/><index value=\"b\"/></compoundIndex>",
      "</compoundIndexes></entity>")
    #expect(entity.compoundIndexes == [["a", "b"]])
    #expect(entity.allIndexes.map(\.name) == ["maker", "a_b"])
  }

  @Test func anIndexAskedForTwiceIsOne() throws {  // R-MOD-057
    let entity = try entity(
      "<entity name=\"Car\"><attribute name=\"maker\" indexed=\"YES\" attributeType=\"String\"/>",
      "<attribute name=\"model\" indexed=\"YES\" attributeType=\"String\"/>",
      "<fetchIndex name=\"model\"><fetchIndexElement property=\"maker\" type=\"Binary\"/>",
      "</fetchIndex><compoundIndexes><compoundIndex><index value=\"maker\"/></compoundIndex>",
      "</compoundIndexes></entity>")
    #expect(entity.allIndexes.map(\.name) == ["model", "maker"])
    #expect(entity.allIndexes.first?.elements.map(\.property) == ["maker"])
  }

  @Test func configurationsListTheirMembers() throws {  // R-MOD-005
    let model = try Samples.readModel(
      "<entity name=\"Car\"/>",
      "<configuration name=\"User\" usedWithCloudKit=\"YES\"><memberEntity name=\"Car\"/>",
      "</configuration>"
    ).document
    #expect(model.configurations.map(\.name) == ["User"])
    #expect(model.configurations.map(\.memberEntityNames) == [["Car"]])
    #expect(model.configurations.map(\.usesCloudKit) == [true])
  }

  @Test func compositesAreReadWithNestedOnes() throws {  // R-MOD-136
    let reading = try Samples.readModel(
      "<composite name=\"Point\"><attribute name=\"x\" attributeType=\"Double\"/></composite>",
      "<composite name=\"Line\">",
      "<attribute name=\"from\" attributeType=\"Composite\" composite=\"Point\"/></composite>")
    #expect(reading.document.composites.map(\.name) == ["Point", "Line"])
    #expect(reading.document.composites.last?.attributes.first?.compositeName == "Point")
    #expect(reading.diagnostics.isEmpty)
  }

  // Meshtastic's model says it of every entity, and old ones have the rest.
  @Test func whatMeansNothingIsPassedOver() throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\" codeGenerationType=\"none\">",
      "<attribute name=\"a\" transient=\"YES\" attributeType=\"Undefined\"/>",
      "<compoundIndexes><compoundIndex><index value=\"\"/><index value=\"a\"/></compoundIndex>",
      "</compoundIndexes><userInfo><entry key=\"\" value=\"v\"/></userInfo></entity>")
    let entity = try #require(reading.document.entities.first)
    #expect(entity.codeGeneration == .manual)
    #expect(entity.attributes.map(\.kind) == [.undefined])
    #expect(entity.compoundIndexes == [["a"]])
    #expect(entity.userInfo == ["": "v"])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func theLayoutOfADiagramIsIgnored() throws {
    let reading = try Samples.readModel(
      "<entity name=\"Car\"/>",
      "<elements><element name=\"Car\" positionX=\"0\" positionY=\"0\" width=\"1\"/></elements>")
    #expect(reading.diagnostics.isEmpty)
  }
}
