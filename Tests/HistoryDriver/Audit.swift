// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Looks at stores that nobody writes any more: their histories, from the first transaction on, must
/// lead to what is in them.
struct Audit {
  private let shelf: Shelf
  private let acknowledged: Acknowledgements
  private let context: NSManagedObjectContext
  private let stores: [NSPersistentStore]

  init(_ settings: Settings, _ folder: URL, _ acknowledged: Acknowledgements) throws {
    shelf = Shelf(
      settings: Settings(["", "kinds=\(String(settings.kinds))", "folder=\(folder.path)"]))
    self.acknowledged = acknowledged
    let coordinator = try shelf.open()
    stores = coordinator.persistentStores
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  /// Returns what is wrong.
  func run() throws -> [String] {
    try shelf.stores.flatMap { store in
      let history = try history(stores[store])
      let replay = Replay(history)
      return try replay.failures + compare(replay, store) + missing(history, store)
    }
  }

  private func history(_ store: NSPersistentStore) throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?)
    request.affectedStores = [store]
    let result = try context.performAndWait { try context.execute(request) }
    return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
  }

  /// What is in the store, and what the history says.
  private func compare(_ replay: Replay, _ store: Int) throws -> [String] {
    try context.performAndWait {
      let items = try context.fetch(
        NSFetchRequest<NSManagedObject>(entityName: shelf.entity(store)))
      var failures: [String] = []
      for item in items {
        let updates = (item.value(forKey: "updates") as? NSNumber)?.intValue
        if replay.updates[item.objectID] != updates {
          failures.append(
            "\(item.objectID) has \(updates ?? -1) updates, its history "
              + "\(replay.updates[item.objectID] ?? -1)")
        }
      }
      if items.count != replay.updates.count {
        failures.append(
          "\(items.count) objects, \(replay.updates.count) by the history of \(store)")
      }
      return failures
    }
  }

  /// An author may have one transaction more than it knows of: it was killed before it was told.
  private func missing(
    _ history: [NSPersistentHistoryTransaction], _ store: Int
  ) -> [String] {
    let found = Dictionary(grouping: history) { $0.author ?? "" }.mapValues(\.count)
    return Set(found.keys).union(acknowledged.counts.keys).sorted().compactMap { author in
      let told = acknowledged.counts[author]?[store] ?? 0
      let written = found[author] ?? 0
      guard written < told || written > told + 1 else { return nil }
      return "\(author) was told of \(told) writes to store \(store), which has \(written)"
    }
  }
}

/// A history, applied to nothing.
private struct Replay {
  /// The objects that are there at the end, and how often they were updated.
  private(set) var updates: [NSManagedObjectID: Int] = [:]
  private(set) var failures: [String] = []

  init(_ history: [NSPersistentHistoryTransaction]) {
    var changes: Int64 = 0
    for (place, transaction) in history.enumerated() {
      if transaction.transactionNumber != Int64(place + 1) {
        failures.append("transaction \(transaction.transactionNumber) stands at \(place + 1)")
      }
      for change in transaction.changes ?? [] {
        changes += 1
        if change.changeID != changes {
          failures.append("change \(change.changeID) stands at \(changes)")
        }
        apply(change)
      }
    }
  }

  private mutating func apply(_ change: NSPersistentHistoryChange) {
    let object = change.changedObjectID
    let known = updates[object]
    switch change.changeType {
    case .insert:
      if known != nil { failures.append("\(object) was inserted twice") }
      updates[object] = 0
    case .update:
      guard let known else { return failures.append("\(object) was updated and is not there") }
      let names = (change.updatedProperties ?? []).map(\.name)
      if names.contains("updates") { updates[object] = known + 1 }
    case .delete:
      if known == nil { failures.append("\(object) was deleted and is not there") }
      updates[object] = nil
    @unknown default: failures.append("a change of an unknown kind")
    }
  }
}
