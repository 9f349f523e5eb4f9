// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import Testing

/// Files that are not models, or not quite.
struct MalformedModelTests {
  private func failure(_ lines: String...) -> ModelFormatError? {
    do {
      let xml = lines.joined(separator: "\n")
      _ = try ModelReader.read(xml: Data(xml.utf8), name: "Sample", file: "Sample/contents")
      return nil
    } catch {
      return error
    }
  }

  @Test func aWrongEndTagNamesTheElementItShouldClose() {
    #expect(
      failure("<model>", "  <entity name=\"A\">", "  </entity", "</model>")?.description
        .hasPrefix("Sample/contents:") == true)
    #expect(
      failure("<model>", "  <entity name=\"A\">", "  </attribute>", "</model>")
        == .malformed(
          file: "Sample/contents", line: 3,
          message: "malformed XML: expected </entity> for <entity> of line 2"))
  }

  @Test func aTruncatedFileNamesTheOpenElement() {
    #expect(
      failure("<model>", "  <entity name=\"A\">", "")?.description.hasSuffix(
        "expected </entity> for <entity> of line 2") == true)
  }

  @Test func anUnquotedValueNamesItsLine() {
    let error = failure("<model>", "  <entity", "    name=A/>", "</model>")
    #expect(error?.diagnostics.map(\.line) == [3])
  }

  @Test(arguments: ["a < 3", "a && b"])
  func aPredicateInAValueIsToBeEscaped(predicate: String) {
    let error = failure("<model>", "<fetchRequest predicateString=\"\(predicate)\"/>", "</model>")
    #expect(
      error
        == .malformed(
          file: "Sample/contents", line: 2,
          message: "malformed XML: expected a value with &lt; for '<', &amp; for '&', and no "
            + "control characters"))
  }

  @Test(arguments: ["", "   ", "no XML at all", "{\"json\": true}"])
  func whatIsNoXMLExpectsAModel(text: String) {
    #expect(failure(text)?.description.contains("expected a <model> element") == true)
  }

  @Test func anotherRootIsNoModel() {
    #expect(
      failure("<?xml version=\"1.0\"?>", "<plist/>")
        == .malformed(
          file: "Sample/contents", line: 2,
          message: "expected a <model> element, found <plist>"))
  }

  @Test func anErrorPrintsTheWayBuildToolsRead() {
    #expect(
      failure("<other/>")?.description
        == "Sample/contents:1: error: expected a <model> element, found <other>")
  }

  @Test func unknownElementsAndAttributesAreWarnedOfAndAttributesKept() throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\" colour=\"red\">", "  <gadget/>", "</entity>")
    #expect(reading.document.entities.first?.otherAttributes == ["colour": "red"])
    #expect(
      reading.diagnostics == [
        ModelDiagnostic(
          .warning, file: "Sample/contents", line: 2,
          "unknown attribute 'colour' of <entity name=\"A\"> is ignored"),
        ModelDiagnostic(
          .warning, file: "Sample/contents", line: 3,
          "unknown element <gadget> in <entity name=\"A\"> is ignored"),
      ])
  }

  // R-MOD-210
  @Test func aMisspeltCompositeIsWarnedOf() throws {
    let reading = try Samples.readModel("<compositeType name=\"Place\"/>")
    #expect(
      reading.diagnostics.map(\.description) == [
        "Sample/contents:2: warning: unknown element <compositeType> in <model> is ignored"
      ])
  }

  @Test func unknownElementsInListsAreWarnedOf() throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\"><userInfo>", "<item key=\"k\"/></userInfo>", "<uniquenessConstraints>",
      "<constraint value=\"a\"/>", "</uniquenessConstraints></entity>")
    #expect(reading.diagnostics.map(\.line) == [3, 5])
    #expect(reading.diagnostics.map(\.severity) == [.warning, .warning])
  }

  @Test(arguments: [[0xFF], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func bytesThatAreNoUTF8AreAnErrorWithTheirLine(bytes: [UInt8]) {
    for (before, after) in [
      ("<entity name=\"", "\"/>"), ("<en", " name=\"A\"/>"), ("<e na", "=\"A\"/>"),
    ] {
      let xml =
        Data("<model>\n  \(before)".utf8) + Data(bytes) + Data("\(after)\n</model>".utf8)
      #expect(
        throws: ModelFormatError.malformed(
          file: "Sample/contents", line: 2,
          message: "malformed XML: expected UTF-8, found bytes that are no text in it")
      ) { try ModelReader.read(xml: xml, name: "Sample", file: "Sample/contents") }
    }
  }

  @Test func anotherEncodingIsRefusedWithoutHarm() throws {
    let xml = try #require("<model/>".data(using: .utf16))
    #expect(throws: ModelFormatError.self) {
      try ModelReader.read(xml: xml, name: "Sample", file: "Sample/contents")
    }
  }

  @Test func declaredEntitiesAreRefused() {
    #expect(
      failure("<!DOCTYPE model [", "<!ENTITY a \"aaaa\">]>", "<model name=\"&a;\"/>")?.description
        == "Sample/contents:2: error: malformed XML: expected no declarations of entities, "
        + "which no model has")
  }

  @Test(arguments: ["-1", "1.5", "99999999999999999999"])
  func countsAreWholeNumbersFromZero(count: String) throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\"/>",
      "<fetchRequest name=\"f\" entity=\"A\" fetchLimit=\"\(count)\" resultType=\"\(count)\"/>")
    #expect(reading.diagnostics.map(\.line) == [3, 3])
    #expect(reading.document.fetchRequests.map(\.resultType) == [nil])
  }

  @Test func aBadFlagOrNumberIsAWarning() throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\" isAbstract=\"maybe\"/>",
      "<fetchRequest name=\"f\" entity=\"A\" fetchLimit=\"many\"/>")
    #expect(reading.diagnostics.map(\.severity) == [.warning, .warning])
    #expect(reading.diagnostics.map(\.line) == [2, 3])
    #expect(reading.document.entities.map(\.isAbstract) == [false])
  }

  @Test func anotherModelTypeIsAWarning() throws {
    let reading = try Samples.read("<model type=\"something\"/>")
    #expect(reading.diagnostics.map(\.severity) == [.warning])
  }

  @Test func anUnknownAttributeTypeIsAnError() throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\">", "<attribute name=\"a\" attributeType=\"Quaternion\"/>", "</entity>")
    #expect(reading.diagnostics.first?.severity == .error)
    #expect(reading.diagnostics.first?.line == 3)
  }

  @Test func aMissingNameIsAnError() throws {
    let reading = try Samples.readModel("<entity/>")
    #expect(
      reading.diagnostics.map(\.description) == [
        "Sample/contents:2: error: <entity> has no name"
      ])
  }
}
