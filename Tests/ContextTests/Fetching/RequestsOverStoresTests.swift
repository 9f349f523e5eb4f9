// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// One request, two stores that hold the entity.
@Suite struct RequestsOverStoresTests {
  private static let pairs = StorePair.own.filter { $0.first != $0.second }

  /// Ten notes, by turns in either store; saved.
  private func stack(_ pair: StorePair) throws -> Stack {
    let stack = try Stack(pair.kind)
    let context = stack.context()
    try context.performAndWait {
      for number in 0..<10 {
        let note = context.insert("Note", ["text": "\(number % 5)", "rank": number])
        context.assign(note, to: number % 2 == 0 ? stack.first : stack.second)
      }
      try context.save()
    }
    return stack
  }

  private static func ranks(_ objects: [NSManagedObject]) -> [Int] {
    objects.compactMap { $0.value(forKey: "rank") as? Int }
  }

  private func expect(
    _ context: NSManagedObjectContext, _ request: NSFetchRequest<NSManagedObject>, _ ranks: [Int],
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let found = Self.ranks(try context.fetch(request))
    #expect(found == ranks, sourceLocation: place)
  }

  private static func request() -> NSFetchRequest<NSManagedObject> {
    NSFetchRequest<NSManagedObject>(entityName: "Note")
  }

  // R-PSC-265: any number of times
  @Test(arguments: pairs) func theOrderIsAlwaysTheSame(_ pair: StorePair) throws {
    let stack = try stack(pair)
    let context = stack.context()
    try context.performAndWait {
      let request = Self.request()
      for _ in 0..<20 {
        try expect(context, request, [0, 2, 4, 6, 8, 1, 3, 5, 7, 9])
      }
      // Equal keys in add order.
      request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
      for _ in 0..<20 {
        try expect(context, request, [0, 5, 6, 1, 2, 7, 8, 3, 4, 9])
      }
    }
  }

  // R-PSC-274
  @Test(arguments: pairs) func batchesAreOfBothStores(_ pair: StorePair) throws {
    let stack = try stack(pair)
    let context = stack.context()
    try context.performAndWait {
      let request = Self.request()
      request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
      request.fetchBatchSize = 3
      try expect(context, request, Array((0..<10).reversed()))
    }
  }

  // R-PSC-273, R-PSC-279
  @Test(arguments: pairs) func windowsAndCountsAreOfTheWhole(_ pair: StorePair) throws {
    let stack = try stack(pair)
    let context = stack.context()
    try context.performAndWait {
      let request = Self.request()
      request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      (request.fetchOffset, request.fetchLimit) = (3, 4)
      try expect(context, request, [3, 4, 5, 6])
      #expect(try context.count(for: request) == 4)
      (request.fetchOffset, request.fetchLimit) = (8, 0)
      #expect(try context.count(for: request) == 2)
      request.fetchOffset = 30
      #expect(try context.count(for: request) == 0)
    }
  }

  // R-PSC-263
  @Test(arguments: pairs) func conditionsAlongPathsStayWithinAStore(_ pair: StorePair) throws {
    let stack = try Stack(pair.kind)
    let context = stack.context()
    try context.performAndWait {
      for store in [stack.first, stack.second] {
        let note = context.insert("Note", ["text": store.type])
        note.setValue(Set([context.insert("Tag", ["label": "red"])]), forKey: "tags")
        context.assign(note, to: store)
        for tag in note.objects("tags") { context.assign(tag, to: store) }
      }
      try context.save()
      let request = Self.request()
      request.predicate = NSPredicate(format: "ANY tags.label == 'red'")
      #expect(try context.fetch(request).count == 2)
      request.affectedStores = [stack.second]
      #expect(try context.fetch(request).compactMap { $0.string("text") } == [stack.second.type])
    }
  }

  // R-PSC-031, R-PSC-032
  @Test func coordinatorsMayShareAModel() throws {
    let model = GarageModel.make()
    let first = NSPersistentStoreCoordinator(managedObjectModel: model)
    let second = NSPersistentStoreCoordinator(managedObjectModel: model)
    #expect(first.managedObjectModel === second.managedObjectModel)
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    copy.entitiesByName["Note"]?.renamingIdentifier = "Memo"
    #expect(copy.entitiesByName["Note"]?.renamingIdentifier == "Memo")
    #expect(model.entitiesByName["Note"]?.renamingIdentifier != "Memo")
  }
}
