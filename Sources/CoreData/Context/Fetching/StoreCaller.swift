// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Whose work a store call does: a client store is told the context, gets the request as the client
/// made it, and the objects of a save. Set for the calling thread while the call lasts, and only
/// when a coordinator has such a store.
struct StoreCaller {
  /// Nil for a fetch that runs beside its context's queue.
  let context: NSManagedObjectContext?
  /// What is being fetched; nil for a read that no fetch request asks for.
  var question: FetchSpecification?
  /// What is being saved.
  var save: SavedObjects?

  @TaskLocal private static var box: Transferable<StoreCaller>?

  static var current: StoreCaller? { box?.value }

  func calling<T>(_ body: () throws -> T) rethrows -> T {
    try StoreCaller.$box.withValue(Transferable(self), operation: body)
  }
}

/// The objects of a save by their permanent keys.
struct SavedObjects {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  var locked: [NSManagedObject] = []
  /// What keeps objects that are in no client's context.
  var keeper: NSManagedObjectContext?
  /// Where stores leave what they have set on the objects; nil for objects of no client's.
  var revised: RevisedRows?

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && locked.isEmpty
  }

  /// Those of one store.
  func inStore(_ ordinal: Int) -> SavedObjects {
    func own(_ objects: [NSManagedObject]) -> [NSManagedObject] {
      objects.filter { $0.key.store == ordinal }
    }
    return SavedObjects(
      inserted: own(inserted), updated: own(updated), deleted: own(deleted), locked: own(locked),
      revised: revised)
  }
}

extension NSManagedObjectContext {
  /// Runs a read of this context, telling client stores that it is its own.
  @inline(__always)
  final func reading<T>(_ body: () throws -> T) rethrows -> T {
    guard let coordinator, coordinator.hasCustomStores else { return try body() }
    return try readingFromCustomStores(body)
  }

  private final func readingFromCustomStores<T>(_ body: () throws -> T) rethrows -> T {
    if StoreCaller.current?.context === self { return try body() }
    return try StoreCaller(context: self).calling(body)
  }
}

extension FetchOperation {
  /// Runs a part of the fetch, telling client stores what the client asked for.
  ///
  /// - Parameter isWhole: whether the request's predicate is left to the context.
  func asking<T>(ignoringPredicate isWhole: Bool = false, _ body: () throws -> T) rethrows -> T {
    guard coordinator.hasCustomStores else { return try body() }
    var question = specification
    if isWhole {
      question.predicate = nil
    } else if let predicate = specification.predicate, let test = lowered.test,
      PredicateNode(predicate) != test
    {
      // With constants of the attributes' types, as the library's own stores are asked.
      question.predicate = test.makePredicate()
    }
    return try StoreCaller(context: context, question: question).calling(body)
  }
}
