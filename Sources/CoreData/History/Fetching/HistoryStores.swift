// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The stores that a history request goes to: those with a history, of those that it names (R-PSC-753).
struct HistoryStores {
  let coordinator: NSPersistentStoreCoordinator
  let stores: [NSPersistentStore]
  /// True if the request names stores.
  let areNamed: Bool

  /// - Throws: 134091 when none has a history.
  init(
    _ request: NSPersistentHistoryChangeRequest, in coordinator: NSPersistentStoreCoordinator
  ) throws {
    let named = request.affectedStores ?? request.fetchRequest?.affectedStores
    let ordinals = try coordinator.ordinals(of: named)
    let asked = coordinator.persistentStores.filter { ordinals?.contains($0.ordinal) ?? true }
    self.coordinator = coordinator
    areNamed = ordinals != nil
    stores = asked.filter(\.hasHistory)
    guard stores.isEmpty else { return }
    let names = asked.map { $0.url?.path ?? $0.type }.joined(separator: ", ")
    throw CocoaError.make(
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
