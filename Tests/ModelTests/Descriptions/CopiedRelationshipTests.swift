// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// Models in code whose entities are given copies of the relationships that were set as inverses.
@Suite struct CopiedRelationshipTests {
  private static func model() -> NSManagedObjectModel {
    let (shelf, book) = (NSEntityDescription(), NSEntityDescription())
    (shelf.name, book.name) = ("Shelf", "Book")
    let (books, place) = (NSRelationshipDescription(), NSRelationshipDescription())
    (books.name, books.destinationEntity, books.deleteRule) = ("books", book, .cascadeDeleteRule)
    (place.name, place.destinationEntity, place.maxCount) = ("shelf", shelf, 1)
    (books.inverseRelationship, place.inverseRelationship) = (place, books)
    if let copy = books.copy() as? NSPropertyDescription { shelf.properties = [copy] }
    if let copy = place.copy() as? NSPropertyDescription { book.properties = [copy] }
    let model = NSManagedObjectModel()
    model.entities = [shelf, book]
    return model
  }

  // R-MOD-146
  @Test func theInverseIsTheDestinationsOfThatName() throws {
    let model = Self.model()
    let books = try #require(model.entitiesByName["Shelf"]?.relationshipsByName["books"])
    let place = try #require(model.entitiesByName["Book"]?.relationshipsByName["shelf"])
    #expect(books.inverseRelationship === place)
    #expect(place.inverseRelationship === books)
  }

  // R-MOD-146
  @Test(arguments: StackKind.singles) func inversesAreMaintained(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      let (shelf, book) = (context.insert("Shelf", [:]), context.insert("Book", [:]))
      book.setValue(shelf, forKey: "shelf")
      #expect((shelf.value(forKey: "books") as? Set<NSManagedObject>) == [book])
      try context.save()
    }
    try stack.run { context in
      let shelf = try context.only("Shelf")
      #expect((shelf.value(forKey: "books") as? Set<NSManagedObject>)?.count == 1)
      context.delete(shelf)
      try context.save()
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 0)
    }
  }

  // R-CTX-152: an object makes use of its model
  @Test func objectsAreMadeWithoutACoordinator() throws {
    let model = GarageModel.make()
    let entity = try #require(model.entitiesByName["Person"])
    let person = withExtendedLifetime(model) { NSManagedObject(entity: entity, insertInto: nil) }
    person.setValue("Ada", forKey: "firstName")
    #expect(person.value(forKey: "firstName") as? String == "Ada")
    #expect(person.value(forKey: "age") as? Int == 18)
    #expect(person.entity === entity)
    #expect(person.objectID.isTemporaryID)
  }
}
