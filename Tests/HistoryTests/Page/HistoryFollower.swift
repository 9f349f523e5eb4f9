// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Keeps a context up to date with what others save.
// Sendable: what changes is used on the reader's queue only.
final class HistoryFollower: @unchecked Sendable {
  private let shown: NSManagedObjectContext
  private let reader: NSManagedObjectContext
  private let file: URL
  private var token: NSPersistentHistoryToken?
  private var observer: (any NSObjectProtocol)?

  init(_ shown: NSManagedObjectContext, of coordinator: NSPersistentStoreCoordinator, file: URL) {
    self.shown = shown
    self.file = file
    reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    reader.persistentStoreCoordinator = coordinator
    if let data = try? Data(contentsOf: file) {
      token = try? NSKeyedUnarchiver.unarchivedObject(
        ofClass: NSPersistentHistoryToken.self, from: data)
    }
    observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
    ) { [weak self] _ in
      self?.follow()
    }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  /// Merges what was saved since it was here last.
  func follow() {
    reader.perform {
      do {
        try self.mergeNews()
      } catch CocoaError.persistentHistoryTokenExpired {
        self.startAnew()
      } catch {
        print("The history cannot be read now: \(error)")
      }
    }
  }

  private func mergeNews() throws {
    let end = reader.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
    for transaction in try news() {
      let notification = transaction.objectIDNotification()
      shown.performAndWait { shown.mergeChanges(fromContextDidSave: notification) }
    }
    try remember(end)
  }

  /// Returns the transactions of others: the context knows its own saves.
  private func news() throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    if let fetch = NSPersistentHistoryTransaction.fetchRequest {
      fetch.predicate = NSPredicate(format: "author != %@", shown.transactionAuthor ?? "")
      request.fetchRequest = fetch
    }
    let result = try reader.execute(request) as? NSPersistentHistoryResult
    return result?.result as? [NSPersistentHistoryTransaction] ?? []
  }

  private func remember(_ end: NSPersistentHistoryToken?) throws {
    guard let end, end != token else { return }
    let data = try NSKeyedArchiver.archivedData(withRootObject: end, requiringSecureCoding: true)
    try data.write(to: file, options: .atomic)
    token = end
  }

  /// Reads everything again: what followed the token has been purged.
  private func startAnew() {
    token = reader.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
    shown.performAndWait { shown.refreshAllObjects() }
  }
}

extension HistoryFollower {
  /// Removes what all have read by now.
  func purge(before date: Date) throws {
    try reader.performAndWait {
      _ = try reader.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: date))
    }
  }

  /// Waits until all that was asked for before is done.
  func settle() { reader.performAndWait {} }
}
