// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import Testing

/// Hashes that Apple's Core Data wrote for published models. R-MOD-351, R-MOD-352, R-MOD-353,
/// R-MOD-354, R-MOD-355
struct VersionHashTests {
  private static let pet = Samples.entity(
    "Pet", attributes: [Samples.attribute("name")],
    relationships: [Samples.relationship("owner", to: "User", inverse: "pet", max: 1)])
  private static let userWithPet = Samples.entity(
    "User", attributes: [Samples.attribute("name"), Samples.attribute("petName", optional: true)],
    relationships: [Samples.relationship("pet", to: "Pet", inverse: "owner", max: 1)])
  private static let car = Samples.entity(
    "Car",
    attributes: [
      Samples.attribute("maker", optional: true),
      Samples.attribute("markedForDeletionAsOf", .date, optional: true),
      Samples.attribute("model", optional: true), Samples.attribute("numberPlate"),
    ], relationships: [Samples.relationship("owner", to: "Person", inverse: "cars", max: 1)],
    unique: [["numberPlate"]])
  private static let person = Samples.entity(
    "Person",
    attributes: [
      Samples.attribute("firstName", optional: true),
      Samples.attribute("lastName", optional: true), Samples.attribute("updatedAt", .date),
    ], relationships: [Samples.relationship("cars", to: "Car", inverse: "owner", max: 0)],
    unique: [["firstName", "lastName"]])
  private static let writer = {
    var writer = Samples.entity("Writer", attributes: [Samples.attribute("age", .integer16)])
    writer.isAbstract = true
    return writer
  }()

  private func hash(_ name: String, in entities: EntityDocument...) -> String? {
    var model = ModelDocument(name: "Sample")
    model.entities = entities
    return model.entityVersionHashes()[name]?.base64EncodedString()
  }

  @Test func attributesAreHashedInCodeUnitOrder() {
    let user = Samples.entity(
      "User", attributes: [Samples.attribute("petName", optional: true), Samples.attribute("name")])
    #expect(hash("User", in: user) == "azH06XtpHRbEyCC65V+JQI1HATvUIVHs/eHqx/5L55g=")
  }

  @Test func aToOneRelationshipIsHashed() {
    #expect(hash("Pet", in: Self.pet) == "dnNCJipkWHMMeKrnPFMo0PyqTjWW0vh/IuNm60ap9G8=")
  }

  @Test func aShorterNameComesBeforeALongerOne() {
    #expect(hash("User", in: Self.userWithPet) == "akfL7w4/hMJEkkn9yD8APX5RQ3j47pp2qNTA7IuxuCI=")
  }

  @Test func relationshipsAndAttributesShareOneOrder() {
    let user = Samples.entity(
      "User", attributes: [Samples.attribute("name")],
      relationships: [Samples.relationship("pet", to: "Pet", inverse: "owner", max: 1)])
    #expect(hash("User", in: user) == "txWJ9kRmNW79MTIerWwpOt6O2t32z9cJMUTAc8OsPDs=")
  }

  @Test func aUniquenessConstraintIsHashed() {  // R-MOD-357
    #expect(hash("Car", in: Self.car) == "flA++/S2PNk/9ynpZ14hxjxlJi2FqYifWaJECvZIG5M=")
  }

  @Test func aCompoundConstraintIsHashedAsOneDottedName() {  // R-MOD-357
    #expect(hash("Person", in: Self.person) == "BnrmLhvRAUy2VZ2ZCAOuWPNU3Rt7p7dyKjYcDDnyE04=")
  }

  @Test func aSubentityStartsFromItsParentsHash() {
    let sport = Samples.entity("SportCar", parent: "Car")
    #expect(
      hash("SportCar", in: sport, Self.car) == "cipVtbvNUddIdqTdj497veV93GHLZaV37FsPvpeNe4w=")
  }

  @Test func aGrandchildInheritsAllProperties() {
    let sport = Samples.entity("SportCar", parent: "Car")
    let luxury = Samples.entity(
      "LuxuryCar", parent: "SportCar",
      attributes: [Samples.attribute("isLimitedEdition", .boolean, optional: true)])
    #expect(
      hash("LuxuryCar", in: luxury, sport, Self.car)
        == "qHPFWQAQ5Oo/e9+EZ4bfv1ywlVJrhqoN4sVpxLsSGIY=")
  }

  /// Each entity is hashed once, however many descend from it.
  @Test func aChainOfParentsIsHashedOnce() {
    let chain = (0..<300).map { place in
      Samples.entity(
        "E\(place)", parent: place == 0 ? nil : "E\(place - 1)",
        attributes: [Samples.attribute("a\(place)", .boolean)])
    }
    var document = Samples.model()
    document.entities = chain.reversed()
    let hashes = document.entityVersionHashes()
    document.entities = chain
    #expect(Set(hashes.values).count == 300)
    #expect(document.entityVersionHashes() == hashes)
  }

  @Test func transientAttributesAreLeftOutAndTombstonesCount() {  // R-MOD-356, R-MOD-106
    var person = Self.person
    person.attributes.append(
      Samples.attribute("id", .uuid) { $0.preservesValueAfterDeletion = true })
    person.attributes.append(Samples.attribute("isDriving", .boolean) { $0.isTransient = true })
    #expect(hash("Person", in: person) == "FkJoVRtFEIrnY6orph/zLTLTIyOFCYfD4hYHyNpEtys=")
  }

  @Test func anAbstractEntityIsHashed() {
    #expect(hash("Writer", in: Self.writer) == "1U76tdOcs/Wd+AGNteTLKRLO1Jyg/euwKaMmzXCEeyU=")
  }

  @Test func anUnboundedCountSetInCodeIsHashedAsMinusOne() {  // R-MOD-144
    let author = Samples.entity(
      "Author", parent: "Writer",
      attributes: [Samples.attribute("alias"), Samples.attribute("siteURL", .uri, optional: true)],
      relationships: [Samples.relationship("books", to: "Book", inverse: "author", max: .max)],
      unique: [["alias"]])
    #expect(
      hash("Author", in: Self.writer, author) == "B7iKt2+989cByFaI6bCCDwza5rwsMdJNH9wRUlHRPRI=")
  }

  @Test func aMinimumCountAndATransformableAreHashed() {
    let page = Samples.entity(
      "Page",
      attributes: [
        Samples.attribute("content", .transformable), Samples.attribute("isBookmarked", .boolean),
        Samples.attribute("number", .integer32),
      ],
      relationships: [
        Samples.relationship("book", to: "Book", inverse: "pages", max: 1, min: 1, optional: false)
      ])
    #expect(hash("Page", in: page) == "nulEX5Bg3Argc3ypMN0xIkavyXNihpy1t4deW8mJkXE=")
  }

  @Test func doublesAndUUIDsAreHashed() {
    let feedback = Samples.entity(
      "Feedback",
      attributes: [
        Samples.attribute("authorAlias"), Samples.attribute("bookID", .uuid),
        Samples.attribute("comment", optional: true), Samples.attribute("rating", .double),
      ])
    #expect(hash("Feedback", in: feedback) == "y0Z5PWbbAWi67XmY2z3g1Paf3tq7Fg1fMgchdWhQMcw=")
  }

  @Test func theChecksumOfOneEntity() {  // R-MOD-366
    let user = Samples.entity(
      "User", attributes: [Samples.attribute("name"), Samples.attribute("petName", optional: true)])
    #expect(
      Samples.model(user).versionChecksum == "u970QgYhRHEJGIt0zQr1UhuZL2ZJ1KxBS+B7rkAx0ik=")
  }

  @Test func theChecksumTakesEntitiesInNameOrder() {  // R-MOD-020, R-MOD-366
    #expect(
      Samples.model(Self.userWithPet, Self.pet).versionChecksum
        == "rzn6eNBLyn8k3AoC3kH3yymPT0vSUPaVcgi0v2SuHS8=")
  }

  @Test func theDigestCoversNamesAndHashesInNameOrder() {  // R-MOD-367
    let hashes = ["B": Data([2]), "A": Data([1])]
    let bytes = Array("A".utf8) + [1] + Array("B".utf8) + [2]
    #expect(
      VersionHash.hashesDigest(hashes) == Data(SHA2.sha512(bytes)).base64EncodedString())
  }
}
