// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A query as a fetch request to an incremental store.
///
/// The store gets what the client asked for. A query that no client's request stands behind asks
/// for all objects of the entity, and the library does the rest.
struct IncrementalFetch {
  /// Whether the store's answer needs no more work.
  let isExact: Bool
  private let backend: IncrementalBackend
  private let context: NSManagedObjectContext
  private let request: NSFetchRequest<any NSFetchRequestResult>

  init(_ query: Query, _ backend: IncrementalBackend) {
    self.backend = backend
    let caller = StoreCaller.current
    context = backend.callingContext()
    let request = NSFetchRequest<any NSFetchRequestResult>()
    let question = caller?.question
    request.specification = question ?? FetchSpecification()
    request.specification.entity = backend.store.persistentStoreCoordinator?.entities[query.entity]
    request.specification.entityName = nil
    let isOfObjects = question?.resultType == .managedObjectResultType && caller?.context != nil
    request.resultType = isOfObjects ? .managedObjectResultType : .managedObjectIDResultType
    if query.sort.isEmpty { request.sortDescriptors = nil }
    (request.fetchOffset, request.fetchLimit) = (query.offset, query.limit)
    isExact = question != nil && backend.store.answersExactly(request)
    if !isExact { (request.fetchOffset, request.fetchLimit) = (0, 0) }
    self.request = request
  }

  /// The keys of the answer, in its order.
  func keys() throws(StoreError) -> [ObjectKey] {
    let answer = try answer()
    return answer.map { item in
      switch item {
      case let object as NSManagedObject: backend.key(object.objectID)
      case let id as NSManagedObjectID: backend.key(id)
      default:
        raise(
          .invalidArgument,
          "execute(_:with:) of \(type(of: backend.store)) answered a fetch request with a "
            + "\(type(of: item)). It answers with managed objects, or with object IDs when the "
            + "request's result type asks for those.")
      }
    }
  }

  /// How many objects the store says there are, without offset and limit.
  func count() throws(StoreError) -> Int {
    request.resultType = .countResultType
    (request.fetchOffset, request.fetchLimit) = (0, 0)
    guard let count = try answer().first as? NSNumber else {
      raise(
        .invalidArgument,
        "execute(_:with:) of \(type(of: backend.store)) answers a request for a count with an array "
          + "of one number.")
    }
    return count.intValue
  }

  private func answer() throws(StoreError) -> [Any] {
    let answer = try backend.gate.call { try backend.store.execute(request, with: context) }
    guard let list = answer as? [Any] else {
      raise(
        .invalidArgument,
        "execute(_:with:) of \(type(of: backend.store)) answered a fetch request with a "
          + "\(type(of: answer)) instead of an array.")
    }
    return list
  }
}
