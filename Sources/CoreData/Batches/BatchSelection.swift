// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The rows that a batch request means: a query, asked within the transaction that changes them, or
/// keys that only objects or several stores together could tell.
struct BatchSelection {
  private let query: Query?
  private let resolved: [Int: [ObjectKey]]

  /// - Parameter stores: the ordinals of the stores that the request goes to.
  init(
    _ specification: FetchSpecification, entity: NSEntityDescription,
    in coordinator: NSPersistentStoreCoordinator, stores: [Int]
  ) throws {
    var lowered = try RequestLowering.lower(specification, entity: entity, in: coordinator)
    lowered.query.output = .keys
    let isWindow = lowered.query.limit > 0 || lowered.query.offset > 0
    if lowered.needsResidual {
      let keys = try BatchSelection.evaluated(
        specification, ordinals: stores, coordinator: coordinator)
      (query, resolved) = (nil, Dictionary(grouping: keys, by: \.store))
    } else if isWindow, stores.count > 1 {
      let keys = try BatchSelection.window(
        of: lowered.query, ordinals: stores, coordinator: coordinator)
      (query, resolved) = (nil, Dictionary(grouping: keys, by: \.store))
    } else {
      (query, resolved) = (lowered.query, [:])
    }
  }

  /// Objects given one by one.
  init(_ keys: [ObjectKey]) {
    (query, resolved) = (nil, Dictionary(grouping: keys, by: \.store))
  }

  /// Returns the keys in a store where they had to be found beforehand; nil where a query says it.
  func keys(in store: Int) -> [ObjectKey]? { query == nil ? resolved[store] ?? [] : nil }

  /// Returns the keys in the transaction's store.
  func keys(in transaction: BatchTransaction) throws -> [ObjectKey] {
    guard let query else { return resolved[transaction.ordinal] ?? [] }
    var keys: [ObjectKey] = []
    try transaction.run(query) { batch in
      keys += batch.keys
      return true
    }
    return keys
  }

  /// Returns the keys of the objects that satisfy a predicate which no store can evaluate; it is
  /// evaluated on objects of a context of its own.
  private static func evaluated(
    _ specification: FetchSpecification, ordinals: [Int],
    coordinator: NSPersistentStoreCoordinator
  ) throws -> [ObjectKey] {
    let stores = coordinator.persistentStores.filter { ordinals.contains($0.ordinal) }
    let scratch = NSManagedObjectContext(.privateQueue)
    scratch.persistentStoreCoordinator = coordinator
    var specification = specification
    specification.resultType = .managedObjectResultType
    specification.fetchBatchSize = 0
    specification.relationshipKeyPathsForPrefetching = nil
    let objectsOnly = specification
    return try scratch.performAndWait {
      try scratch.asOneRequest {
        try FetchOperation(context: scratch, specification: objectsOnly, affectedStores: stores)
          .objects().objects.map(\.key)
      }
    }
  }

  private static func window(
    of query: Query, ordinals: [Int], coordinator: NSPersistentStoreCoordinator
  ) throws -> [ObjectKey] {
    var keys: [ObjectKey] = []
    try coordinator.run(query, in: FetchScope(stores: ordinals)) { batch in
      keys += batch.keys
      return true
    }
    return keys
  }
}
