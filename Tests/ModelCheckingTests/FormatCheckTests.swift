// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelChecking
import ModelFormat
import Testing

/// What the predicates and expressions of a model file may say, and where.
struct FormatCheckTests {
  /// The diagnostics of the lines inside a model, which begins on line 1.
  private func findings(_ lines: String...) throws -> [String] {
    let xml = (["<model>"] + lines + ["</model>"]).joined(separator: "\n")
    return try ModelReader.read(xml: Data(xml.utf8), name: "M", file: "M/contents")
      .checkingFormats().diagnostics.map(\.description)
  }

  private static let pets = """
    <entity name="Pet"><attribute name="name" attributeType="String"/>
    <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Person" \
    inverseName="pets"/></entity>
    <entity name="Dog" parentEntity="Pet"><attribute name="trick" attributeType="String"/></entity>
    <entity name="Person"><attribute name="age" attributeType="Integer 16"/>
    <relationship name="pets" toMany="YES" destinationEntity="Pet" inverseName="owner"/></entity>
    """

  private func template(_ predicate: String) throws -> [String] {
    try findings(
      Self.pets, "<fetchRequest name=\"t\" entity=\"Pet\" predicateString=\"\(predicate)\"/>")
  }

  @Test func aTemplateThatDoesNotParseIsAnErrorWithItsLine() throws {  // R-MOD-219
    let found = try template("done = = NO")
    #expect(found.count == 1)
    #expect(
      found[0].hasPrefix(
        "M/contents:7: error: the predicate of fetch request 't' does not parse: Unable to parse"))
  }

  @Test func aFetchedPropertyThatDoesNotParseIsAnErrorWithItsLine() throws {  // R-MOD-219
    let found = try findings(
      "<entity name=\"A\">", "<fetchedProperty name=\"f\">",
      "<fetchRequest name=\"fetchedPropertyFetchRequest\" entity=\"A\" "
        + "predicateString=\"code === $FETCH_SOURCE.code\"/>", "</fetchedProperty></entity>")
    #expect(
      found.map { $0.prefix(68) } == [
        "M/contents:4: error: the predicate of fetched property 'A.f' does no"
      ])
  }

  @Test(arguments: [
    ("x == $FETCH_SOURCE.nme", "names '$FETCH_SOURCE.nme', which entity 'A' does not have"),
    ("x == $FETCHED_PROPERTY.info.a", "names '$FETCHED_PROPERTY.info.a', which a fetched"),
    ("x == $NAME", "names '$NAME', which has no value"),
    ("x == $FETCH_SOURCE.b.x OR x IN $FETCHED_PROPERTY.userInfo.list", nil),
    ("SUBQUERY(bs, $b, $b == $FETCH_SOURCE).@count &gt; 0", nil),
  ])
  func theVariablesOfAFetchedPropertyHaveValues(_ format: String, _ problem: String?) throws {
    let found = try findings(  // R-MOD-162
      "<entity name=\"A\"><attribute name=\"x\" attributeType=\"String\"/>",
      "<relationship name=\"b\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
        + "destinationEntity=\"A\" inverseName=\"bs\" inverseEntity=\"A\"/>"
        + "<relationship name=\"bs\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Nullify\" "
        + "destinationEntity=\"A\" inverseName=\"b\" inverseEntity=\"A\"/>",
      "<fetchedProperty name=\"f\">",
      "<fetchRequest name=\"fetchedPropertyFetchRequest\" entity=\"A\" "
        + "predicateString=\"\(format)\"/>", "</fetchedProperty></entity>")
    #expect(found.count == (problem == nil ? 0 : 1))
    if let problem {
      #expect(
        found.first?.hasPrefix(
          "M/contents:5: warning: the predicate of fetched property 'A.f' \(problem)") == true)
    }
  }

  @Test func theExpressionsOfIndexesAndDerivationsParse() throws {  // R-MOD-219
    let found = try findings(
      "<entity name=\"A\"><attribute name=\"x\" attributeType=\"String\"/>",
      "<attribute name=\"y\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"x +\"/>",
      "<fetchIndex name=\"i\" partialIndexPredicate=\"x =\">",
      "<fetchIndexElement expression=\"(\"/>",
      "</fetchIndex></entity>")
    #expect(found.map { $0.prefix(19) } == (3...5).map { "M/contents:\($0): error"[...] })
  }

  @Test(arguments: [
    "nme == 'x'", "owner.agee &gt; 1", "ANY owner.pets.nme == 'x'",
    "SUBQUERY(owner.pts, $p, $p.name == 'x').@count &gt; 0",
    "name == 'x' AND TERNARY(agee == 1, 1, 2) == 1",
  ])
  func aKeyThatNothingHasIsAWarning(predicate: String) throws {
    let found = try template(predicate)
    #expect(found.count == 1)
    #expect(
      found.allSatisfy { $0.hasPrefix("M/contents:7: warning: the predicate of fetch request") })
  }

  @Test(arguments: [
    "name == $NAME", "owner.age &gt; 1", "ANY owner.pets.name == 'x'", "trick == 'sit'",
    "SUBQUERY(owner.pets, $p, $p.anything == 'x').@count &gt; 0", "SELF == $X", "objectID == $X",
    "owner.pets.@count &gt; 1", "owner.@avg.age &gt; 1", "name.length &gt; 2", "self.name == 'x'",
    "name == $FETCH_SOURCE.whatever",
  ])
  func aKeyThatSomethingHasIsNot(predicate: String) throws {
    #expect(try template(predicate) == [])
  }

  @Test func aDerivationOfAnUnknownKeyIsAnError() throws {  // R-MOD-126
    let found = try findings(
      "<entity name=\"A\"><attribute name=\"x\" attributeType=\"String\"/>",
      "<attribute name=\"y\" attributeType=\"String\" derived=\"YES\" "
        + "derivationExpression=\"canonical:(z)\"/>",
      "<attribute name=\"w\" attributeType=\"String\" derived=\"YES\" "
        + "derivationExpression=\"canonical:(x)\"/>", "</entity>")
    #expect(
      found == [
        "M/contents:3: error: the derivation of 'A.y' names 'z', which entity 'A' does not have"
      ])
  }

  @Test func aPatternThatIsNoneIsAWarning() throws {
    let found = try findings(
      "<entity name=\"A\">",
      "<attribute name=\"x\" attributeType=\"String\" regularExpressionString=\"[a\"/>", "</entity>"
    )
    #expect(
      found == [
        "M/contents:3: warning: the pattern '[a' of 'A.x' is no regular expression"
      ])
  }
}
