// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// One execution of a history request by client stores, which keep what history they like (R-PSC-753).
struct ClientHistories {
  private let request: NSPersistentHistoryChangeRequest
  private let context: NSManagedObjectContext
  private let stores: HistoryStores

  init(
    _ request: NSPersistentHistoryChangeRequest, _ stores: HistoryStores,
    for context: NSManagedObjectContext
  ) {
    self.request = request
    self.context = context
    self.stores = stores
  }

  /// Returns what the stores say, as it is; with what stores of the library say before it where they are
  /// asked as well.
  ///
  /// - Parameter own: the result of these; nil if none of them has a history.
  /// - Throws: 134091 when nobody has one; what a client store throws.
  func result(beside own: NSPersistentHistoryResult?) throws -> NSPersistentStoreResult {
    let answers = try StoreAnswers(request, for: context).answers(of: stores.clients)
    let results = answers.compactMap { $0 as? NSPersistentStoreResult }
    guard own != nil || !results.isEmpty else { throw stores.refusal }
    if own == nil, results.count == 1 { return results[0] }
    let all = [own].compactMap(\.self) + results.compactMap { $0 as? NSPersistentHistoryResult }
    let type = own?.resultType ?? request.resultType
    return NSPersistentHistoryResult(type.joined(all.map(\.result)), type)
  }
}

extension NSPersistentHistoryResultType {
  /// Returns the results of several stores as one, each behind the one before.
  fileprivate func joined(_ results: [Any?]) -> Any {
    switch self {
    case .statusOnly: return results.allSatisfy { $0 as? Bool ?? true }
    case .count: return results.compactMap { $0 as? Int }.reduce(0, +)
    case .objectIDs:
      var seen = Set<NSManagedObjectID>()
      return results.flatMap { $0 as? [NSManagedObjectID] ?? [] }.filter {
        seen.insert($0).inserted
      }
    case .changesOnly: return results.flatMap { $0 as? [NSPersistentHistoryChange] ?? [] }
    case .transactionsOnly, .transactionsAndChanges:
      return results.flatMap { $0 as? [NSPersistentHistoryTransaction] ?? [] }
    }
  }
}
