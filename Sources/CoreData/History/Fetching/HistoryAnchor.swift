// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The place in the histories of stores that a request is bounded by (R-PSC-742, R-PSC-748).
enum HistoryAnchor: CustomStringConvertible {
  case none
  case date(Date)
  case token(NSPersistentHistoryToken?)
  case transaction(NSPersistentHistoryTransaction?)

  /// The part of a store's history that is behind it.
  func range(of store: StoreReference) -> HistoryRange {
    var range = HistoryRange()
    range.after = number(in: store) ?? 0
    range.laterThan = moment(in: store)
    return range
  }

  /// The number that is known of a store.
  func number(in store: StoreReference) -> Int64? {
    switch self {
    case .none, .date: nil
    case .token(let token): token?.numbers[store.identifier]
    case .transaction(let transaction):
      transaction?.storeID == store.identifier ? transaction?.transactionNumber : nil
    }
  }

  /// The moment that bounds a store of which no number is known, in seconds since 2001.
  func moment(in store: StoreReference) -> Double? {
    switch self {
    case .date(let date): date.timeIntervalSinceReferenceDate
    case .transaction(let transaction?) where transaction.storeID != store.identifier:
      transaction.facts.transaction.timestamp
    default: nil
    }
  }

  var description: String {
    switch self {
    case .none: "the beginning"
    case .date(let date): "\(date)"
    case .token(let token): "\(ObjectText.optional(token))"
    case .transaction(let transaction): "\(ObjectText.optional(transaction))"
    }
  }
}
