// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A list's controller as clients write it for a table: rows and sections that are inserted and deleted.
final class ShoppingListController: NSObject {
  private let context: NSManagedObjectContext
  /// What a table would be told.
  private(set) var told: [String] = []

  init(context: NSManagedObjectContext) {
    self.context = context
    super.init()
  }

  lazy var fetchedResultsController: NSFetchedResultsController<ShoppingItem> = {
    let fetchRequest: NSFetchRequest<ShoppingItem> = ShoppingItem.fetchRequest()
    fetchRequest.fetchBatchSize = 20
    let sortDescriptor = NSSortDescriptor(key: #"name"#, ascending: true)
    fetchRequest.sortDescriptors = [sortDescriptor]
    let controller = NSFetchedResultsController(
      fetchRequest: fetchRequest, managedObjectContext: context, sectionNameKeyPath: nil,
      cacheName: nil)
    controller.delegate = self
    do {
      try controller.performFetch()
    } catch {
      let nserror = error as NSError
      fatalError("Unresolved error \(nserror), \(nserror.userInfo)")
    }
    return controller
  }()

  var numberOfSections: Int { fetchedResultsController.sections?.count ?? 0 }

  func numberOfRows(inSection section: Int) -> Int {
    guard let sectionInfo = fetchedResultsController.sections?[section] else { return 0 }
    return sectionInfo.numberOfObjects
  }

  func title(at indexPath: IndexPath) -> String {
    let item = fetchedResultsController.object(at: indexPath)
    return item.name
  }

  func delete(at indexPath: IndexPath) {
    context.delete(fetchedResultsController.object(at: indexPath))
  }
}

extension ShoppingListController: NSFetchedResultsControllerDelegate {
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    told.append("beginUpdates")
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    switch type {
    case .insert: told.append("insertSections \(sectionIndex)")
    case .delete: told.append("deleteSections \(sectionIndex)")
    default: return
    }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    guard controller == fetchedResultsController else { return }
    switch type {
    case .insert:
      guard let newIndexPath else { return }
      told.append("insert \(newIndexPath.row)")
    case .delete:
      guard let indexPath = indexPath else { return }
      told.append("delete \(indexPath.row)")
    case .update:
      guard let item = anObject as? ShoppingItem, let indexPath else { return }
      told.append("reload \(indexPath.row) \(item.name)")
    case .move:
      guard let indexPath, let newIndexPath else { return }
      told.append("move \(indexPath.row) \(newIndexPath.row)")
    @unknown default: break
    }
  }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    told.append("endUpdates \(controller.fetchedObjects?.count ?? 0)")
  }
}
