// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Stores that all keep a history, in a temporary folder.
struct HistoryStage {
  let kind: StackKind
  let directory: TemporaryDirectory
  let coordinator: NSPersistentStoreCoordinator

  init(_ kind: StackKind, model: NSManagedObjectModel = Self.model()) throws {
    self.kind = kind
    directory = try TemporaryDirectory()
    coordinator = try HistoryStage.open(kind, model, directory.url)
  }

  /// Two stores of all kinds that keep a history, the same kind twice included.
  static let pairs: [StorePair] = StackKind.singles.flatMap { first in
    StackKind.singles.map { StorePair(first: first.name, second: $0.name) }
  }

  /// The model of most tests; two attributes outlive their objects.
  static func model() -> NSManagedObjectModel {
    let model = GarageModel.make()
    for (entity, attribute) in [("Person", "badge"), ("Note", "text")] {
      model.entitiesByName[entity]?.attributesByName[attribute]?
        .preservesValueInHistoryOnDeletion = true
    }
    return model
  }

  /// Another coordinator over the same files.
  func another(model: NSManagedObjectModel = Self.model()) throws -> NSPersistentStoreCoordinator {
    try HistoryStage.open(kind, model, directory.url)
  }

  private static func open(
    _ kind: StackKind, _ model: NSManagedObjectModel, _ folder: URL
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for (index, store) in kind.stores.enumerated() {
      try coordinator.addPersistentStore(
        ofType: store.type, configurationName: store.configuration,
        at: try kind.url(index, in: folder), options: [NSPersistentHistoryTrackingKey: true])
    }
    return coordinator
  }

  func context(author: String? = nil, name: String? = nil) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.transactionAuthor = author
    context.name = name
    return context
  }

  /// Makes changes in a context of its own, as one save.
  @discardableResult
  func save(
    author: String? = nil, name: String? = nil, _ change: (NSManagedObjectContext) throws -> Void
  ) throws -> NSPersistentHistoryToken? {
    let context = context(author: author, name: name)
    return try context.performAndWait {
      try change(context)
      let log = NotificationLog(context, [.NSManagedObjectContextDidSave])
      try context.save()
      return log.notes.first?.userInfo?["newChangeToken"] as? NSPersistentHistoryToken
    }
  }

  /// Notes with the texts, each saved alone; returns the current tokens, that before the first included.
  @discardableResult
  func saveNotes(_ texts: [String], author: String? = nil) throws -> [NSPersistentHistoryToken] {
    try [token()]
      + texts.map { text in
        try save(author: author) { _ = $0.insert("Note", ["text": text]) }
        return try token()
      }
  }

  func token() throws -> NSPersistentHistoryToken {
    try #require(coordinator.currentPersistentHistoryToken(fromStores: nil))
  }

  // MARK: - Reading

  func execute<T>(
    _ request: NSPersistentHistoryChangeRequest, _ type: NSPersistentHistoryResultType,
    as: T.Type = T.self
  ) throws -> T {
    let context = context()
    return try context.performAndWait {
      request.resultType = type
      let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
      #expect(result.resultType == type)
      return try #require(result.result as? T)
    }
  }

  func transactions(
    _ request: NSPersistentHistoryChangeRequest = .fetchHistory(after: .distantPast)
  ) throws -> [NSPersistentHistoryTransaction] {
    try execute(request, .transactionsAndChanges)
  }

  /// The transactions that a condition lets through.
  func transactions(
    where format: String, _ arguments: Any...,
    configure: (NSFetchRequest<any NSFetchRequestResult>) -> Void = { _ in }
  ) throws -> [NSPersistentHistoryTransaction] {
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: format, argumentArray: arguments)
    configure(fetch)
    return try transactions(.fetchHistory(withFetch: fetch))
  }

  func changes(
    where format: String, _ arguments: Any...,
    configure: (NSFetchRequest<any NSFetchRequestResult>) -> Void = { _ in }
  ) throws -> [NSPersistentHistoryChange] {
    let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
    fetch.predicate = NSPredicate(format: format, argumentArray: arguments)
    configure(fetch)
    return try execute(.fetchHistory(withFetch: fetch), .changesOnly)
  }

  /// The changes of the newest transaction of the store that holds notes.
  func lastChanges() throws -> [NSPersistentHistoryChange] {
    try #require(try transactions().last?.changes)
  }
}

extension NSPersistentHistoryTransaction {
  /// Kinds and entities of the changes, in an order that does not depend on that of the save.
  var summary: [String] {
    (changes ?? []).map { "\($0.changeType) \($0.changedObjectID.entity.name ?? "")" }.sorted()
  }
}

extension NSPersistentHistoryChange {
  var updatedNames: [String] { (updatedProperties ?? []).map(\.name).sorted() }
}
