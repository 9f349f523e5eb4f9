// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// Filters that name objects, of which each store has only its own (R-PSC-262).
struct ForeignObjectTests {
  private let stack: Stack
  private let stores: [RecordingStore]
  /// Two authors in each of two stores, with the same numbers, and a book by the first of each.
  private let authors: [[ObjectKey]]
  private let books: [ObjectKey]

  init() throws {
    stores = (0..<2).map { RecordingStore(TableStore(Stack.schema, identifier: "\($0)")) }
    stack = try Stack(stores)
    var authors: [[ObjectKey]] = []
    var books: [ObjectKey] = []
    for store in 0..<2 {
      authors.append(try stack.insert("Author", in: store, [[:], [:]]))
      books += try stack.insert(
        "Book", in: store, [["author": .reference(authors[store][0].inStore(0))]])
    }
    self.authors = authors
    self.books = books
    for store in stores { store.forget() }
  }

  private func authors(_ filter: Filter) throws -> [ObjectKey] {
    try stack.keys(stack.query("Author", filter))
  }

  private func reference(_ key: ObjectKey) -> Operand { .value(.reference(key)) }
  private var itself: ColumnPath { ColumnPath(.key) }
  private var author: ColumnPath { stack.schema.path("Item", "author") }

  // R-PSC-262
  @Test func storesThatHaveNoneOfTheObjectsAreNotAsked() throws {
    #expect(try authors(.isObject(itself, [authors[1][1]])) == [authors[1][1]])
    #expect(stores[0].recorded == [])
    #expect(stores[1].count(of: .run) == 1)
  }

  // R-PSC-262
  @Test func objectsOfSeveralStoresAreFoundInTheirOwn() throws {
    let wanted = [authors[1][0], authors[0][1]]
    #expect(try authors(.isObject(itself, wanted)) == [authors[0][1], authors[1][0]])
  }

  // R-PSC-262
  @Test func objectsOfUnknownStoresMatchNothing() throws {
    let gone = ObjectKey(entity: 0, number: 1, store: 7)
    let new = ObjectKey(entity: 0, number: 1, store: ObjectKey.unassignedStore)
    #expect(try authors(.isObject(itself, [gone, new])).isEmpty)
    #expect(try authors(.isObject(itself, [])).isEmpty)
  }

  @Test func relatedObjectsAreComparedInTheirStore() throws {
    let filter = Filter.isObject(author, [authors[1][0]])
    #expect(try stack.keys(stack.query("Item", filter)) == [books[1]])
  }

  @Test func aNegatedFilterStillMatchesWhereTheObjectIsForeign() throws {
    #expect(
      try authors(.not(.isObject(itself, [authors[0][0]])))
        == [authors[0][1], authors[1][0], authors[1][1]])
  }

  @Test func filtersAreLookedThrough() throws {
    let own = Filter.isObject(itself, [authors[0][0]])
    let other = Filter.isObject(itself, [authors[1][0]])
    #expect(try authors(.or([own, other])) == [authors[0][0], authors[1][0]])
    #expect(try authors(.and([own, other])).isEmpty)
    #expect(try authors(.and([.constant(true), other])) == [authors[1][0]])
    #expect(stores[0].count(of: .run) == 1)
  }

  @Test func referencesInQuantifiersAreLocal() throws {
    let items = stack.schema.toMany("Author", "items")
    let filter = Filter.quantified(.any, items, .isObject(itself, [books[1]]))
    #expect(try authors(filter) == [authors[1][0]])
  }

  @Test func referencesAsValuesAreLocal() throws {
    let column = Operand.column(author)
    let query = { stack.query("Item", $0) }
    #expect(
      try stack.keys(query(.compare(column, .equal, reference(authors[1][0]), []))) == [books[1]])
    #expect(
      try stack.keys(query(.isIn(column, [.reference(authors[0][0])], []))) == [books[0]])
    #expect(
      try stack.keys(query(.compare(column, .notEqual, reference(authors[1][0]), [])))
        == [books[0]])
  }
}
