// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import Testing

/// R-MOD-216
struct DefaultValueTests {
  @Test(arguments: [
    ("42", 42), ("-7", -7), ("+5", 5), (" 12 apples", 12), ("12.9", 12), ("NO", 0), ("", 0),
    ("99999999999999999999", Int64.max), ("-99999999999999999999", Int64.min),
  ])
  func integersAreReadAsFarAsTheyGo(text: String, number: Int64) {
    #expect(DefaultValueParser.value(text, of: .integer32) == .integer(number))
  }

  @Test(arguments: [
    ("YES", true), ("true", true), ("1", true), ("NO", false), ("false", false), ("0", false),
    ("7", true), ("garbage", false), ("", false),
  ])
  func booleansAreWordsOrNumbers(text: String, isTrue: Bool) {
    #expect(DefaultValueParser.value(text, of: .boolean) == .boolean(isTrue))
  }

  @Test(arguments: [
    ("1.5", 1.5), ("-2e3", -2000), (".5", 0.5), ("3.", 3), ("1,5", 1), ("x", 0), ("1e", 1),
    ("2.5 metres", 2.5), ("1e-2", 0.01), ("--1", 0),
  ])
  func doublesAreReadAsFarAsTheyGo(text: String, number: Double) {
    #expect(DefaultValueParser.value(text, of: .double) == .double(number))
  }

  @Test func floatsAreReadInTheirWidth() {
    #expect(DefaultValueParser.value("0.1", of: .float) == .float(0.1))
  }

  @Test func decimalsKeepTheirDigits() throws {
    let exact = try #require(Decimal(string: "12345678901234567890.12"))
    #expect(DefaultValueParser.value("12345678901234567890.12", of: .decimal) == .decimal(exact))
  }

  @Test func anEmptyStringIsARealDefault() {
    #expect(DefaultValueParser.value("", of: .string) == .string(""))
  }

  @Test func aUUIDIsReadFromItsCanonicalText() {
    let id = UUID()
    #expect(DefaultValueParser.value(id.uuidString, of: .uuid) == .uuid(id))
    #expect(DefaultValueParser.value("none", of: .uuid) == nil)
  }

  @Test func aURIIsReadFromItsText() throws {
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    #expect(DefaultValueParser.value("https://example.org/a?b=c", of: .uri) == .uri(url))
  }

  @Test func theIntervalOfADateWinsOverItsText() {
    let attribute = Samples.attribute("at", .date) {
      $0.defaultValueString = "tomorrow"
      $0.defaultDateTimeInterval = -978_307_200.5
    }
    #expect(
      DefaultValueParser.defaultValue(of: attribute)
        == .date(Date(timeIntervalSinceReferenceDate: -978_307_200.5)))
  }

  @Test func absenceIsNoDefaultEvenForScalars() {
    let attribute = Samples.attribute("count", .integer16) { $0.usesScalarValueType = true }
    #expect(DefaultValueParser.defaultValue(of: attribute) == nil)
  }

  @Test(arguments: [AttributeKind.binaryData, .transformable, .undefined, .composite, .objectID])
  func typesWithoutATextHaveNoDefault(kind: AttributeKind) {
    #expect(DefaultValueParser.value("text", of: kind) == nil)
  }

  @Test(arguments: [
    ("Integer 16", "one", "is no Integer 16; it counts as 0"),
    ("Integer 32", "NO", "is no Integer 32; it counts as 0"),
    ("Integer 16", "70000", "is out of the range of Integer 16"),
    ("Double", "1,5", "is no Double; it counts as 1.0"),
    ("Boolean", "perhaps", "is no Boolean; it counts as NO"),
    ("UUID", "x", "is no UUID"),
  ])
  func aDefaultThatIsNoneOfItsTypeIsWarnedOf(type: String, text: String, words: String) throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\">",
      "<attribute name=\"x\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>",
      "</entity>")
    #expect(
      reading.diagnostics.map(\.description) == [
        "Sample/contents:3: warning: the default '\(text)' of <attribute name=\"x\"> \(words)"
      ])
  }

  @Test(arguments: [
    ("Integer 64", "-9"), ("Integer 16", "1.0"), ("Float", "1e3"), ("Boolean", "true"),
    ("String", "one"),
    ("Date", "01/01/2020"),
  ])
  func aProperDefaultIsNot(type: String, text: String) throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\">",
      "<attribute name=\"x\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>",
      "</entity>")
    #expect(reading.diagnostics == [])
  }

  @Test func boundsThatAreNoNumbersAreWarnedOf() throws {
    let reading = try Samples.readModel(
      "<entity name=\"A\">",
      "<attribute name=\"x\" attributeType=\"String\" minValueString=\"few\" maxValueString=\"9\"/>",
      "</entity>")
    #expect(
      reading.diagnostics.map(\.message) == [
        "the minimum 'few' of <attribute name=\"x\"> is no Integer 64; it counts as 0"
      ])
  }
}
