// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a save says of links, and of relationships where links belong. R-PSC-965, R-PSC-210
@Suite struct LinkValidationTests {
  private func reason(_ error: CocoaError?) -> String {
    let info = error?.userInfo ?? [:]
    return info[NSLocalizedDescriptionKey] as? String ?? info["reason"] as? String ?? "\(info)"
  }

  @Test(arguments: StackKind.everyStore)
  func anObjectOfAnotherEntityIsRefused(_ kind: StackKind) throws {
    try Library(kind).stack.run { context in
      let loan = context.insert("Loan", ["code": "a", "book": context.insert("Pen")])
      let error = failure { try context.save() }
      #expect(error?.code == .managedObjectValidation)
      #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "book")
      #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === loan)
      #expect(reason(error).contains("book of Loan"))
      #expect(reason(error).contains("Pen"))
      try context.expectCodes("", "code == 'a'", isStored: true)
      loan.setValue(context.book("E", "Novel"), forKey: "book")
      try context.save()
    }
  }

  @Test(arguments: StackKind.everyStore)
  func existenceIsCheckedWhereTheModelSaysSo(_ kind: StackKind) throws {
    let library = try Library(kind)
    try library.stack.run { context in
      let book = context.book("E")
      let audit = context.insert("Audit", ["code": "x", "book": book])
      try context.save()
      context.delete(book)
      try context.save()
      // Broken since: no reason to refuse other changes.
      audit.setValue("y", forKey: "code")
      try context.save()
      let uri = book.objectID.uriRepresentation()
      _ = context.insert("Audit", ["code": "z", "book": uri])
      let error = failure { try context.save() }
      #expect(error?.code == .managedObjectValidation)
      #expect(reason(error).contains("book of Audit"))
      #expect(reason(error).contains(uri.absoluteString))
      context.rollback()
      _ = context.insert("Loan", ["code": "b", "book": uri])
      try context.save()
    }
  }

  @Test func aMandatoryLinkMustBeSet() throws {
    try Library(StackKind.singles[0]).stack.run { context in
      let audit = context.insert("Audit", ["code": "x"])
      let error = failure { try context.save() }
      #expect(error?.code == .validationMissingMandatoryProperty)
      #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "book")
      var value: Any? = context.insert("Pen")
      #expect(failure { try audit.validateValue(&value, forKey: "book") } != nil)
      value = context.book("E")
      try audit.validateValue(&value, forKey: "book")
    }
  }

  @Test func aLinkNeedsADestination() throws {
    for name in [nil, "Nowhere"] {
      let model = NSManagedObjectModel()
      let entity = GarageModel.entity("Loan", [LibraryModel.link("book", to: name)])
      model.entities = [entity]
      let error = failure {
        _ = try Stack(StackKind(name: "", stores: [(NSInMemoryStoreType, nil)]), model: model)
      }
      #expect(reason(error).contains("Loan.book"))
      #expect(reason(error).contains(name ?? "no destination"))
    }
  }

  // R-PSC-210
  @Test(arguments: StackKind.everyStore.filter { $0.stores.count > 1 })
  func aRelationshipAcrossStoresNamesBothAndThePropertyBeforeAnythingIsWritten(
    _ kind: StackKind
  ) throws {
    let stack = try Stack(kind, model: crossingModel())
    try stack.run { context in
      let box = context.insert("Box")
      let label = context.insert("Label", ["box": box])
      let error = failure { try context.save() }
      #expect(error?.code == .managedObjectExternalRelationship)
      let stores = stack.coordinator.persistentStores
      for store in stores.prefix(2) {
        let name = try #require(store.url?.lastPathComponent)
        #expect(reason(error).contains("\(name) (\(store.type))"), "\(reason(error))")
      }
      #expect(reason(error).contains("Box"))
      #expect(reason(error).contains("Label"))
      let affected = error?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
      #expect(Set(affected ?? []) == Set(stores.prefix(2)))
      let key = error?.userInfo[NSValidationKeyErrorKey] as? String
      #expect(["box", "labels"].contains(key))
      #expect(label.objectID.isTemporaryID)
      #expect(context.hasChanges)
    }
    try stack.run { context in
      let stored = try context.all("Box") + context.all("Label")
      #expect(stored.isEmpty)
    }
  }

  private func crossingModel() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let box = GarageModel.entity("Box", [GarageModel.attribute("name", .string)])
    let label = GarageModel.entity("Label", [GarageModel.attribute("name", .string)])
    let draft = GarageModel.entity("Draft", [GarageModel.attribute("text", .string)])
    GarageModel.relate(
      box, name: "labels", many: true, rule: .nullifyDeleteRule, to: label, inverseName: "box",
      many: false)
    model.entities = [box, label, draft]
    model.setEntities([box], forConfigurationName: "People")
    model.setEntities([label], forConfigurationName: "Notes")
    model.setEntities([draft], forConfigurationName: "Scratch")
    return model
  }
}
