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
