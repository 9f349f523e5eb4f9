// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Books in one store, and loans of them in another.
///
/// Configurations: *People* (Book, Novel, Pen), *Notes* (Loan, Audit), *Scratch* (Draft).
enum LibraryModel {
  static func make() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let book = GarageModel.entity("Book", [GarageModel.attribute("title", .string)])
    let novel = GarageModel.entity("Novel", [GarageModel.attribute("genre", .string)])
    book.subentities = [novel]
    let pen = GarageModel.entity("Pen", [GarageModel.attribute("title", .string)])
    let loan = GarageModel.entity(
      "Loan",
      [
        GarageModel.attribute("code", .string), link("book", to: "Book"),
        link("shelf", to: "Book", isToMany: true),
      ])
    let audited = link("book", to: "Book")
    audited.isOptional = false
    audited.checksExistence = true
    let audit = GarageModel.entity("Audit", [GarageModel.attribute("code", .string), audited])
    let draft = GarageModel.entity("Draft", [GarageModel.attribute("text", .string)])
    model.entities = [book, novel, pen, loan, audit, draft]
    model.setEntities([book, novel, pen], forConfigurationName: "People")
    model.setEntities([loan, audit], forConfigurationName: "Notes")
    model.setEntities([draft], forConfigurationName: "Scratch")
    return model
  }

  static func link(
    _ name: String, to entity: String?, isToMany: Bool = false
  ) -> LinkDescription {
    let link = LinkDescription()
    link.name = name
    link.destinationEntityName = entity
    link.isToMany = isToMany
    return link
  }
}

/// A library on the stores of a kind.
struct Library {
  let stack: Stack

  init(_ kind: StackKind) throws { stack = try Stack(kind, model: LibraryModel.make()) }

  /// The stores of several kinds beside one another, but no more than a test needs.
  static var pairs: [StackKind] { StackKind.everyStore.filter { $0.stores.count > 1 } }
  static var durablePairs: [StackKind] { pairs.filter(\.isDurable) }

  /// Runs a block with a new context on the same stores, opened again by another coordinator.
  func reopened(_ block: (NSManagedObjectContext) throws -> Void) throws {
    for store in stack.coordinator.persistentStores { try stack.coordinator.remove(store) }
    let other = try Stack(stack.kind, model: LibraryModel.make(), directory: stack.directory)
    try other.run(block)
  }

  var books: NSPersistentStore { stack.coordinator.persistentStores[0] }
  var loans: NSPersistentStore? { stack.coordinator.persistentStores.dropFirst().first }
}

extension NSManagedObjectContext {
  func book(_ title: String, _ entity: String = "Book") -> NSManagedObject {
    insert(entity, ["title": title])
  }

  func loan(
    _ code: String, _ book: NSManagedObject? = nil, shelf: [NSManagedObject] = []
  ) -> NSManagedObject {
    let loan = insert("Loan", ["code": code])
    loan.setValue(book, forKey: "book")
    loan.setValue(Set(shelf), forKey: "shelf")
    return loan
  }

  /// The codes of the loans that a predicate finds, in the stores and among what is pending.
  func codes(_ format: String, _ arguments: [Any], isStored: Bool = false) throws -> String {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Loan")
    request.predicate = NSPredicate(format: format, argumentArray: arguments)
    request.includesPendingChanges = !isStored
    return try fetch(request).compactMap { $0.string("code") }.sorted().joined()
  }
}

extension NSManagedObjectContext {
  func expectCodes(
    _ expected: String, _ format: String, _ arguments: Any..., isStored: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try codes(format, arguments, isStored: isStored)
    #expect(found == expected, "\(format)", sourceLocation: sourceLocation)
  }
}

extension NSManagedObject {
  func linked(_ key: String = "book") -> NSManagedObject? { value(forKey: key) as? NSManagedObject }

  var shelfTitles: String {
    objects("shelf").compactMap { $0.string("title") }.sorted().joined()
  }
}
