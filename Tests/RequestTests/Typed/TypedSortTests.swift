// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Forced unwrapping is a step of a path.
// swift-format-ignore-file: NeverForceUnwrap

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Swift's sort descriptors in fetches, and the paths they sort by.
@Suite struct TypedSortTests {
  private static let orders: [(name: String, key: String, SortDescriptor<Book>)] = [
    ("standard by default", "title", SortDescriptor(\.title)),
    ("standard", "title", SortDescriptor(\.title, comparator: .localizedStandard)),
    ("localised", "title", SortDescriptor(\.title, comparator: .localized, order: .reverse)),
    ("lexical", "title", SortDescriptor(\.title, comparator: .lexical)),
    ("a text that is there", "isbn", SortDescriptor(\.isbn, order: .reverse)),
    ("number", "pages", SortDescriptor(\.pages, order: .reverse)),
    ("optional number", "stars", SortDescriptor(\.stars)),
    ("date", "added", SortDescriptor(\.added, order: .reverse)),
    ("to-one", "reader.name", SortDescriptor(\.reader?.name)),
    ("number of a to-one", "reader.age", SortDescriptor(\.reader?.age)),
    ("over two to-ones", "reader.friend.age", SortDescriptor(\.reader?.friend?.age)),
  ]

  @Test(arguments: Library.kinds)
  func aFetchSortsAsTheDescriptorInMemory(_ kind: StackKind) throws {  // R-PRED-285, R-PRED-282
    let library = try Library(kind)
    let context = library.context
    try context.performAndWait {
      let all = try context.fetch(Book.self)
      for (name, key, order) in Self.orders {
        let descriptors = [NSSortDescriptor(order), NSSortDescriptor(SortDescriptor(\Book.pages))]
        #expect(descriptors[0].key == key)
        let inMemory = (all as NSArray).sortedArray(using: descriptors) as? [Book]
        let found = try context.fetch(Book.self, sortBy: [order, SortDescriptor(\.pages)])
        #expect(found.map(\.pages) == inMemory?.map(\.pages), "\(kind.name): \(name)")
      }
    }
  }

  @Test(arguments: Library.kinds)
  func numbersAndDatesSortAsInSwift(_ kind: StackKind) throws {  // R-PRED-285
    let library = try Library(kind)
    let context = library.context
    try context.performAndWait {
      let all = try context.fetch(Book.self)
      for (name, _, order) in Self.orders[5...7] + [Self.orders[10]] {
        let orders = [order, SortDescriptor(\.pages)]
        let found = try context.fetch(Book.self, sortBy: orders)
        #expect(found.map(\.pages) == all.sorted(using: orders).map(\.pages), "\(name)")
      }
    }
  }

  @Test func aPathOverSeveralPropertiesHasAName() {  // R-PRED-302
    _ = LibraryModel.make()
    #expect(NSManagedObject.propertyName(of: \Book.reader?.friend?.name) == "reader.friend.name")
    #expect(NSManagedObject.propertyName(of: \Book.reader!.age) == "reader.age")
    #expect(NSManagedObject.propertyName(of: \Book.reader?.age) == "reader.age")
    #expect(NSManagedObject.propertyName(of: \Book.reader?.hashValue) == nil)
    #expect(NSManagedObject.propertyName(of: \Book.title?.count) == nil)
    #expect(NSManagedObject.propertyName(of: \Book.title) == "title")
  }

  @Test func clientsAskKeyPathsForTheirNames() {  // R-PRED-302
    _ = LibraryModel.make()
    let paths: [AnyKeyPath] = [\Book.title, \Book.reader?.name, \Book.title?.count]
    #expect(paths.map(\._kvcKeyPathString) == ["title", "reader.name", nil])
  }

  @Test func anUnknownPathIsAnErrorThatNamesIt() throws {  // R-PRED-286
    let library = try Library(StackKind.singles[0])
    library.context.performAndWait {
      let error = #expect(throws: CocoaError.self) {
        try library.context.fetch(Book.self, sortBy: [SortDescriptor(\.hashValue)])
      }
      let text = "\(error as Any)"
      #expect(text.contains(#"\Book."#))
      #expect(text.contains("Int"))
    }
  }
}
