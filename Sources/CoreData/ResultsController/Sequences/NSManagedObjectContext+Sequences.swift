// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The results of requests as sequences that follow the context. Our addition.
///
/// The request is copied: changing it later has no effect.
extension NSManagedObjectContext {
  /// Returns the IDs of a request's objects in their order: an element when objects come, go or move.
  ///
  /// ```swift
  /// for try await ids in context.identifiers(of: request) {
  ///   print(ids.count)
  /// }
  /// ```
  public func identifiers<T: NSManagedObject>(
    of request: NSFetchRequest<T>
  ) -> FetchedSnapshots<[NSManagedObjectID]> {
    values(of: request) { $0.objectID }
  }

  /// Returns values made of a request's results, objects or dictionaries: an element when they differ.
  ///
  /// ```swift
  /// for try await names in context.values(of: request, { $0.name }) {
  ///   print(names)
  /// }
  /// ```
  ///
  /// Dictionaries tell what is stored, so they change with saves.
  /// - Parameters:
  ///   - request: made anew after changes that may concern it.
  ///   - transform: makes a value of a result; called on the context's queue.
  public func values<T, Value: Sendable & Equatable>(
    of request: NSFetchRequest<T>, _ transform: @escaping @Sendable (T) throws -> Value
  ) -> FetchedSnapshots<[Value]> {
    sequence(of: request, isSame: { $0 == $1 }) { context, request in
      try context.fetch(request).map(transform)
    }
  }

  /// Returns how many results a request has: an element when that is another number.
  public func counts<T>(of request: NSFetchRequest<T>) -> FetchedSnapshots<Int> {
    sequence(of: request, isSame: { $0 == $1 }) { context, request in
      try context.count(for: request)
    }
  }

  /// Returns the IDs of a request's objects in sections: an element when objects come, go, move or change
  /// their section.
  /// - Parameters:
  ///   - request: with one sort descriptor at least.
  ///   - sectionNameKeyPath: to the section names of objects, as a controller's; nil for one section.
  public func snapshots<T: NSManagedObject>(
    of request: NSFetchRequest<T>, sectionNameKeyPath: String? = nil
  ) -> FetchedSnapshots<NSDiffableDataSourceSnapshot<String, NSManagedObjectID>> {
    sequence(of: request, isSame: { $0 == $1 }) { context, request in
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context,
        sectionNameKeyPath: sectionNameKeyPath, cacheName: nil)
      try controller.performFetch()
      var snapshot = NSDiffableDataSourceSnapshot<String, NSManagedObjectID>()
      snapshot.contents = (controller.untypedResults.sections ?? []).map { section in
        NSDiffableDataSourceSnapshot<String, NSManagedObjectID>.Section(
          identifier: section.name,
          items: (section.objects ?? []).compactMap { ($0 as? NSManagedObject)?.objectID })
      }
      return snapshot
    }
  }

  private final func sequence<T, Element: Sendable>(
    of request: NSFetchRequest<T>, isSame: @escaping @Sendable (Element, Element) -> Bool,
    _ fetch: @escaping @Sendable (NSManagedObjectContext, NSFetchRequest<T>) throws -> Element
  ) -> FetchedSnapshots<Element> {
    // Transferable: a copy that is used on the context's queue only.
    let copy = Transferable(request.copy() as? NSFetchRequest<T> ?? request)
    return FetchedSnapshots(self, isSame: isSame) { [unowned self] in try fetch(self, copy.value) }
  }
}
