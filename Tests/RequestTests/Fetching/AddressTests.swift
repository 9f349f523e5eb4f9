// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Attributes of type URI, which are stored as texts, and are searched and sorted so.
@Suite struct AddressTests {
  private func stack(_ kind: StackKind, _ addresses: [String]) throws -> Stack {
    let stack = try Stack(kind, model: ModelText("Page\n  source URI\n  title String").model())
    try stack.run { (context: NSManagedObjectContext) throws in
      for (place, address) in addresses.enumerated() { insert(address, "\(place)", into: context) }
      try context.save()
    }
    return stack
  }

  private func insert(_ address: String, _ title: String, into context: NSManagedObjectContext) {
    let page = NSEntityDescription.insertNewObject(forEntityName: "Page", into: context)
    page.setValue(URL(string: address), forKey: "source")
    page.setValue(title, forKey: "title")
  }

  private func titles(
    _ predicate: NSPredicate?, by key: String = "title", limit: Int = 0,
    in context: NSManagedObjectContext
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Page")
    request.predicate = predicate
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    request.fetchLimit = limit
    let found = try context.fetch(request)
    if limit == 0 { #expect(try context.count(for: request) == found.count) }
    return found.map { $0.string("title") ?? "" }
  }

  // R-REQ-080: Pocket searches its saves by `url CONTAINS %@`.
  @Test(
    arguments: StackKind.singles,
    [
      #"source CONTAINS "saved""#, #"source CONTAINS[cd] "SAVED""#, #""saved" IN source"#,
      #"source BEGINSWITH "https://example.com/saved""#, #"source ENDSWITH "saved-1""#,
      #"source LIKE "*saved*""#, #"source MATCHES ".*saved-[0-9]""#,
      #"source CONTAINS "saved" OR title CONTAINS "none""#,
      #"source.absoluteString CONTAINS "saved""#,
      #"source.absoluteString == "https://example.com/saved-1""#,
      #"source.lastPathComponent == "saved-1""#, #"source == "https://example.com/saved-1""#,
    ])
  func addressesAreSearchedAsTexts(_ kind: StackKind, _ format: String) throws {
    let stack = try stack(kind, ["https://example.com/other", "https://example.com/saved-1"])
    try stack.run { (context: NSManagedObjectContext) throws in
      let predicate = NSPredicate(format: format)
      #expect(try titles(predicate, in: context) == ["1"])
      // Pending changes are found like stored ones.
      insert("https://example.com/saved-1", "new", into: context)
      #expect(try titles(predicate, in: context) == ["1", "new"])
    }
  }

  @Test(arguments: StackKind.singles)
  func whatIsInNoAddressIsNotFound(_ kind: StackKind) throws {
    let stack = try stack(kind, ["https://example.com/1"])
    try stack.run { (context: NSManagedObjectContext) throws in
      context.insertPageWithoutAddress()
      for format in [#"source CONTAINS "none""#, #"source BEGINSWITH "e""#, #"source LIKE "x""#] {
        #expect(try titles(NSPredicate(format: format), in: context) == [])
      }
    }
  }

  // Pocket sorts its pictures by `source.absoluteString`.
  @Test(arguments: StackKind.singles)
  func objectsAreSortedByTheTextsOfTheirAddresses(_ kind: StackKind) throws {
    let stack = try stack(kind, ["https://c.org/", "https://a.org/", "https://b.org/"])
    try stack.run { (context: NSManagedObjectContext) throws in
      let key = "source.absoluteString"
      #expect(try titles(nil, by: key, in: context) == ["1", "2", "0"])
      #expect(try titles(nil, by: key, limit: 1, in: context) == ["1"])
      insert("https://aa.org/", "new", into: context)
      #expect(try titles(nil, by: key, in: context) == ["1", "new", "2", "0"])
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func insertPageWithoutAddress() {
    _ = NSEntityDescription.insertNewObject(forEntityName: "Page", into: self)
  }
}
