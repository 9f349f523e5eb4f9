// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The check of all links, and its repairs. R-PSC-965
@Suite struct LinkCheckTests {
  /// Loans a, b and c of books that are there, gone, and pens.
  private func broken(_ kind: StackKind) throws -> Library {
    let library = try Library(kind)
    try library.stack.run { context in
      let (kept, gone) = (context.book("K"), context.book("G", "Novel"))
      let pen = context.insert("Pen", ["title": "P"])
      try context.save()
      _ = context.loan("a", kept, shelf: [kept, gone])
      _ = context.loan("b", gone, shelf: [kept])
      try context.save()
      context.delete(gone)
      try context.save()
      try forge(pen, on: context.loan("c"), in: context)
    }
    return library
  }

  /// Writes what no save would: a batch request knows no entities of links.
  private func forge(
    _ pen: NSManagedObject, on loan: NSManagedObject, in context: NSManagedObjectContext
  ) throws {
    try context.save()
    let coordinator = try #require(context.persistentStoreCoordinator)
    let uri = pen.objectID.uriRepresentation()
    guard coordinator.persistentStores.allSatisfy({ Self.takesBatches.contains($0.type) }) else {
      return
    }
    let request = NSBatchUpdateRequest(entityName: "Loan")
    request.predicate = NSPredicate(format: "code == 'c'")
    request.propertiesToUpdate = ["book": uri]
    try context.execute(request)
  }

  private static let takesBatches = Set(StackKind.singles.map(\.name))

  @Test(arguments: StackKind.everyStore)
  func everyBrokenLinkIsFound(_ kind: StackKind) throws {
    let library = try broken(kind)
    let links = try library.stack.coordinator.brokenLinks()
    let missing = links.filter { $0.problem == .missingObject }
    #expect(Set(missing.map(\.name)) == ["book", "shelf"])
    #expect(missing.count == 2)
    #expect(Set(missing.map(\.destination)).count == 1)
    #expect(missing.allSatisfy { $0.owner.entity.name == "Loan" })
    let wrong = links.filter { $0.problem == .wrongEntity }
    #expect(wrong.count == (kind.enforcesUniqueness ? 1 : 0))
    #expect(links.count == missing.count + wrong.count)
    #expect(
      try library.stack.coordinator.brokenLinks(in: [library.books]).isEmpty
        == (kind.stores.count > 1))
  }

  @Test(arguments: StackKind.everyStore)
  func aRepairSetsBrokenLinksToNil(_ kind: StackKind) throws {
    let library = try broken(kind)
    let coordinator = library.stack.coordinator
    let found = try coordinator.brokenLinks(repairing: .nullify)
    #expect(found.count >= 2)
    let rest = try coordinator.brokenLinks()
    #expect(rest == [])
    try library.stack.run { context in
      let loans = try context.all("Loan", sortedBy: "code")
      #expect(loans.map { $0.linked()?.string("title") } == ["K", nil, nil])
      #expect(loans.map(\.shelfTitles) == ["K", "K", ""])
      #expect(loans[0].link("shelf").uris.count == 1)
      try context.expectCodes("bc", "book == nil", isStored: true)
    }
  }

  @Test func manyLinksAreCheckedInBatches() throws {
    let library = try Library(StackKind.singles[0])
    try library.stack.run { context in
      let book = context.book("E")
      try context.save()
      for number in 0..<3_000 { _ = context.loan("\(number)", book) }
      try context.save()
      context.delete(book)
      try context.save()
    }
    var count = 0
    try library.stack.coordinator.forEachBrokenLink { link in
      count += 1
      #expect(link.problem == .missingObject)
      #expect("\(link)".contains("missingObject"))
    }
    #expect(count == 3_000)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try library.stack.coordinator.forEachBrokenLink { _ in throw Stop() }
    }
    _ = try library.stack.coordinator.brokenLinks(repairing: .nullify)
    let rest = try library.stack.coordinator.brokenLinks()
    #expect(rest == [])
  }

  @Test(arguments: Library.durablePairs)
  func linksFollowAStoreThatWasMigrated(_ kind: StackKind) throws {
    let library = try Library(kind)
    let coordinator = library.stack.coordinator
    guard Self.takesBatches.contains(library.books.type) else { return }
    try library.stack.run { context in
      let book = context.book("E")
      _ = context.loan("a", book, shelf: [book])
      try context.save()
    }
    let url = library.stack.directory.appendingPathComponent("moved")
    _ = try coordinator.migratePersistentStore(
      library.books, to: url, options: nil, withType: library.books.type)
    try library.stack.run { context in
      let loan = try context.only("Loan")
      let book = try #require(loan.linked())
      #expect(book.string("title") == "E")
      #expect(loan.shelfTitles == "E")
      try context.expectCodes("a", "book == %@", book)
      try context.expectCodes("a", "ANY shelf == %@", book)
    }
    let broken = try coordinator.brokenLinks(repairing: .renew)
    #expect(broken == [])
    try library.stack.run { context in
      let loan = try context.only("Loan")
      let book = try #require(loan.linked())
      #expect(loan.link("book").uris == [book.objectID.uriRepresentation()])
      #expect(loan.link("shelf").uris == [book.objectID.uriRepresentation()])
    }
  }

  @Test(arguments: StackKind.all)
  func batchRequestsTakeObjectsAndIDs(_ kind: StackKind) throws {
    try Library(kind).stack.run { context in
      let book = context.book("E")
      try context.save()
      try context.execute(
        NSBatchInsertRequest(
          entityName: "Loan", objects: [["code": "a", "book": book.objectID, "shelf": [book]]]))
      let request = NSBatchUpdateRequest(entityName: "Loan")
      request.predicate = NSPredicate(format: "book == %@", book)
      request.propertiesToUpdate = ["code": "b"]
      try context.execute(request)
      let loan = try context.only("Loan")
      #expect(loan.string("code") == "b")
      #expect(loan.linked() === book)
      #expect(loan.objects("shelf") == [book])
    }
  }
}
