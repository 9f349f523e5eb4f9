// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// Casts that programs write: of values, of collections, of what notifications carry.
@Suite struct CastTests {
  private let container = ShoppingContainer()

  private func run(_ block: (NSManagedObjectContext) throws -> Void) throws {
    let context = container.newBackgroundContext()
    try context.performAndWait { try block(context) }
  }

  // S-70, R-CTX-006
  @Test func numbersCastToEveryNumericType() throws {
    try run { context in
      let item = ShoppingItem(name: "Milk", count: 1, in: context)
      for isSaved in [false, true] {
        if isSaved {
          try context.save()
          context.refreshAllObjects()
        }
        let value = item.value(forKey: "count")
        #expect(value as? Int == 1)
        #expect(value as? Int16 == 1)
        #expect(value as? Int32 == 1)
        #expect(value as? Int64 == 1)
        #expect(value as? Double == 1)
        #expect(value as? Float == 1)
        #expect(value as? Bool == true)
        #expect((value as? NSNumber)?.intValue == 1)
        #expect(item.value(forKey: "name") as? String == "Milk")
        #expect((item.value(forKey: "name") as? NSString)?.length == 4)
        #expect(item.value(forKey: "createdAt") as? Date != nil)
      }
    }
  }

  // S-70, R-CTX-007
  @Test func collectionsCastToSwiftsAndFoundations() throws {
    try run { context in
      let list = ShoppingList(context: context)
      list.items = [ShoppingItem(name: "Milk", in: context)]
      let value = list.value(forKey: "items")
      #expect((value as? Set<NSManagedObject>)?.count == 1)
      #expect((value as? Set<ShoppingItem>)?.first?.name == "Milk")
      #expect((value as? NSSet)?.count == 1)
      #expect((value as? NSSet)?.anyObject() is ShoppingItem)
    }
  }

  // S-70, R-CTX-007, R-CTX-857
  @Test func whatNotificationsCarryCasts() throws {
    // Sendable: only the context's queue touches it, inside `save()`.
    final class Casts: @unchecked Sendable { var results: [Bool] = [] }
    try run { context in
      let casts = Casts()
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { notification in
        let inserted = notification.userInfo?[NSInsertedObjectsKey]
        casts.results = [
          (inserted as? Set<NSManagedObject>)?.count == 1,
          (inserted as? Set<ShoppingItem>)?.first?.name == "Milk",
          (inserted as? NSSet)?.count == 1,
          notification.object as? NSManagedObjectContext === context,
        ]
      }
      _ = ShoppingItem(name: "Milk", in: context)
      try context.save()
      NotificationCenter.default.removeObserver(token)
      #expect(casts.results == [true, true, true, true])
    }
  }

  // S-70, R-CTX-008, R-CTX-048
  @Test func untypedRequestsCompileAndGiveObjects() throws {
    try run { context in
      _ = ShoppingItem(name: "Milk", in: context)
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "ShoppingItem")
      let results = try context.fetch(request)
      #expect((results as? [ShoppingItem])?.first?.name == "Milk")
      #expect((results.first as? NSManagedObject)?.value(forKey: "name") as? String == "Milk")
      let inherited: NSFetchRequest<any NSFetchRequestResult> = ShoppingItem.fetchRequest()
      #expect(try context.count(for: inherited) == 1)
      try context.save()
      request.resultType = .dictionaryResultType
      #expect((try context.fetch(request) as? [[String: Any]])?.count == 1)
    }
  }

  // R-CTX-009: every specialisation is accepted where Apple asks for an untyped request.
  @Test func requestsOfAnyTypeAreAcceptedByBatchDeletion() throws {
    try run { context in
      let typed: NSFetchRequest<ShoppingItem> = ShoppingItem.fetchRequest()
      let untyped = NSFetchRequest<any NSFetchRequestResult>(entityName: "ShoppingItem")
      #expect(NSBatchDeleteRequest(fetchRequest: typed).requestType == .batchDeleteRequestType)
      #expect(NSBatchDeleteRequest(fetchRequest: untyped).requestType == .batchDeleteRequestType)
    }
  }

  // R-CTX-036: Apple's untyped forms; nothing tells what the results are
  @Test func requestsNeedNoTypeOfResults() throws {
    try run { context in
      _ = ShoppingItem(name: "Milk", in: context)
      let results = try context.fetch(NSFetchRequest(entityName: "ShoppingItem"))
      #expect((results.first as? ShoppingItem)?.name == "Milk")
      let cast = try context.fetch(NSFetchRequest(entityName: "ShoppingItem")) as? [ShoppingItem]
      #expect(cast?.count == 1)
      #expect(try context.count(for: NSFetchRequest(entityName: "ShoppingItem")) == 1)
      let deletion = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "ShoppingItem"))
      #expect(deletion.fetchRequest.entityName == "ShoppingItem")
    }
  }

  // R-CTX-012
  @Test func errorsAreCaughtInEitherForm() throws {
    try run { context in
      _ = ShoppingItem(context: context)
      do {
        try context.save()
        Issue.record("saved an item without a name")
      } catch let error as CocoaError {
        #expect(error.code == .validationMissingMandatoryProperty)
      }
      do {
        try context.save()
      } catch let error as NSError {
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.code == 1570)
      }
    }
  }

  // R-CTX-004, R-CTX-005
  @Test func whatTheFoundationOfLinuxLacksIsSupplied() {
    let manager: UndoManager = UndoManager()
    #expect(!manager.canUndo)
    #expect(NSKeyValueSetMutationKind.union.rawValue == 1)
    #expect(NSPredicate(format: "name == %@", "Milk").predicateText == "name == \"Milk\"")
    #expect(NSSortDescriptor(key: "name", ascending: true).key == "name")
    final class Described: NSManagedObject {
      @nonobjc class func label() -> String { "described" }
    }
    #expect(Described.label() == "described")
  }
}

extension NSPredicate {
  /// The format without the deprecation that Foundation marks its property with.
  fileprivate var predicateText: String { formatText }
}
