// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The work that migrations of a coordinator's stores have left for later (R-PSC-630, R-PSC-631).
struct DeferredMigration {
  private let coordinator: NSPersistentStoreCoordinator

  init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func finish() throws {
    for store in unfinished { try finish(store, steps: .max) }
  }

  func finishTask() throws {
    if let store = unfinished.first { try finish(store, steps: 1) }
  }

  private var unfinished: [NSPersistentStore] {
    coordinator.persistentStores.filter { !$0.isReadOnly && $0.hasUnfinishedMigration }
  }

  private func finish(_ store: NSPersistentStore, steps: Int) throws {
    do {
      _ = try store.backend.finishMigration(steps: steps)
    } catch {
      throw ErrorTranslation.cocoaError(error, url: store.url, engine: store.place.engine)
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// The work that migrations with ``NSPersistentStoreDeferredLightweightMigrationOptionKey`` have left:
  /// store after store in the order of their adding, each task a transaction of its own.
  final var deferredWork: DeferredMigration { DeferredMigration(self) }
}

extension NSPersistentStore {
  /// True if a migration of the store has left something for later.
  final var hasUnfinishedMigration: Bool { mount?.backend.hasUnfinishedMigration ?? false }
}

extension StoreMount {
  /// Returns metadata that say if a migration has left something for later: no store keeps that there.
  func noting(_ metadata: [String: Any]) -> [String: Any] {
    let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
    let isUnfinished = backend.hasUnfinishedMigration
    guard isUnfinished || metadata[key] != nil else { return metadata }
    var metadata = metadata
    metadata[key] = isUnfinished ? true : nil
    return metadata
  }
}
