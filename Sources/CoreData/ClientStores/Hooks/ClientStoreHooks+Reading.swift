// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Reads: client stores are told whose they are, and asked in the words of the API.
extension ClientStoreHooks {
  /// Runs a read of a context as its own.
  func reading<T>(for context: NSManagedObjectContext, _ body: () throws -> T) rethrows -> T {
    if StoreCaller.current?.context === context { return try body() }
    return try StoreCaller(context: context).calling(body)
  }

  /// Runs a part of a fetch, with what the client asked for.
  /// - Parameter context: nil for a fetch that runs beside its context's queue.
  func asking<T>(
    _ question: FetchSpecification, for context: NSManagedObjectContext?, _ body: () throws -> T
  ) rethrows -> T {
    try StoreCaller(context: context, question: question).calling(body)
  }

  /// True: a client store is asked for each row by itself, so that reading keys first and the
  /// missing rows after them does not pay.
  var readsRowByRow: Bool { true }

  /// True: a client store may register an object while it is asked for that object's row.
  var mayRegisterWhileReading: Bool { true }

  /// True: the versions of a client store may be anything, so that only the store knows which
  /// of two rows is the newer one.
  var decidesWhatIsNewest: Bool { true }

  /// The dictionaries that a fetch asks for, from the one store that has its entity, if that is an
  /// incremental store which answers exactly (R-PSC-443); nil: they are computed from objects.
  func dictionaries(for operation: FetchOperation) throws -> [NSDictionary]? {
    let query = operation.lowered.query
    let asked = coordinator.router.stores.filter {
      (operation.scope.stores?.contains($0.ordinal) ?? true)
        && $0.supportedEntities.intersects(query.concreteEntities)
    }
    guard asked.count == 1, let backend = asked[0].backend as? IncrementalBackend else {
      return nil
    }
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.specification = operation.specification
    request.specification.entity = coordinator.entities[query.entity]
    request.specification.entityName = nil
    guard backend.store.answersExactly(request) else { return nil }
    let answer = try coordinator.answer(request, of: backend.store, for: operation.context)
    guard let dictionaries = answer as? [NSDictionary] ?? bridged(answer) else {
      throw WrongAnswer.error(
        "execute(_:with:) of \(type(of: backend.store)) answered a fetch for dictionaries with "
          + "\(answer). It answers with an array of dictionaries.", of: backend.store)
    }
    return dictionaries
  }

  private func bridged(_ answer: Any) -> [NSDictionary]? {
    (answer as? [[String: Any]])?.map { NSDictionary(dictionary: $0) }
  }
}
