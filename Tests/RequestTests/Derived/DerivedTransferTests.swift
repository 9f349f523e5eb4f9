// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Derived attributes of copied stores, and of several stores.
@Suite struct DerivedTransferTests {
  static let pairs = DerivingStores.durable.flatMap { one in
    DerivingStores.durable.map { (one, $0) }
  }

  private func fill(_ context: NSManagedObjectContext) throws {
    var edits = BookcaseEdits(seed: 7)
    for _ in 1...40 { try edits.edit(context) }
    try context.save()
  }

  private func moments(_ context: NSManagedObjectContext) throws -> [Date?] {
    try context.all("Book").map { $0.value(forKey: "savedAt") as? Date }
      .sorted { ($0 ?? .distantPast) < ($1 ?? .distantPast) }
  }

  // R-MOD-128
  @Test(arguments: pairs)
  func aCopyHasTheValues(_ kinds: (StackKind, StackKind)) throws {
    let stack = try Stack(kinds.0, model: BookcaseModel.make())
    let context = stack.context()
    let before = try context.performAndWait {
      try fill(context)
      context.reset()
      return try moments(context)
    }
    let store = try #require(stack.coordinator.persistentStores.first)
    let url = stack.directory.appendingPathComponent("copy")
    try stack.coordinator.migratePersistentStore(
      store, to: url, options: nil, type: NSPersistentStore.StoreType(rawValue: kinds.1.name))
    let reader = stack.context()
    try reader.performAndWait {
      #expect(try BookcaseOracle.mistakes(in: reader) == [])
      #expect(try moments(reader) == before)
      var edits = BookcaseEdits(seed: 8)
      for _ in 1...20 { try edits.edit(reader) }
      try reader.save()
      reader.reset()
      #expect(try BookcaseOracle.mistakes(in: reader) == [])
    }
  }

  // R-MOD-128, R-PSC-201
  @Test(arguments: pairs)
  func savesOverSeveralStoresDeriveInEach(_ kinds: (StackKind, StackKind)) throws {
    let place = try Workplace()
    let coordinator = place.coordinator(BookcaseModel.make())
    for (index, kind) in [kinds.0, kinds.1].enumerated() {
      try coordinator.addPersistentStore(
        ofType: kind.name, configurationName: nil, at: place.url("store\(index)"), options: nil)
    }
    defer { coordinator.persistentStores.forEach { try? coordinator.remove($0) } }
    try place.run(coordinator) { context in
      for store in coordinator.persistentStores {
        let author = context.insert("Author", ["name": store.type])
        let book = context.insert("Book", ["title": store.type, "author": author])
        let page = context.insert("Page", ["words": 4, "book": book])
        for object in [author, book, page] { context.assign(object, to: store) }
      }
      try context.save()
      for page in try context.all("Page") { page.setValue(9, forKey: "words") }
      try context.save()
    }
    #expect(try place.run(coordinator) { try BookcaseOracle.mistakes(in: $0) } == [])
  }
}
