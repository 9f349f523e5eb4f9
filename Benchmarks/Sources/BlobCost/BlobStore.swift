// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Benchmarking

/// A store of documents, each a name and a large value.
struct BlobStore {
  private let coordinator: NSPersistentStoreCoordinator
  private let kind: String

  init(_ kind: String, in folder: URL) throws {
    self.kind = kind
    coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: BlobStore.model(isExternal: kind == "external"))
    let types = ["lmdb": "LMDB", "memory": NSInMemoryStoreType]
    try coordinator.addPersistentStore(
      ofType: types[kind] ?? NSSQLiteStoreType, configurationName: nil,
      at: folder.appendingPathComponent("store"), options: nil)
  }

  private static func model(isExternal: Bool) -> NSManagedObjectModel {
    let (model, entity) = (NSManagedObjectModel(), NSEntityDescription())
    let (name, content) = (NSAttributeDescription(), NSAttributeDescription())
    entity.name = "Document"
    (name.name, name.attributeType, name.isOptional) = ("name", .stringAttributeType, true)
    (content.name, content.attributeType, content.isOptional) =
      ("content", .binaryDataAttributeType, true)
    content.allowsExternalBinaryDataStorage = isExternal
    entity.properties = [name, content]
    model.entities = [entity]
    return model
  }

  func run(megabytes: Int) throws {
    let count = megabytes << 20
    measure("nothing") {}
    try measure("saved") { try save(count) }
    try measure("read") { try read(count) }
    try measure("renamed") { try rename() }
    try measure("read again") { try read(count) }
  }

  private func save(_ count: Int) throws {
    let context = context()
    let document = NSEntityDescription.insertNewObject(forEntityName: "Document", into: context)
    document.setValue(Data(repeating: 7, count: count), forKey: "content")
    document.setValue("first", forKey: "name")
    try context.save()
  }

  private func rename() throws {
    let context = context()
    try document(of: context).setValue("second", forKey: "name")
    try context.save()
  }

  private func read(_ count: Int) throws {
    let context = context()
    let content = try document(of: context).value(forKey: "content") as? Data
    let sum = content?.withUnsafeBytes { $0.reduce(0) { $0 + Int($1) } } ?? 0
    guard sum == 7 * count else { fatalError("The value that was read is not the one saved.") }
  }

  private func document(of context: NSManagedObjectContext) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Document")
    guard let document = try context.fetch(request).first else { fatalError("No document.") }
    return document
  }

  private func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Prints the peak of a step, what stays after it, and its time.
  private func measure(_ step: String, _ body: () throws -> Void) rethrows {
    Memory.resetPeak()
    let begun = ContinuousClock.now
    try body()
    let duration = (ContinuousClock.now - begun) / .milliseconds(1)
    let values = [Memory.peak, Memory.resident].map { Double($0) / 1_048_576 }
    print(
      "\(kind)  \(step)".padding(toLength: 24, withPad: " ", startingAt: 0)
        + String(format: "peak %5.0f MB  then %5.0f MB  %6.0f ms", values[0], values[1], duration))
  }
}
