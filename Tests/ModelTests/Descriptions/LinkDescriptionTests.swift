// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The description of a link. R-PSC-965
@Suite struct LinkDescriptionTests {
  private func link(_ name: String = "book", isToMany: Bool = false) -> LinkDescription {
    let link = LinkDescription()
    link.name = name
    link.destinationEntityName = "Book"
    link.isToMany = isToMany
    return link
  }

  private func model(_ property: NSPropertyDescription) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let book = GarageModel.entity("Book", [GarageModel.attribute("title", .string)])
    let loan = GarageModel.entity("Loan", [property])
    loan.subentities = [GarageModel.entity("LongLoan", [])]
    model.entities = [book, loan] + loan.subentities
    return model
  }

  @Test func aLinkIsAnAttributeOfATypeThatEveryStoreHas() {
    let link = link()
    #expect(link.type == .uri)
    #expect(link.isIndexed)
    link.isToMany = true
    #expect(link.type == .string)
    #expect(!link.isIndexed)
    link.type = .integer16
    #expect(link.type == .string)
    #expect(link.destinationEntity == nil)
    #expect(!link.checksExistence)
  }

  @Test func theVersionHashIsThatOfTheAttribute() {
    for isToMany in [false, true] {
      let attribute = GarageModel.attribute("book", isToMany ? .string : .uri)
      let (plain, linked) = (model(attribute), model(link(isToMany: isToMany)))
      #expect(plain.entityVersionHashesByName == linked.entityVersionHashesByName)
    }
  }

  @Test func copiesAreEqualAndOfTheirOwn() throws {
    let model = model(link())
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy == model)
    let copied = try #require(
      copy.entitiesByName["Loan"]?.propertiesByName["book"] as? LinkDescription)
    #expect(copied.destinationEntity === copy.entitiesByName["Book"])
    let inherited = copy.entitiesByName["LongLoan"]?.propertiesByName["book"]
    #expect((inherited as? LinkDescription)?.destinationEntityName == "Book")
    copied.checksExistence = true
    #expect(copy != model)
    copied.checksExistence = false
    #expect(copy == model)
    copied.destinationEntity = copy.entitiesByName["Loan"]
    #expect(copied.destinationEntityName == "Loan")
    #expect(copy != model)
  }

  @Test func aModelFileDeclaresLinksByUserInfo() throws {
    let file = try ModelFile()
    let entry = "<userInfo><entry key=\"linkDestination\" value=\"Book\"/></userInfo>"
    let checked =
      "<userInfo><entry key=\"linkDestination\" value=\"Book\"/>"
      + "<entry key=\"linkChecksExistence\" value=\"YES\"/></userInfo>"
    let url = try file.write(
      ModelFile.entity(
        "Loan",
        content:
          "<attribute name=\"book\" optional=\"YES\" attributeType=\"URI\">\(checked)</attribute>"
          + "<attribute name=\"shelf\" optional=\"YES\" attributeType=\"String\">\(entry)</attribute>"
      )
        + ModelFile.entity("Book", content: ""))
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    let properties = try #require(model.entitiesByName["Loan"]?.propertiesByName)
    let book = try #require(properties["book"] as? LinkDescription)
    let shelf = try #require(properties["shelf"] as? LinkDescription)
    #expect(book.destinationEntityName == "Book")
    #expect(book.checksExistence)
    #expect(!book.isToMany)
    #expect(shelf.isToMany)
    #expect(!shelf.checksExistence)
  }
}
