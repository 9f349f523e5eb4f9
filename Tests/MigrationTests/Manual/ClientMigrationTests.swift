// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Migrations as public programs carry them out: into a temporary place, from where the store
/// replaces the old one.
@Suite struct ClientMigrationTests {
  private static let former = """
    Book
      title String
      cover String
      pages >> Page.book
      pageCount Int64 derived pages.@count
    Page
      number Int32
      book > Book.pages
    """
  private static let present = """
    Book
      title String
      pages >> Page.book
      pageCount Int64 derived pages.@count
      cover > Cover.book
    Page
      number Int32
      book > Book.pages
    Cover
      text String
      book > Book.cover
    """

  private func scene(_ pair: StorePair) throws -> Relocation {
    NSEntityMigrationPolicy.register([CoverPolicy.self])
    let scene = try Relocation(pair, Self.former, Self.present)
    try scene.fill { context in
      for number in 0..<5 {
        let book = context.insert("Book", ["title": "\(number)", "cover": "cover \(number)"])
        for page in 0..<number { _ = context.insert("Page", ["number": page, "book": book]) }
      }
    }
    return scene
  }

  private static func fetch(_ entity: String) -> CoreData.NSExpression {
    NSExpression(
      format: "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\" , "
        + "\"\(entity)\", \"TRUEPREDICATE\"), $manager.sourceContext, NO)")
  }

  /// A custom mapping with the hashes of entities that are in no model, a derived value among what is
  /// set, and a relationship that the policy makes.
  private static var mappings: [NSEntityMapping] {
    let selector = "destinationInstancesForEntityMappingNamed:sourceInstances:"
    let lookup = "FUNCTION($manager, \"\(selector)\", "
    let book = NSEntityMapping(
      "Book", to: "Book", .customEntityMappingType,
      attributes: ["title": "$source.title", "pageCount": "$source.pageCount"],
      relationships: ["pages": lookup + "\"PageToPage\", $source.pages)"],
      policy: String(describing: CoverPolicy.self))
    book.name = "BookToBook"
    book.userInfo = ["prefix": "the "]
    book.sourceEntityVersionHash = NSEntityDescription().versionHash
    book.destinationEntityVersionHash = book.sourceEntityVersionHash
    let page = NSEntityMapping(
      "Page", to: "Page", .copyEntityMappingType, attributes: ["number": "$source.number"],
      relationships: ["book": lookup + "\"BookToBook\", $source.book)"])
    page.name = "PageToPage"
    let cover = NSEntityMapping(nil, to: "Cover", .addEntityMappingType)
    for mapping in [book, page] { mapping.sourceExpression = fetch(mapping.sourceEntityName ?? "") }
    return [page, cover, book]
  }

  private func check(_ context: NSManagedObjectContext) throws {
    let books = try context.all("Book", sortedBy: "title")
    #expect(books.map { $0.string("title") } == ["0", "1", "2", "3", "4"])
    #expect(books.map { ($0.value(forKey: "pages") as? NSSet)?.count } == [0, 1, 2, 3, 4])
    #expect(books.map { $0.value(forKey: "pageCount") as? Int } == [0, 1, 2, 3, 4])
    let covers = books.map { ($0.value(forKey: "cover") as? NSManagedObject)?.string("text") }
    #expect(covers == (0..<5).map { "the cover \($0)" })
  }

  // R-PSC-570, R-PSC-573, R-PSC-574, R-PSC-585: while a coordinator still has the old store open
  @Test(arguments: Relocation.sameKinds)
  func aStoreIsReplacedByWhatItHasBecome(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let still = NSPersistentStoreCoordinator(managedObjectModel: scene.former)
    try still.addPersistentStore(
      ofType: pair.first, configurationName: nil, at: scene.source, options: nil)
    try scene.migrate(Self.mappings)
    try still.replacePersistentStore(
      at: scene.source, withPersistentStoreFrom: scene.destination,
      type: .init(rawValue: pair.first))
    try still.destroyPersistentStore(at: scene.destination, type: .init(rawValue: pair.first))
    try Relocation.use(scene.present, pair.first, scene.source, check)
  }

  #if SQLite
  // R-PSC-133, R-PSC-160: what empties the log beforehand, with a dictionary for the history
  @Test func theLogIsEmptiedBeforehand() throws {
    let pair = try #require(Relocation.sameKinds.first { $0.first == NSSQLiteStoreType })
    let scene = try scene(pair)
    let history = NSPersistentHistoryTrackingKey
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: scene.former)
    let tracked = try coordinator.addPersistentStore(
      ofType: pair.first, configurationName: nil, at: scene.source, options: [history: true])
    try coordinator.remove(tracked)
    let store = try coordinator.addPersistentStore(
      ofType: pair.first, configurationName: nil, at: scene.source,
      options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"], history: [history: true]])
    #expect(!store.isReadOnly)
    try coordinator.remove(store)
    let log = scene.source.path + "-wal"
    #expect(!FileManager.default.fileExists(atPath: log))
    try scene.migrate(Self.mappings)
    try scene.read(check)
  }
  #endif
}

/// Makes an object of what was an attribute.
private final class CoverPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let books = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    guard let book = books.first, let context = book.managedObjectContext else { return }
    let cover = NSEntityDescription.insertNewObject(forEntityName: "Cover", into: context)
    let prefix = mapping.userInfo?["prefix"] as? String ?? ""
    cover.setValue(prefix + (sInstance.string("cover") ?? ""), forKey: "text")
    cover.setValue(book, forKey: "book")
  }
}
