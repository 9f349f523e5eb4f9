// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

final class BankAccount: NSManagedObject {
  var balance: Int64 { (value(forKey: "balance") as? NSNumber)?.int64Value ?? 0 }
}

/// The examples of what several stores do together: homes, backups, links, moves, snapshots.
struct SeveralStoreExamples {
  /// Two stores that hold everything, and objects in the first.
  final class Shelves {
    let folder: URL
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext

    init(_ entities: [NSEntityDescription] = [Shelves.entity("Account"), Shelves.entity("Vault")])
      throws
    {
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("examples-\(UUID().uuidString)")
      let model = NSManagedObjectModel()
      model.entities = entities
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      for name in ["Orders", "Archive"] {
        try coordinator.addPersistentStore(
          type: .sqlite, at: folder.appendingPathComponent("\(name).sqlite"))
      }
      context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
    }

    // Left over, the folder is among the temporary ones.
    deinit { try? FileManager.default.removeItem(at: folder) }

    static func entity(_ name: String) -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name
      let balance = NSAttributeDescription()
      balance.name = "balance"
      balance.attributeType = .integer64AttributeType
      entity.properties = [balance]
      return entity
    }

    func insert(_ entity: String, _ balance: Int64 = 1) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValue(balance, forKey: "balance")
      return object
    }
  }

  @Test func choosingTheHome() throws {
    let shelves = try Shelves()
    let coordinator = shelves.coordinator
    let ordersURL = shelves.folder.appendingPathComponent("Orders.sqlite")
    // example
    coordinator.homeStore = coordinator.persistentStore(for: ordersURL)
    // example end
    #expect(coordinator.homeStore?.url?.lastPathComponent == "Orders.sqlite")
  }

  @Test func backingUpAStore() async throws {
    let shelves = try Shelves()
    let (coordinator, folder) = (shelves.coordinator, shelves.folder)
    let store = coordinator.persistentStores[0]
    // example
    let progress = Progress(totalUnitCount: 1)
    try await coordinator.backup(
      store, to: folder.appending(path: "monday.sqlite"), progress: progress)
    // example end
    #expect(FileManager.default.fileExists(atPath: folder.path + "/monday.sqlite"))
  }

  @Test func verifyingAStore() async throws {
    let shelves = try Shelves()
    let (coordinator, store) = (shelves.coordinator, shelves.coordinator.persistentStores[0])
    // example
    for issue in try await coordinator.verify(store) { print(issue) }
    // example end
    #expect(try await coordinator.verify(store) == [])
  }

  @Test func backingUpASet() async throws {
    let shelves = try Shelves()
    let (coordinator, folder) = (shelves.coordinator, shelves.folder)
    // example
    let set = try await coordinator.backupSet(to: folder.appendingPathComponent("monday"))
    print(set.manifest.stores.map(\.path))
    // example end
    #expect(set.manifest.stores.count == 2)
    try restoring(folder.appendingPathComponent("monday"), folder.appendingPathComponent("empty"))
  }

  private func restoring(_ folder: URL, _ emptyFolder: URL) throws {
    // example
    let set = try BackupSet(at: folder)
    try set.verify()
    for store in set.manifest.stores { print(store.type, store.path) }
    try set.restore(to: emptyFolder)
    // example end
    #expect(FileManager.default.fileExists(atPath: emptyFolder.path))
  }

  @Test func linkingToAnotherStore() throws {
    let (loan, books) = (Shelves.entity("Loan"), Shelves.entity("Book"))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Loan")
    try declare(loan)
    let shelves = try Shelves([loan, books])
    let (context, coordinator) = (shelves.context, shelves.coordinator)
    let someBook = shelves.insert("Book")
    context.assign(someBook, to: coordinator.persistentStores[1])
    try use(shelves.insert("Loan"), someBook, request, context)
    #expect(try context.count(for: request) == 1)
    // example
    for link in try coordinator.brokenLinks(repairing: .nullify) { print(link) }
    // example end
  }

  private func declare(_ loan: NSEntityDescription) throws {
    // example
    let book = LinkDescription()
    book.name = "book"
    book.destinationEntityName = "Book"
    loan.properties.append(book)
    // example end
  }

  private func use(
    _ loan: NSManagedObject, _ someBook: NSManagedObject,
    _ request: NSFetchRequest<NSManagedObject>, _ context: NSManagedObjectContext
  ) throws {
    // example
    loan.setValue(someBook, forKey: "book")
    try context.save()
    request.predicate = NSPredicate(format: "book == %@", someBook)
    // example end
    typealias Book = NSManagedObject
    // example
    let book = loan.link("book", to: Book.self)
    book.object = someBook
    if book.isBroken { print("gone: \(book.uris)") }
    // example end
    #expect(!book.isBroken)
  }

  @Test func movingToAnotherStore() throws {
    let shelves = try Shelves([Shelves.entity("Order")])
    let (context, archive) = (shelves.context, shelves.coordinator.persistentStores[1])
    let order = shelves.insert("Order")
    try context.save()
    let before = order.objectID
    // example
    let ids = try context.move([order], to: archive)
    try context.save()
    // example end
    #expect(ids[before] == order.objectID)
    #expect(order.objectID.persistentStore === archive)
  }

  @Test func readingOneState() throws {
    let entities = ["Account", "Vault"].map(Shelves.entity)
    for entity in entities { entity.managedObjectClassName = NSStringFromClass(BankAccount.self) }
    let shelves = try Shelves(entities)
    let context = shelves.context
    _ = (shelves.insert("Account", 3), shelves.insert("Vault", 4))
    try context.save()
    let accounts = NSFetchRequest<BankAccount>(entityName: "Account")
    let vaults = NSFetchRequest<BankAccount>(entityName: "Vault")
    // example
    let total = try context.withSnapshot {
      try context.fetch(accounts).map(\.balance).reduce(0, +)
        + context.fetch(vaults).map(\.balance).reduce(0, +)
    }
    // example end
    #expect(total == 7)
  }

  @Test func readingOneStateLater() async throws {
    let shelves = try Shelves()
    let context = shelves.context
    // example
    let total = try await context.withSnapshot {
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Account"))
    }
    // example end
    #expect(total == 0)
  }
}
