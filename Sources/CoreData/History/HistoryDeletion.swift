// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// One execution of a request that purges histories (R-PSC-748).
struct HistoryDeletion {
  private let anchor: HistoryAnchor
  private let stores: HistoryStores

  /// - Throws: for a request with a fetch request, whose condition would leave gaps.
  init(
    _ request: NSPersistentHistoryChangeRequest, in coordinator: NSPersistentStoreCoordinator
  ) throws {
    guard request.fetchRequest == nil else {
      throw HistoryCondition.refusal(
        "A request that deletes history has a fetch request. History is deleted up to a date, token or "
          + "transaction, all of it: leave the fetch request out.")
    }
    anchor = request.anchor
    stores = try HistoryStores(request, in: coordinator)
  }

  /// Stores that cannot be written are passed over, unless the request names them.
  func run() throws {
    let coordinator = stores.coordinator
    for store in stores.stores where stores.areNamed || !store.isReadOnly {
      try coordinator.translating { () throws(RoutingError) in
        guard let end = try end(in: store, coordinator.router) else { return }
        try coordinator.router.purgeHistory(before: end, of: store.ordinal)
      }
    }
  }

  /// Returns the number of the first transaction that stays; nil when all do.
  private func end(
    in store: NSPersistentStore, _ router: StoreRouter
  ) throws(RoutingError) -> Int64? {
    if let number = anchor.number(in: store.reference) { return number }
    guard let moment = anchor.moment(in: store.reference) else { return nil }
    return try router.historyNumber(from: moment, of: store.ordinal) ?? .max
  }
}
