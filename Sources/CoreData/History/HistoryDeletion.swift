// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// One execution of a request that purges histories (R-PSC-748).
struct HistoryDeletion {
  private let anchor: HistoryAnchor
  private let stores: HistoryStores
  /// Nil: everything before the anchor goes.
  private let condition: FetchSpecification?

  /// - Throws: for a fetch request of changes, or with a limit.
  init(_ request: NSPersistentHistoryChangeRequest, of stores: HistoryStores) throws {
    condition = request.fetchRequest?.specification
    if let condition {
      guard try HistoryCondition.Subject(condition) == .transactions,
        condition.fetchLimit == 0, condition.fetchOffset == 0
      else {
        throw HistoryCondition.refusal(
          "The fetch request of a request that deletes history asks for changes, or has a limit or an "
            + "offset. Whole transactions are deleted: use NSPersistentHistoryTransaction.fetchRequest "
            + "with a predicate.")
      }
    }
    anchor = request.anchor
    self.stores = stores
  }

  /// Stores that cannot be written are passed over, unless the request names them.
  func run() throws {
    let coordinator = stores.coordinator
    for store in stores.stores where stores.areNamed || !store.isReadOnly {
      guard let end = try end(in: store) else { continue }
      try coordinator.translating { () throws(RoutingError) in
        try coordinator.router.purgeHistory(before: end, of: store.ordinal)
      }
    }
  }

  /// Returns the number of the first transaction that stays; nil when all do.
  private func end(in store: NSPersistentStore) throws -> Int64? {
    let coordinator = stores.coordinator
    let end = try coordinator.translating { () throws(RoutingError) -> Int64? in
      try bound(in: store, coordinator.router)
    }
    guard let end, let condition else { return end }
    let source = HistorySource(store, coordinator.managedObjectModel)
    let test = try HistoryCondition(
      condition.predicate, on: .transactions, for: source, in: coordinator)
    let reading = HistoryReading(
      source, after: .none, where: test, includesChanges: false, in: coordinator)
    return try reading.matchingEnd(before: end)
  }

  /// Returns the number that the anchor stands for; nil when it stands for none.
  private func bound(
    in store: NSPersistentStore, _ router: StoreRouter
  ) throws(RoutingError) -> Int64? {
    if let number = anchor.number(in: store.reference) { return number }
    guard let moment = anchor.moment(in: store.reference) else { return nil }
    // Before the question, so that what is saved meanwhile, and later than the moment, stays.
    let last = try router.historyBounds(of: store.ordinal)?.last ?? 0
    return try router.historyNumber(from: moment, of: store.ordinal) ?? min(last, .max - 1) + 1
  }
}
