// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Subclasses that programs make, and those that stand for something else in their tests.
@Suite struct StandInTests {
  private final class PlainContainer: NSPersistentContainer, @unchecked Sendable {}

  private final class NamedContainer: NSPersistentContainer, @unchecked Sendable {
    override init(name: String, managedObjectModel model: NSManagedObjectModel) {
      super.init(name: name, managedObjectModel: model)
      viewContext.name = "view"
    }
  }

  private final class PreviewContainer: NSPersistentContainer, @unchecked Sendable {
    convenience init(inMemory: Bool) {
      self.init(name: "NoModelOfThisName")
      persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null")
    }
  }

  // R-PSC-640: as in Apple's article on consuming relevant store changes
  @Test func subclassesOfContainersInheritTheInitialiserWithAName() {
    #expect(PlainContainer(name: "NoModelOfThisName").name == "NoModelOfThisName")
    #expect(NamedContainer(name: "NoModelOfThisName").viewContext.name == "view")
    let preview = PreviewContainer(inMemory: true)
    #expect(preview.persistentStoreDescriptions.first?.url?.path == "/dev/null")
  }

  private final class ListController: NSFetchedResultsController<ShoppingItem> {
    var fetches = 0
    override func performFetch() throws { fetches += 1 }
  }

  private final class Follower: NSObject, NSFetchedResultsControllerDelegate {}

  @Test func aControllerWithoutARequestHasNoResults() throws {
    let controller = NSFetchedResultsController<any NSFetchRequestResult>()
    #expect(controller.fetchedObjects == nil)
    #expect(controller.sections == nil)
    #expect(controller.delegate == nil)
    #expect(throws: CocoaError.self) { try controller.performFetch() }
    let follower = Follower()
    controller.delegate = follower
    #expect(controller.delegate === follower)
    let list = ListController()
    try list.performFetch()
    #expect(list.fetches == 1)
  }

  private final class Transaction: NSPersistentHistoryTransaction, @unchecked Sendable {
    override var timestamp: Date { Date(timeIntervalSinceReferenceDate: 7) }
    override var author: String? { "app" }
  }

  private final class Result: NSPersistentHistoryResult {
    override var result: Any? { [Transaction()] }
  }

  @Test func aHistoryIsMadeOfStandIns() throws {
    let found = Result().result as? [NSPersistentHistoryTransaction]
    let transaction = try #require(found?.first)
    #expect(transaction.timestamp == Date(timeIntervalSinceReferenceDate: 7))
    #expect(transaction.author == "app")
    #expect(transaction.changes == nil)
    #expect(transaction.storeID == "")
    #expect(transaction.transactionNumber == 0)
    #expect(!transaction.description.isEmpty)
    #expect(NSPersistentHistoryResult().result == nil)
  }

  private final class Change: NSPersistentHistoryChange, @unchecked Sendable {
    // Sendable: immutable.
    private let id: NSManagedObjectID

    init(of id: NSManagedObjectID) {
      self.id = id
      super.init()
    }

    override var changedObjectID: NSManagedObjectID { id }
    override var changeType: NSPersistentHistoryChangeType { .update }
  }

  private final class Writing: NSPersistentHistoryTransaction, @unchecked Sendable {
    // Sendable: set once.
    nonisolated(unsafe) var made: [NSPersistentHistoryChange] = []
    override var changes: [NSPersistentHistoryChange]? { made }
  }

  @Test func theChangesOfAStandInAreMerged() {
    let context = ShoppingContainer().newBackgroundContext()
    let writing = Writing()
    writing.made = context.performAndWait {
      ["Milk", "Eggs"].map { Change(of: ShoppingItem(name: $0, in: context).objectID) }
    }
    #expect(Set(writing.made).count == 2)
    #expect(writing != Writing())
    let told = writing.objectIDNotification().userInfo?.values.compactMap {
      $0 as? Set<NSManagedObjectID>
    }
    let all = Set(writing.made.map(\.changedObjectID))
    #expect(told?.filter { !$0.isEmpty } == [all])
  }

  @Test func aChangeThatNobodyMadeChangesNothing() {
    let change = NSPersistentHistoryChange()
    #expect(change.changeType == .insert)
    #expect(change.changeID == 0)
    #expect(change.tombstone == nil)
    #expect(change.updatedProperties == nil)
    #expect(change.changedObjectID.persistentStore == nil)
    #expect(change.transaction?.transactionNumber == 0)
    #expect(!change.description.isEmpty)
  }

  @Test func aManagerOfMigrationsIsMadeWithoutModels() {
    let manager = NSMigrationManager()
    #expect(manager.sourceModel.entities.isEmpty)
    #expect(manager.destinationModel.entities.isEmpty)
  }

  // R-CTX-150: results of imported functions may be left alone
  @Test func resultsMayBeLeftAlone() throws {
    let context = ShoppingContainer().newBackgroundContext()
    try context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "ShoppingItem", into: context)
      let item = ShoppingItem(name: "Milk", in: context)
      context.object(with: item.objectID)
      try context.existingObject(with: item.objectID)
      #expect(context.insertedObjects.count == 2)
    }
  }
}
