// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A query as a fetch request to an incremental store.
///
/// The store gets what the client asked for. A query that no client's request stands behind asks
/// for all objects of the entity, and the library does the rest.
struct IncrementalFetch {
  /// True if the store's answer needs no more work.
  let isExact: Bool
  private let backend: IncrementalBackend
  private let request: NSFetchRequest<any NSFetchRequestResult>

  init(_ query: Query, _ backend: IncrementalBackend) {
    self.backend = backend
    let caller = StoreCaller.current
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

  /// Returns the keys of the answer, in its order.
  func keys() throws(StoreError) -> [ObjectKey] {
    // Objects are asked for their IDs while their context is there.
    try backend.call { context in
      try keys(in: try backend.store.execute(request, with: context))
    }
  }

  private func keys(in answer: Any) throws(StoreError) -> [ObjectKey] {
    guard let list = answer as? [Any] else {
      throw backend.wrongAnswer(
        "execute(_:with:) of \(type(of: backend.store)) answered a fetch request with a "
          + "\(type(of: answer)) instead of an array.")
    }
    var keys: [ObjectKey] = []
    keys.reserveCapacity(list.count)
    for item in list { keys.append(try key(item)) }
    return keys
  }

  private func key(_ item: Any) throws(StoreError) -> ObjectKey {
    switch item {
    case let object as NSManagedObject: return try backend.key(object.objectID)
    case let id as NSManagedObjectID: return try backend.key(id)
    default:
      throw backend.wrongAnswer(
        "execute(_:with:) of \(type(of: backend.store)) answered a fetch request with a "
          + "\(type(of: item)). It answers with managed objects, or with object IDs when the "
          + "request's result type asks for those.")
    }
  }

  /// How many objects the store says there are, without offset and limit. A number alone is as clear
  /// as an array of one, and an empty array says that there is nothing.
  func count() throws(StoreError) -> Int {
    request.resultType = .countResultType
    (request.fetchOffset, request.fetchLimit) = (0, 0)
    let answer = try backend.call { try backend.store.execute(request, with: $0) }
    let list = answer as? [Any] ?? [answer]
    if list.isEmpty { return 0 }
    guard list.count == 1, let count = IncrementalFetch.number(list[0]) else {
      throw backend.wrongAnswer(
        "execute(_:with:) of \(type(of: backend.store)) answers a request for a count with an array "
          + "of one number.")
    }
    return count
  }

  /// A flag is no number, boxed or not.
  private static func number(_ value: Any) -> Int? {
    if type(of: value) == Bool.self { return nil }
    guard let number = value as? NSNumber, String(cString: number.objCType) != "c" else {
      return nil
    }
    return number.intValue
  }
}
