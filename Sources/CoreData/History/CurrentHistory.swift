// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// How far the histories of a coordinator's stores reach at this moment (R-PSC-741).
enum CurrentHistory {
  /// Returns the token of the newest transactions of some stores; nil when none has a history. A store
  /// whose history cannot be read is left out, with a warning.
  /// - Parameter stores: nil or empty for all.
  static func token(
    of stores: [NSPersistentStore]?, in coordinator: NSPersistentStoreCoordinator
  ) -> NSPersistentHistoryToken? {
    let present = coordinator.persistentStores
    let asked = stores.map { $0.isEmpty ? present : $0 } ?? present
    var numbers: [String: Int64] = [:]
    for store in present where store.hasHistory && asked.contains(where: { $0 === store }) {
      do {
        guard let bounds = try coordinator.router.historyBounds(of: store.ordinal) else { continue }
        numbers[store.reference.identifier] = bounds.last
      } catch {
        Log.warning(
          "The history of the store \(store.url?.path ?? store.type) cannot be read now: \(error)")
      }
    }
    return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
  }

  /// Returns the token after a save; nil unless a store with a history has objects of it.
  static func token(
    after saved: ObjectChanges, of context: NSManagedObjectContext
  ) -> NSPersistentHistoryToken? {
    guard context.parentContext == nil, let coordinator = context.coordinator,
      coordinator.router.recordsHistory
    else { return nil }
    let recorded = Set(coordinator.router.stores.filter(\.recordsHistory).map(\.ordinal))
    let isRecorded = [saved.inserted, saved.updated, saved.deleted].contains { objects in
      objects.contains { recorded.contains($0.key.store) }
    }
    guard isRecorded || saved.moved.contains(where: { recorded.contains($0.formerKey.store) })
    else {
      return nil
    }
    return token(of: nil, in: coordinator)
  }
}

extension NSPersistentStore {
  /// True if a history is there, whether it is gone on with or not.
  final var hasHistory: Bool {
    !backend.capabilities.isDisjoint(with: [.history, .unwrittenHistory])
  }
}
