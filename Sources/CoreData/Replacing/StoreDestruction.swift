// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Taking away what is in a store, step by step (R-PSC-110…113).
struct StoreDestruction {
  private let url: URL
  private let type: String
  private let access: StoreFileAccess
  private let coordinator: NSPersistentStoreCoordinator

  init(
    at url: URL, type: String, _ options: [AnyHashable: Any]?,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    self.url = url
    self.type = type
    self.coordinator = coordinator
    access = StoreFileAccess(StoreOptionValues(options))
  }

  func run() throws {
    let kind = try StoreRegistry.kind(of: type)
    // Before anything is removed.
    if StoreLocation.hasContent(at: url) { try StoreAssembly.requireType(type, at: url) }
    try coordinator.withoutStore(at: url) {
      switch kind {
      case .engine(let engine): try destroy(engine)
      case .client(let storeClass): try StoreFileRemoval(storeClass, type: type, access).remove(url)
      }
    }
  }

  private func destroy(_ engine: any StoreEngine.Type) throws {
    do {
      try engine.destroy(at: url, access)
    } catch {
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }
}

extension StoreFileAccess {
  /// Locks that are overridden are not waited for long.
  init(_ options: StoreOptionValues) {
    self.init()
    isForced = options.flag(NSPersistentStoreForceDestroyOption)
    if let wanted = options.number(NSPersistentStoreTimeoutOption) {
      timeout = wanted.doubleValue
    } else if isForced {
      timeout = 1
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// Runs a block while no store is added or moved, after the one at a URL was removed, if there is
  /// one, as by ``remove(_:)``.
  final func withoutStore(at url: URL, _ body: () throws -> Void) throws {
    try StoreMark.settle(url, timeout: 240)
    structureLock.lock()
    var removed: Int?
    defer {
      structureLock.unlock()
      // Contexts have queues: not while holding the lock.
      if let removed { StoreInvalidation.announce(removed, to: contexts) }
      StoreRouter.noteCommitElsewhere()
    }
    let same = persistentStores.first { $0.url.map { StoreLocation.isSame($0, url) } ?? false }
    if let added = same ?? persistentStore(for: url) {
      let ordinal = added.ordinal
      try StoreRemoval.takeOut(added, of: self)
      removed = ordinal
    }
    try body()
  }
}
