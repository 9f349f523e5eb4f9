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

  @Test func unknownElementsAndAttributesAreNotedAndKept() throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\" colour=\"red\">", "  <gadget/>", "</entity>")
    #expect(reading.document.entities.first?.otherAttributes == ["colour": "red"])
    #expect(
      reading.diagnostics == [
        ModelDiagnostic(
          .note, file: "Sample/contents", line: 2,
          "unknown attribute 'colour' of <entity name=\"A\"> is ignored"),
        ModelDiagnostic(
          .note, file: "Sample/contents", line: 3,
          "unknown element <gadget> in <entity name=\"A\"> is ignored"),
      ])
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
