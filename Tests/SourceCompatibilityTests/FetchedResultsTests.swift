// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Lists as client code shows them.
@Suite struct FetchedResultsTests {
  private let container = ShoppingContainer()

  // R-REQ-250, R-REQ-262, R-REQ-275
  @Test func aTableFollowsItsItems() throws {
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let milk = ShoppingItem(name: "Milk", in: context)
      try context.save()
      let list = ShoppingListController(context: context)
      #expect(list.numberOfSections == 1)
      #expect(list.numberOfRows(inSection: 0) == 1)
      _ = ShoppingItem(name: "Bread", in: context)
      milk.count = 2
      context.processPendingChanges()
      #expect(list.told == ["beginUpdates", "insert 0", "reload 0 Milk", "endUpdates 2"])
      #expect(list.title(at: IndexPath(row: 1, section: 0)) == "Milk")
      list.delete(at: IndexPath(row: 0, section: 0))
      context.processPendingChanges()
      #expect(list.told.suffix(3) == ["beginUpdates", "delete 0", "endUpdates 1"])
    }
  }

  // R-REQ-285
  @Test func aDiffableTableTakesSnapshots() throws {
    final class Table: NSObject, NSFetchedResultsControllerDelegate {
      var shown = NSDiffableDataSourceSnapshot<String, NSManagedObjectID>()

      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
      ) {
        shown = snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>
      }
    }
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let request: NSFetchRequest<ShoppingItem> = ShoppingItem.fetchRequest()
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      let table = Table()
      controller.delegate = table
      try controller.performFetch()
      #expect(table.shown.numberOfItems == 0)
      let milk = ShoppingItem(name: "Milk", in: context)
      context.processPendingChanges()
      #expect(table.shown.itemIdentifiers == [milk.objectID])
    }
  }
}
