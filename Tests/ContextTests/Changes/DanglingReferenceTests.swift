// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// New relationships to objects that are deleted (R-CTX-382).
@Suite struct DanglingReferenceTests {
  /// Orders lead to their customer by relationships without inverses.
  private static func model() -> NSManagedObjectModel {
    let customer = GarageModel.entity("Customer", [GarageModel.attribute("name", .string)])
    let order = GarageModel.entity(
      "Order",
      [
        GarageModel.attribute("name", .string), lone("customer", to: customer, isOptional: false),
        lone("referrer", to: customer), lone("readers", to: customer, many: true),
      ])
    let model = NSManagedObjectModel()
    model.entities = [customer, order]
    return model
  }

  private static func lone(
    _ name: String, to destination: NSEntityDescription, many: Bool = false, isOptional: Bool = true
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = many ? 0 : 1
    relationship.isOptional = isOptional
    return relationship
  }

  private func refuses(
    _ context: NSManagedObjectContext, _ key: String, of owner: NSManagedObject,
    to destination: NSManagedObject
  ) {
    let error = failure { try context.save() }
    #expect(error?.code == .managedObjectValidation)
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == key)
    #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === owner)
    #expect(error?.userInfo[NSValidationValueErrorKey] as? NSManagedObject === destination)
    #expect(error?.localizedDescription.contains("Dangling reference") == true)
    #expect(context.hasChanges)
  }

  // R-CTX-382
  @Test(arguments: StackKind.singles, ["customer", "referrer"])
  func aNewOwnerIsNotSavedWithoutItsDestination(_ kind: StackKind, _ key: String) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      let (kept, gone) = (context.insert("Customer", [:]), context.insert("Customer", [:]))
      try context.save()
      let order = context.insert("Order", ["customer": kept])
      order.setValue(gone, forKey: key)
      context.delete(gone)
      refuses(context, key, of: order, to: gone)
      order.setValue(kept, forKey: key)
      try context.save()
    }
    let customers = try stack.run { try $0.all("Customer").count }
    #expect(customers == 1)
    #expect(try stack.run { try $0.only("Order").value(forKey: key) != nil })
  }

  // R-CTX-382: an object that was never stored.
  @Test(arguments: StackKind.singles)
  func anOwnerOfOneThatWasInsertedAndDeletedIsNotSaved(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      let gone = context.insert("Customer", [:])
      let order = context.insert("Order", ["customer": gone])
      context.processPendingChanges()
      context.delete(gone)
      context.processPendingChanges()
      refuses(context, "customer", of: order, to: gone)
    }
  }

  // R-CTX-382
  @Test(arguments: StackKind.singles)
  func aDeletedMemberIsNotAdded(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      let (kept, gone) = (context.insert("Customer", [:]), context.insert("Customer", [:]))
      let order = context.insert("Order", ["customer": kept])
      try context.save()
      order.setValue([gone, kept] as Set, forKey: "readers")
      context.delete(gone)
      refuses(context, "readers", of: order, to: gone)
      order.setValue([kept] as Set, forKey: "readers")
      try context.save()
    }
    #expect(try stack.run { try $0.only("Order").objects("readers").count } == 1)
  }

  // R-CTX-382, R-CTX-414: what is stored and unchanged is the client's affair.
  @Test(arguments: StackKind.singles)
  func anOwnerThatChangesOtherwiseIsSaved(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      let customer = context.insert("Customer", [:])
      let order = context.insert("Order", ["customer": customer])
      try context.save()
      context.delete(customer)
      order.setValue("late", forKey: "name")
      try context.save()
    }
    #expect(try stack.run { try $0.only("Order").string("name") } == "late")
  }

  // R-CTX-382: setting what is stored is no change of what is stored, nor is overwriting with it.
  @Test(arguments: StackKind.singles)
  func anOwnerWithTheSameDestinationIsSaved(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      let customer = context.insert("Customer", [:])
      let order = context.insert("Order", ["customer": customer])
      try context.save()
      order.setValue(customer, forKey: "customer")
      order.setValue("late", forKey: "name")
      context.delete(customer)
      try stack.elsewhere("Order", ["name": "theirs"])
      context.mergePolicy = NSMergePolicy.overwrite
      try context.save()
      #expect(!context.hasChanges)
    }
    try stack.run { context in
      let order = try context.only("Order")
      #expect(order.string("name") == "late")
      #expect(order.value(forKey: "customer") != nil)
    }
  }

  // R-CTX-382, R-CTX-810: what the child keeps can be taken away later.
  @Test(arguments: StackKind.singles)
  func aChildsReferenceThatWasSetAgainCanBeCleared(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { parent in
      let customer = parent.insert("Customer", [:])
      let order = parent.insert("Order", ["customer": customer, "referrer": customer])
      try parent.save()
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = parent
      try child.performAndWait {
        let (mine, its) = (
          child.object(with: order.objectID), child.object(with: customer.objectID)
        )
        mine.setValue(its, forKey: "referrer")
        mine.setValue("late", forKey: "name")
        child.delete(its)
        try child.save()
        mine.setValue(nil, forKey: "referrer")
        try child.save()
      }
      #expect(order.value(forKey: "referrer") == nil)
      #expect(order.string("name") == "late")
    }
  }

  // R-CTX-382: one that the parent has only, and deletes.
  @Test(arguments: StackKind.singles)
  func whatAChildRelatesToAnObjectThatVanishedIsRefused(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { parent in
      let customer = parent.insert("Customer", [:])
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = parent
      child.performAndWait {
        _ = child.insert("Order", ["customer": child.object(with: customer.objectID)])
      }
      parent.delete(customer)
      parent.processPendingChanges()
      child.performAndWait {
        guard failure({ try child.save() }) == nil else { return }
        parent.performAndWait {
          #expect(failure { try parent.save() } != nil)
        }
      }
    }
  }

  // R-CTX-382, 412
  @Test(arguments: StackKind.everyStore)
  func aNewMemberOfAnOwnerWhoseRowIsGoneStays(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { context in
      let owner = context.part("owner")
      try context.save()
      let permanent = owner.objectID
      context.reset()
      try stack.run { other in
        other.delete(try other.only("Part"))
        try other.save()
      }
      let part = context.part("new")
      part.setValue([context.object(with: permanent)] as Set, forKey: "parents")
      try context.save()
      #expect(part.objects("parents").isEmpty)
    }
    #expect(try stack.run { try $0.only("Part").string("name") } == "new")
  }

  // R-CTX-382, R-CTX-810
  @Test(arguments: StackKind.singles)
  func aChildHandsNoDanglingReferenceOn(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { parent in
      let customer = parent.insert("Customer", [:])
      try parent.save()
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = parent
      child.performAndWait {
        let gone = child.object(with: customer.objectID)
        let order = child.insert("Order", ["customer": gone])
        child.delete(gone)
        refuses(child, "customer", of: order, to: gone)
      }
      #expect(!parent.hasChanges)
    }
  }

  // R-CTX-382, 411: the row is found to be gone when the inverse is followed.
  @Test(arguments: StackKind.everyStore)
  func anObjectWhoseRowIsGoneIsLeft(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let id = try context.onlyRecord("Person").objectID
      let car = try context.onlyRecord("Car")
      car.setValue(nil, forKey: "owner")
      try context.save()
      context.reset()
      try stack.deleteElsewhere("Person")
      let mine = try context.onlyRecord("Car")
      mine.setValue(context.object(with: id), forKey: "owner")
      try context.save()
      #expect(mine.value(forKey: "owner") == nil)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-631, 411
  @Test(
    arguments: StackKind.everyStore,
    [NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType])
  func anObjectThatGoesByThePolicyIsLeft(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      let other = context.car("B2")
      try context.save()
      ada.setValue("Countess", forKey: "lastName")
      other.setValue(ada, forKey: "owner")
      try stack.deleteElsewhere("Person")
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(ada.managedObjectContext == nil)
      #expect(other.value(forKey: "owner") == nil)
      #expect(!context.hasChanges)
    }
    let owned = try stack.run { try $0.all("Car").count { $0.value(forKey: "owner") != nil } }
    #expect(owned == 0)
  }
}
