// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The delegate of a controller, which is told of changes of its results. All of it is optional.
///
/// A class implements those methods that it wants, as on Apple's platforms, and none of `@objc`. One that
/// implements the callback with a snapshot is told nothing else; without it, and without sections, the same
/// holds for the callback with a difference; other delegates are told of every single change. Methods must
/// stand in the class that conforms or in one that it inherits from: those of its subclasses that override
/// nothing are not found. All are called on the queue of the controller's context.
///
/// ```swift
/// final class People: NSObject, NSFetchedResultsControllerDelegate {
///   func controllerDidChangeContent(
///     _ controller: NSFetchedResultsController<any NSFetchRequestResult>
///   ) {
///     print(controller.fetchedObjects?.count ?? 0)
///   }
/// }
/// ```
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  /// The results are about to change; the controller still has the former ones.
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// A section has come or gone. The controller has the new results.
  /// - Parameters:
  ///   - controller: the controller whose results have changed.
  ///   - sectionInfo: the section.
  ///   - sectionIndex: the index before the change if it has gone, else the one after it.
  ///   - type: insertion or deletion.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType)

  /// An object has come, gone or moved, or has other values. The controller has the new results.
  /// - Parameters:
  ///   - controller: the controller whose results have changed.
  ///   - anObject: the object.
  ///   - indexPath: where it was before all of the change; nil if it has come.
  ///   - type: insertion, deletion, move or update.
  ///   - newIndexPath: where it is after all of the change; nil if it has gone.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

  /// All of the change has been told.
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// Returns the index title of a section; nil for none. By default that of
  /// ``NSFetchedResultsController/sectionIndexTitle(forSectionName:)``.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?

  /// The results have changed, or were fetched: what they are now, by section names and object IDs.
  /// Updated objects are marked as to be reloaded.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

  /// The results, which have no sections, have changed. An object that moved is removed and inserted, and
  /// the two are associated; so is an updated one, which stays at its offset among the others.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
}

/// Delegates need not implement anything.
extension NSFetchedResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  /// Returns the title that the controller makes of the name.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    controller.sectionIndexTitle(forSectionName: sectionName)
  }

  /// Tells the controller that the delegate wants no snapshots.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) {
    controller.untypedResults.reporter?.noteMissing()
  }

  /// Tells the controller that the delegate wants no differences.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    controller.untypedResults.reporter?.noteMissing()
  }
}
