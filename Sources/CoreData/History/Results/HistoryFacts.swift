// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The facts of a transaction but for its changes. Shared by its objects.
final class HistoryFacts: Sendable {
  let transaction: HistoryTransaction
  let source: HistorySource
  /// The place after the transaction, by the UUIDs of stores.
  let numbers: [String: Int64]

  /// The facts of a transaction that nobody has made.
  static let nothing = HistoryFacts(HistoryTransaction(timestamp: 0), .nothing, numbers: [:])

  /// - Parameter numbers: nil for the transaction's own store alone.
  init(
    _ transaction: HistoryTransaction, _ source: HistorySource, numbers: [String: Int64]? = nil
  ) {
    self.transaction = transaction
    self.source = source
    self.numbers = numbers ?? [source.reference.identifier: transaction.number]
  }

  /// Returns the value of a field of the transaction but for its changes.
  func value(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case HistoryField.author: transaction.author
    case HistoryField.bundleID: transaction.bundleID
    case HistoryField.contextName: transaction.contextName
    case HistoryField.processID: transaction.processID
    case HistoryField.storeID: source.reference.identifier
    case HistoryField.timestamp:
      Date(timeIntervalSinceReferenceDate: transaction.timestamp)
    case HistoryField.token: NSPersistentHistoryToken(numbers)
    case HistoryField.transactionNumber: Int(transaction.number)
    default: throw .undefinedKey(key, type: "NSPersistentHistoryTransaction")
    }
  }
}
