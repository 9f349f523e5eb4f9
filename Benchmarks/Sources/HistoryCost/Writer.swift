// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// A store of one entity, and what is written to it.
// Sendable: a purge beside writes has a context of its own.
final class Writer: @unchecked Sendable {
  private let coordinator: NSPersistentStoreCoordinator
  private let context: NSManagedObjectContext
  private var objects: [NSManagedObject] = []
  private var count: Int64 = 0

  init(_ folder: URL, _ type: String, isRecorded: Bool) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: Writer.model())
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil,
      at: folder.appendingPathComponent("\(type) \(isRecorded)"),
      options: isRecorded ? [NSPersistentHistoryTrackingKey: true] : nil)
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil
    context.transactionAuthor = "benchmark"
    try insert(1_000)
  }

  private static func model() -> NSManagedObjectModel {
    let (model, entity) = (NSManagedObjectModel(), NSEntityDescription())
    entity.name = "Item"
    entity.properties = [
      ("number", NSAttributeType.integer64AttributeType), ("name", .stringAttributeType),
    ]
    .map { name, type in
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType) = (name, type)
      return attribute
    }
    model.entities = [entity]
    return model
  }

  func insert(_ number: Int) throws {
    var inserted: [NSManagedObject] = []
    for _ in 0..<number {
      count += 1
      let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
      object.setValue(count, forKey: "number")
      object.setValue("the name of an item", forKey: "name")
      inserted.append(object)
    }
    try context.save()
    if objects.isEmpty { objects = inserted }
  }

  func update(_ number: Int) throws {
    count += 1
    for object in objects.prefix(number) { object.setValue(count, forKey: "number") }
    try context.save()
  }

  func insertBatch(_ number: Int) throws {
    var left = number
    let request = NSBatchInsertRequest(entityName: "Item") { (row: NSMutableDictionary) in
      guard left > 0 else { return true }
      left -= 1
      row["number"] = left
      return false
    }
    try context.execute(request)
  }

  // MARK: - The history

  private func newContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func transactions(
    _ request: NSPersistentHistoryChangeRequest
  ) throws -> [NSPersistentHistoryTransaction] {
    let context = newContext()
    let result = try context.performAndWait { try context.execute(request) }
    return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
  }

  private func allTransactions() throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?)
    request.resultType = .transactionsOnly
    return try transactions(request)
  }

  func transactionCount() throws -> Int { try allTransactions().count }

  /// The token behind which there is one transaction.
  func tokenBeforeLast() throws -> NSPersistentHistoryToken? {
    try allTransactions().dropLast().last?.token
  }

  func middleToken() throws -> NSPersistentHistoryToken? {
    let all = try allTransactions()
    return all[all.count / 2].token
  }

  func history(after token: NSPersistentHistoryToken?) throws -> [NSPersistentHistoryTransaction] {
    try transactions(.fetchHistory(after: token))
  }

  func purge(before token: NSPersistentHistoryToken?) throws {
    let context = newContext()
    _ = try context.performAndWait {
      try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: token))
    }
  }
}
