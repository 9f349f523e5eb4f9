// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The stores that a history request goes to, of those that it names (R-PSC-753).
struct HistoryStores {
  let coordinator: NSPersistentStoreCoordinator
  /// Those of the library that have a history.
  let stores: [NSPersistentStore]
  /// Those of clients that are handed the request: beside others the ones that are named, or were opened
  /// with a history.
  let clients: [NSPersistentStore]
  /// True if the request names stores.
  let areNamed: Bool
  private let asked: [NSPersistentStore]

  /// - Throws: 134091 when none can have a history.
  init(
    _ request: NSPersistentHistoryChangeRequest, in coordinator: NSPersistentStoreCoordinator
  ) throws {
    let named = request.affectedStores ?? request.fetchRequest?.affectedStores
    let ordinals = try coordinator.ordinals(of: named)
    asked = coordinator.persistentStores.filter { ordinals?.contains($0.ordinal) ?? true }
    self.coordinator = coordinator
    areNamed = ordinals != nil
    stores = asked.filter(\.hasHistory)
    let isOptional = !stores.isEmpty && ordinals == nil
    clients = asked.filter {
      $0.backend is any RequestAnswering
        && (!isOptional || StoreOptionValues($0.options).wantsHistory)
    }
    guard stores.isEmpty, clients.isEmpty else { return }
    throw refusal
  }

  /// The error where nobody has a history.
  var refusal: CocoaError {
    let names = asked.map { $0.url?.path ?? $0.type }.joined(separator: ", ")
    return CocoaError.make(
      .persistentStoreUnsupportedRequestType,
      reason:
        "None of the stores asked keeps a history (\(names)). Add one of type SQLite, LMDB or "
        + "in-memory with the option NSPersistentHistoryTrackingKey.",
      userInfo: [NSAffectedStoresErrorKey: asked])
  }

  var sources: [HistorySource] {
    stores.map { HistorySource($0, coordinator.managedObjectModel) }
  }
}

extension HistoryBounds {
  /// Throws when what follows a number is not kept any more, or the number was never given out: then the
  /// store is an older one than that of the token (R-PSC-747).
  func require(_ number: Int64, of store: HistorySource) throws {
    guard !reaches(back: number) || number > last else { return }
    throw CocoaError.make(
      .persistentHistoryTokenExpired,
      reason: "The history of the store \(store.reference.identifier) begins with transaction "
        + "\(first) and ends with \(last): it cannot be read from \(number) on. Read the data anew, and "
        + "go on from currentPersistentHistoryToken(fromStores:).",
      userInfo: store.reference.store.map { [NSAffectedStoresErrorKey: [$0]] } ?? [:])
  }
}

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
