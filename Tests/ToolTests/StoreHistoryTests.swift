// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CoreData
import Foundation
import Testing

/// `coredata store stats` and `history`.
@Suite struct StoreHistoryTests {
  private static let model = Models.path("Atlas")

  /// A store with a history of two transactions.
  private func store(_ type: NSPersistentStore.StoreType, _ file: String) throws {
    let url = URL(fileURLWithPath: Self.model)
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: type, at: URL(fileURLWithPath: file), options: [NSPersistentHistoryTrackingKey: true])
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      context.transactionAuthor = "importer"
      let entity = try #require(model.entities.first { $0.name == "Note" })
      let note = NSManagedObject(entity: entity, insertInto: context)
      for (name, attribute) in entity.attributesByName where !attribute.isOptional {
        let isDate = attribute.attributeType == .dateAttributeType
        note.setValue(isDate ? Date() : "a", forKey: name)
      }
      try context.save()
      context.transactionAuthor = "editor"
      context.delete(note)
      try context.save()
    }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  // R-PSC-740
  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .lmdb])
  func theTransactionsArePrinted(_ type: NSPersistentStore.StoreType) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("store")
    try store(type, file)
    let outcome = try Tool.run("store", "history", file, "--model", Self.model, "--json")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let lines = try outcome.jsonLines()
    #expect(lines.map { $0["author"] as? String } == ["importer", "editor"])
    let kinds = lines.map { ($0["changes"] as? [[String: Any]])?.map { $0["kind"] as? String } }
    #expect(kinds == [["insert"], ["delete"]])
    let edited = try Tool.run("store", "history", file, "--author", "editor")
    #expect(edited.output.contains("delete Note"))
    #expect(!edited.output.contains("importer"))
  }

  // R-PSC-951: a repair goes on with the history
  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .lmdb])
  func aStoreWithAHistoryCanBeRepaired(_ type: NSPersistentStore.StoreType) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("store")
    try store(type, file)
    let outcome = try Tool.run("store", "verify", file, "--model", Self.model, "--repair")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let history = try Tool.run("store", "history", file, "--model", Self.model, "--json")
    #expect(try history.jsonLines().count >= 2)
  }

  // R-PSC-950
  @Test func theFiguresOfAStoreArePrinted() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("store")
    try store(.sqlite, file)
    let outcome = try Tool.run("store", "stats", file, "--model", Self.model, "--json")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let history = try outcome.json()["history"] as? [String: Any]
    #expect(history?["transactions"] as? Int == 2)
    let text = try Tool.run("store", "stats", file)
    #expect(text.output.contains("2 transactions"))
  }

  @Test func aStoreWithoutAHistoryIsNamed() throws {
    let file = try AtlasFixture.shared.get().path("User.sqlite")
    let outcome = try Tool.run("store", "history", file, "--model", Self.model)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains(file))
  }
}
#endif
