// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// One execution of a request by a coordinator, for a context (R-PSC-290).
struct CoordinatorRequest {
  private let request: NSPersistentStoreRequest
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(
    _ request: NSPersistentStoreRequest, for context: NSManagedObjectContext,
    in coordinator: NSPersistentStoreCoordinator
  ) throws {
    ConcurrencyCheck.require(context, "execute(_:with:)")
    guard context.persistentStoreCoordinator === coordinator else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "execute(_:with:) was given a context of another coordinator. Pass one whose "
          + "persistentStoreCoordinator, or whose parents', is this one.")
    }
    self.request = request
    self.context = context
    self.coordinator = coordinator
  }

  func run() throws -> Any {
    if let fetch = request.fetchSpecification { return try results(of: fetch) }
    if let save = request as? NSSaveChangesRequest {
      try write(save)
      return [Any]()
    }
    return try request.run(in: context) ?? StoreAnswers(request, for: context).all()
  }

  // MARK: - Fetching

  /// Returns the stored results, without the context's pending changes.
  private func results(of fetch: FetchSpecification) throws -> Any {
    var fetch = fetch
    fetch.includesPendingChanges = false
    switch fetch.resultType {
    case .managedObjectIDResultType: return try results(of: fetch, as: NSManagedObjectID.self)
    case .dictionaryResultType: return try results(of: fetch, as: NSDictionary.self)
    case .countResultType: return try results(of: fetch, as: NSNumber.self)
    default: return try results(of: fetch, as: NSManagedObject.self)
    }
  }

  private func results<T>(of fetch: FetchSpecification, as: T.Type) throws -> [T] {
    let request = NSFetchRequest<T>()
    request.specification = fetch
    request.affectedStores = self.request.affectedStores
    return try context.typedResults(of: request)
  }

  // MARK: - Saving

  private func writeMetadata() throws {
    guard let stores = coordinator.clientStores else {
      _ = try coordinator.commit(ChangeSet())
      return
    }
    _ = try stores.saving(SavedObjects(), of: context) { try coordinator.commit(ChangeSet()) }
  }

  /// A request without objects writes the metadata; one with all that is pending saves the context.
  private func write(_ save: NSSaveChangesRequest) throws {
    guard save.hasObjects else {
      return try writeMetadata()
    }
    guard context.parentContext == nil, save.isOfAllChanges(of: context.tracker),
      (save.lockedObjects ?? []).allSatisfy({ $0.managedObjectContext === context })
    else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "A save request is executed for all pending changes of a context, and without a "
          + "parent. To save a part of them, make those changes in a context of their own.")
    }
    save.lockedObjects?.forEach(context.detectConflicts)
    try context.save()
  }
}

extension NSSaveChangesRequest {
  fileprivate final var hasObjects: Bool {
    [insertedObjects, updatedObjects, deletedObjects, lockedObjects].contains { $0 != nil }
  }

  /// Objects that were never saved and are deleted again may be among them or not.
  fileprivate final func isOfAllChanges(of tracker: ChangeTracker) -> Bool {
    let inserted = insertedObjects ?? []
    let deleted = deletedObjects ?? []
    let forgotten = Set(tracker.deleted).intersection(tracker.inserted)
    return inserted.subtracting(forgotten) == Set(tracker.savedInserts)
      && (updatedObjects ?? []) == Set(tracker.savedUpdates)
      && deleted.subtracting(forgotten) == Set(tracker.savedDeletes)
  }
}

/// `execute(_:)`: requests that are not for the context but for the stores (R-CTX-540).
enum RequestExecution {
  static func run(
    _ request: NSPersistentStoreRequest, in context: NSManagedObjectContext
  ) throws -> NSPersistentStoreResult {
    ConcurrencyCheck.require(context, "execute(_:)")
    if request.fetchSpecification != nil || request is NSSaveChangesRequest {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "execute(_:) does not take a \(type(of: request)). Use fetch(_:) to fetch and "
          + "save() to save.")
    }
    return try request.run(in: context) ?? StoreAnswers(request, for: context).result()
  }
}
