// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Counts, IDs and batches beside random pending changes are what the definition says, and cost what
/// is pending. // R-REQ-010 R-REQ-011 R-REQ-014 R-REQ-017
@Suite struct PendingMergeTests {
  /// Notes in two stores, one of them alone with the rest of the model.
  private static let mixtures: [StackKind] = {
    let types = StackKind.singles.map { $0.stores[0].type }
    return types.flatMap { first in
      types.map { second in
        StackKind(
          name: "\(first)|\(second)",
          stores: [(first, "People"), (first, "Notes"), (second, "Archive"), (first, "Scratch")])
      }
    }
  }()

  private static var predicates: [NSPredicate?] {
    [
      nil, NSPredicate(format: "rank > 10"), NSPredicate(format: "text BEGINSWITH 'a'"),
      NSPredicate(format: "rank IN %@", [1, 3, 5, 7, 9, 11, 13]),
      NSPredicate(format: "text ==[c] 'A1' OR rank == 4"), NSPredicate(format: "text == nil"),
      NSPredicate(format: "ANY tags.label == 'x'"), NSPredicate(value: false),
    ]
  }

  private func fill(_ context: NSManagedObjectContext) {
    let tag = context.insert("Tag", ["label": "x"])
    for index in 0..<24 {
      let note = context.insert("Note", ["rank": index])
      if index % 5 != 0 { note.setValue("\(index.isMultiple(of: 2) ? "a" : "b")1", forKey: "text") }
      if let store = context.persistentStoreCoordinator?.persistentStores[1 + index % 2] {
        context.assign(note, to: store)
      }
      if index % 6 == 0 { note.setValue(Set([tag]), forKey: "tags") }
    }
  }

  private func change(_ context: NSManagedObjectContext, _ random: inout SplitMix64) throws {
    let notes = try context.all("Note", sortedBy: "rank")
    for note in notes where !note.isDeleted {
      switch random.below(8) {
      case 0: note.setValue(random.below(30), forKey: "rank")
      case 1: note.setValue(random.oneIn(2) ? "a1" : nil, forKey: "text")
      case 2: context.delete(note)
      default: break
      }
    }
    for _ in 0..<random.below(3) {
      _ = context.insert("Note", ["rank": random.below(30), "text": "a\(random.below(3))"])
    }
  }

  private func request(
    _ random: inout SplitMix64, _ context: NSManagedObjectContext
  ) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.predicate = random.pick(Self.predicates)
    if random.oneIn(2) {
      request.sortDescriptors = [
        NSSortDescriptor(key: random.pick(["rank", "text"]), ascending: random.oneIn(2))
      ]
      (request.fetchOffset, request.fetchLimit) = (random.below(6), random.below(12))
    }
    if random.oneIn(3), let stores = context.persistentStoreCoordinator?.persistentStores {
      request.affectedStores = [stores[1 + random.below(2)]]
    }
    return request
  }

  /// The objects that the definition says, without a window; their keys in order.
  private func defined(
    _ request: NSFetchRequest<NSManagedObject>, _ context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    let all = NSFetchRequest<NSManagedObject>(entityName: "Note")
    all.affectedStores = request.affectedStores
    let matching = try context.fetch(all).filter {
      request.predicate?.evaluate(with: $0) ?? true
    }
    guard let descriptors = request.sortDescriptors else { return matching }
    return (matching as NSArray).sortedArray(using: descriptors).compactMap {
      $0 as? NSManagedObject
    }
  }

  private func check(
    _ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext,
    _ comment: Comment
  ) throws {
    let whole = try defined(request, context)
    let rest = whole.dropFirst(request.fetchOffset)
    let expected = request.fetchLimit > 0 ? Array(rest.prefix(request.fetchLimit)) : Array(rest)
    #expect(try context.count(for: request) == expected.count, comment)
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Note")
    ids.predicate = request.predicate
    ids.sortDescriptors = request.sortDescriptors
    (ids.fetchOffset, ids.fetchLimit) = (request.fetchOffset, request.fetchLimit)
    ids.affectedStores = request.affectedStores
    ids.resultType = .managedObjectIDResultType
    let found = try context.fetch(ids)
    let objects = try context.fetch(request)
    request.fetchBatchSize = 3
    let batched = try context.fetch(request)
    // Objects with equal sort keys may come in any order, the same in all three.
    #expect(found == objects.map(\.objectID), comment)
    #expect(batched == objects, comment)
    guard let key = request.sortDescriptors?.first?.key else {
      return #expect(Set(objects) == Set(expected), comment)
    }
    let values = { (objects: [NSManagedObject]) in
      objects.map { "\($0.value(forKey: key) ?? "nil")" }
    }
    #expect(values(objects) == values(expected), comment)
  }

  @Test(arguments: mixtures)
  func theDefinitionHoldsOnMixturesOfStores(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      try context.save()
      for seed in UInt64(1)...40 {
        var random = SplitMix64(seed: seed)
        try change(context, &random)
        for _ in 0..<5 { try check(request(&random, context), in: context, "seed \(seed)") }
        if random.oneIn(4) { try context.save() } else { context.rollback() }
      }
    }
  }

  @Test(arguments: StackKind.singles)
  func theDefinitionHoldsBelowAnotherContext(_ kind: StackKind) throws {
    let stack = try Stack(
      StackKind(
        name: kind.name,
        stores: [
          (kind.stores[0].type, "People"), (kind.stores[0].type, "Notes"),
          (kind.stores[0].type, "Archive"), (kind.stores[0].type, "Scratch"),
        ]))
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try parent.performAndWait {
      fill(parent)
      try parent.save()
    }
    for seed in UInt64(1)...20 {
      var random = SplitMix64(seed: seed)
      try parent.performAndWait { try change(parent, &random) }
      try child.performAndWait {
        try change(child, &random)
        for _ in 0..<4 {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
          request.predicate = random.pick(Self.predicates)
          try check(request, in: child, "seed \(seed)")
        }
        child.rollback()
      }
    }
  }

  // R-REQ-014: no row is read and no object registered for those that have not changed.
  @Test(arguments: StackKind.singles)
  func aCountBesideChangesReadsNoRows(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      for rank in 0..<500 { _ = context.insert("Note", ["rank": rank]) }
      try context.save()
      context.reset()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.predicate = NSPredicate(format: "rank >= 100")
      let changed = try #require(context.all("Note", "rank == 7").first)
      changed.setValue(700, forKey: "rank")
      _ = context.insert("Note", ["rank": 800])
      context.delete(try #require(context.all("Note", "rank == 300").first))
      context.processPendingChanges()
      let (queries, rows) = (stack.coordinator.queryCount, stack.coordinator.deliveredRowCount)
      let lookups = stack.coordinator.lookupCount
      #expect(try context.count(for: request) == 401)
      #expect(stack.coordinator.queryCount - queries == 1)
      #expect(stack.coordinator.deliveredRowCount == rows)
      #expect(stack.coordinator.lookupCount == lookups)
      #expect(context.registeredObjects.count == 3)
    }
  }

  @Test(arguments: StackKind.singles, [true, false])
  func idsBesideChangesRegisterNothing(_ kind: StackKind, _ isSorted: Bool) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      for rank in 0..<500 { _ = context.insert("Note", ["rank": rank]) }
      try context.save()
      context.reset()
      let changed = try #require(context.all("Note", "rank == 7").first)
      changed.setValue(250, forKey: "rank")
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Note")
      request.resultType = .managedObjectIDResultType
      if isSorted { request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)] }
      let queries = stack.coordinator.queryCount
      let ids = try context.fetch(request)
      #expect(ids.count == 500)
      #expect(ids.firstIndex(of: changed.objectID) == (isSorted ? 250 : 7))
      #expect(stack.coordinator.queryCount - queries == 1)
      #expect(context.registeredObjects.count == 1)
    }
  }

  // R-REQ-020
  @Test(arguments: StackKind.singles)
  func aBatchedFetchBesideChangesLoadsBatches(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      for rank in 0..<100 { _ = context.insert("Note", ["rank": rank]) }
      try context.save()
      context.reset()
      _ = context.insert("Note", ["rank": 50])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      request.fetchBatchSize = 10
      let notes = try context.fetch(request)
      let lookups = stack.coordinator.lookupCount
      #expect(notes.map { $0.isFault }.count { $0 } == 100)
      #expect(notes[3].value(forKey: "rank") as? Int == 3)
      #expect(stack.coordinator.lookupCount - lookups == 10)
      #expect(notes.map { $0.value(forKey: "rank") as? Int } == Array(0...50) + Array(50..<100))
    }
  }
}
