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
    return token(of: present.filter { store in asked.contains { $0 === store } }) {
      try coordinator.router.historyBounds(of: $0.ordinal)?.last
    }
  }

  private static func token(
    of stores: [NSPersistentStore], number: (NSPersistentStore) throws -> Int64?
  ) -> NSPersistentHistoryToken? {
    var numbers: [String: Int64] = [:]
    for store in stores where store.hasHistory {
      do {
        numbers[store.reference.identifier] = try number(store)
      } catch {
        Log.warning(
          "The history of the store \(store.url?.path ?? store.type) cannot be read now: \(error)")
      }
    }
    return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
  }

  /// Returns the token after a save; nil unless a store with a history has objects of it. What others
  /// have committed meanwhile is behind it.
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
    return token(of: coordinator.persistentStores) {
      try coordinator.router.historyMark(of: $0.ordinal)
    }
  }
}

extension NSPersistentStore {
  /// True if a history is there, whether it is gone on with or not.
  final var hasHistory: Bool {
    !backend.capabilities.isDisjoint(with: [.history, .unwrittenHistory])
  }
}
