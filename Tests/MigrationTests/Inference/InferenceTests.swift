// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import Testing

@Suite struct InferenceTests {
  private func problems(_ former: String, _ present: String) -> [InferenceProblem] {
    MappingInference(from: ModelText(former).model(), to: ModelText(present).model()).problems
  }

  private func mapping(_ former: String, _ present: String) throws -> NSMappingModel {
    try NSMappingModel.inferredMappingModel(
      forSourceModel: ModelText(former).model(), destinationModel: ModelText(present).model())
  }

  // R-PSC-533
  @Test func mappingsAreNamedAfterWhatHappens() throws {
    let mapping = try mapping(
      """
      Gone
        a String
      Same
        a String
      Other
        a String
      """,
      """
      New
        a String
      Same
        a String
      Other
        b String
      """)
    #expect(
      mapping.entityMappings.map { $0.name ?? "" } == [
        "IEM_Transform_Other", "IEM_Copy_Same", "IEM_Add_New", "IEM_Remove_Gone",
      ])
    #expect(mapping.entityMappingsByName["IEM_Copy_Same"]?.mappingType == .copyEntityMappingType)
    let removed = try #require(mapping.entityMappingsByName["IEM_Remove_Gone"])
    #expect(removed.destinationEntityName == nil)
    #expect(removed.sourceEntityVersionHash != nil)
  }

  // R-PSC-533: what the mapping of an entity tells of its properties
  @Test func mappingsTellWhatBecomesOfProperties() throws {
    let mapping = try mapping(
      """
      Writer abstract
        age Int16
      Author: Writer
        alias String
        site String
        books >>> Book.author
      Book
        cover Data
        author > Author.books
        pages Int64 derived author.@count
      """,
      """
      Writer abstract
        age Int16
      Author: Writer
        alias String
        books >>> Book.author
      Book
        frontCover Data was cover
        price Double
        author > Author.books
        pages Int64 derived author.@count
      """)
    let author = try #require(mapping.entityMappingsByName["IEM_Transform_Author"]?.userInfo)
    #expect(author["mappedProperties"] as? Set<String> == ["age", "alias", "books"])
    #expect(author["addedProperties"] as? Set<String> == [])
    #expect(author["removedProperties"] as? Set<String> == ["site"])
    let book = try #require(mapping.entityMappingsByName["IEM_Transform_Book"]?.userInfo)
    #expect(book["mappedProperties"] as? Set<String> == ["frontCover", "author", "pages"])
    #expect(book["addedProperties"] as? Set<String> == ["price"])
    #expect(book["removedProperties"] as? Set<String> == [])
  }

  // R-PSC-534: the former name, the same identifier, and a chain of names.
  @Test(arguments: [
    ("A\n  x String", "B was A\n  y String was x"),
    ("B was A\n  y String was x", "C was A\n  z String was x"),
    ("B was A\n  y String was x", "C was B\n  z String was y"),
    ("B was A\n  y String was x", "B\n  y String"),
  ])
  func renamedElementsAreFound(_ former: String, _ present: String) throws {
    let mapping = try mapping(former, present)
    let entity = try #require(mapping.entityMappings.first)
    #expect(mapping.entityMappings.count == 1)
    #expect(entity.sourceEntityName != nil)
    #expect(entity.attributeMappings?.first?.valueExpression != nil)
  }

  // R-PSC-534
  @Test func namesMayBeExchanged() throws {
    let mapping = try mapping(
      "A\n  x String\n  y String", "A\n  x String was y\n  y String was x")
    let attributes = try #require(mapping.entityMappings.first?.attributeMappings)
    #expect(attributes.map { $0.valueExpression?.description } == ["$source.y", "$source.x"])
  }

  // R-PSC-534
  @Test func oneIdentifierForTwoIsAmbiguous() {
    #expect(
      problems("A\n  x String", "A\n  x String\nB was A\n  x String") == [
        .ambiguousEntities(destinations: ["A", "B"], sources: ["A"])
      ])
    #expect(
      problems("A\n  x > A", "A\n  x > A\n  y > A was x") == [
        .ambiguousProperties(entity: "A", destinations: ["x", "y"], sources: ["x"])
      ])
  }

  // R-PSC-534
  @Test func severalAttributesMayHaveOneSource() throws {
    let mapping = try mapping("A\n  x Int32", "A\n  x Int32\n  y Int64 was x\n  z Int32 was x")
    let attributes = try #require(mapping.entityMappings.first?.attributeMappings)
    #expect(
      attributes.map { $0.valueExpression?.description } == ["$source.x", "$source.x", "$source.x"])
    #expect(
      problems("A\n  x Int32", "A\n  x Int32\n  y String was x") == [
        .attributeType(entity: "A", name: "y", from: "Integer 32", to: "String")
      ])
  }

  // R-PSC-534: what is given up beside a namesake is told.
  @Test func identifiersThatNameNothingAreTold() {
    func difference(_ former: String, _ present: String) -> String {
      ModelDifference(from: ModelText(former).model(), to: ModelText(present).model()).description
    }
    let text = "its renaming identifier 'z' names nothing of the former version"
    #expect(difference("A\n  x String", "A was z\n  x String").contains(text))
    #expect(difference("A\n  x String", "A\n  x String was z").contains(text))
    #expect(!difference("A\n  x String", "B was A\n  y String was x").contains("names nothing"))
    #expect(!difference("A\n  x String", "A\n  x String\n  z Int32").contains("names nothing"))
    #expect(!difference("A\n  x > A", "A\n  x > A\n  y > A was x").contains("names nothing"))
  }

  // R-PSC-536
  @Test func whatStoresCannotDoByThemselvesIsRefused() {
    #expect(
      problems("A\n  x String", "A\n  x Int64") == [
        .attributeType(entity: "A", name: "x", from: "String", to: "Integer 64")
      ])
    #expect(
      problems("A\n  x Data", "A\n  x Data external") == [
        .externalStorage(entity: "A", name: "x", isExternal: true)
      ])
    #expect(
      problems("A\n  bs >> B\nB\n  x String", "A\n  bs > B\nB\n  x String") == [
        .toOne(entity: "A", name: "bs")
      ])
    #expect(
      problems("A\n  x String\nB\n  x String", "P\nA: P\n  x String\nB: P\n  x String") == [
        .mergedHierarchies(root: "P", sources: ["A", "B"])
      ])
    #expect(
      problems("A\n  b String\nB\n  x String", "A\n  b > B\nB\n  x String") == [
        .kind(entity: "A", name: "b")
      ])
    #expect(
      problems("A\n  b > B\nB\n  x String\nC", "A\n  b > C\nB\n  x String\nC") == [
        .destination(entity: "A", name: "b", from: "B", to: "C")
      ])
  }

  // R-PSC-536, R-PSC-537: what would be rounded or cut off is not
  @Test(arguments: [
    ("Int64", "Int32"), ("Double", "Float"), ("Int32", "Float"), ("Double", "Int64"),
    ("Int16", "Decimal"), ("Int16", "Bool"), ("Bool", "Int16"), ("Double", "Date"),
  ])
  func narrowerAndOtherNumbersAreRefused(_ former: String, _ present: String) {
    #expect(problems("A\n  x \(former)", "A\n  x \(present)").count == 1)
  }

  // R-PSC-537
  @Test func aWiderTypeOfNumbersIsATransformation() throws {
    let mapping = try mapping("A\n  x Int32", "A\n  x Int64")
    #expect(mapping.entityMappings.map(\.mappingType) == [.transformEntityMappingType])
    let attributes = mapping.entityMappings.first?.attributeMappings
    #expect(attributes?.map { $0.valueExpression?.description } == ["$source.x"])
  }

  // R-PSC-533, R-PSC-536
  @Test func theErrorNamesEntityAndProperty() throws {
    let error = #expect(throws: CocoaError.self) {
      _ = try mapping("Car\n  seats String", "Car\n  seats Int16")
    }
    #expect(error?.code == .inferredMappingModel)
    let reason = error?.userInfo["reason"] as? String ?? ""
    #expect(reason.contains("Car.seats"))
    #expect(reason.contains("Integer 16"))
  }

  // R-PSC-535
  @Test func aTransientAttributeThatIsStoredFromNowOnIsNew() throws {
    let mapping = try mapping("A\n  x String transient", "A\n  x String")
    #expect(mapping.entityMappings.first?.attributeMappings?.first?.valueExpression == nil)
  }

  @Test func aDifferenceIsReadable() {
    let difference = ModelDifference(
      from: ModelText("Car\n  name String\n  old Bool\nGone\n  x String").model(),
      to: ModelText("Auto was Car\n  name String! = x\n  seats Int16\nNew\n  x String").model())
    #expect(
      difference.description == """
        ~ Auto (was Car)
            ~ name: optional → required
            + seats: Integer 16, optional
            - old
        - Gone
        + New
        A store is migrated by itself (lightweight).
        """)
  }
}
