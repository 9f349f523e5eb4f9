// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Reads: client stores are told whose they are, and asked in the words of the API.
extension ClientStoreHooks {
  func reading<T>(for context: NSManagedObjectContext, _ body: () throws -> T) rethrows -> T {
    if StoreCaller.current?.context === context { return try body() }
    return try StoreCaller(context: context).calling(body)
  }

  func asking<T>(
    _ question: FetchSpecification, for context: NSManagedObjectContext?, _ body: () throws -> T
  ) rethrows -> T {
    try StoreCaller(context: context, question: question).calling(body)
  }

  var readsRowByRow: Bool { true }
  var mayRegisterWhileReading: Bool { true }
  var decidesWhatIsNewest: Bool { true }

  func expireRecords(of keys: [ObjectKey]) {
    for key in keys where !key.isTemporary {
      let backend = coordinator.router.store(key.store)?.backend as? IncrementalBackend
      backend?.cache.expire(key)
    }
  }

  /// The dictionaries that a fetch asks for, from the one store that has its entity, if that is an
  /// incremental store which answers exactly (R-PSC-443); nil: they are computed from objects.
  func dictionaries(
    for specification: FetchSpecification, _ query: Query, in stores: [Int]?,
    of context: NSManagedObjectContext
  ) throws -> [NSDictionary]? {
    let asked = coordinator.router.stores.filter {
      (stores?.contains($0.ordinal) ?? true)
        && $0.entities.holdsOne(of: query.concreteEntities)
    }
    guard asked.count == 1, let backend = asked[0].backend as? IncrementalBackend else {
      return nil
    }
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.specification = specification
    request.specification.entity = coordinator.entities[query.entity]
    request.specification.entityName = nil
    guard backend.store.answersExactly(request) else { return nil }
    let answer = try coordinator.answer(request, of: backend.store, for: context)
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
