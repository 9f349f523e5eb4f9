// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

extension NSPersistentStoreCoordinator {
  /// The dictionaries that a fetch asks for, from the one store that has its entity, if that is an
  /// incremental store which answers exactly (R-PSC-443); nil: they are computed from objects.
  final func storeDictionaries(
    _ specification: FetchSpecification, _ query: Query, in stores: [Int]?,
    for context: NSManagedObjectContext
  ) throws -> [NSDictionary]? {
    let asked = router.stores.filter {
      (stores?.contains($0.ordinal) ?? true)
        && $0.supportedEntities.intersects(query.concreteEntities)
    }
    guard asked.count == 1, let backend = asked[0].backend as? IncrementalBackend else {
      return nil
    }
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.specification = specification
    request.specification.entity = entities[query.entity]
    request.specification.entityName = nil
    guard backend.store.answersExactly(request) else { return nil }
    let answer = try answer(request, of: backend.store, for: context)
    guard let dictionaries = answer as? [NSDictionary] ?? bridged(answer) else {
      throw WrongAnswer.error(
        "execute(_:with:) of \(Swift.type(of: backend.store)) answered a fetch for dictionaries "
          + "with \(answer). It answers with an array of dictionaries.", of: backend.store)
    }
    return dictionaries
  }

  private final func bridged(_ answer: Any) -> [NSDictionary]? {
    (answer as? [[String: Any]])?.map { NSDictionary(dictionary: $0) }
  }
}
