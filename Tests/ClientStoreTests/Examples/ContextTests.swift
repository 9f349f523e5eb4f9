// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

/// Contexts of every kind over client stores.
struct ContextTests {
  // R-PSC-198, 199
  @Test(arguments: ClientStack.Kind.allCases)
  func aChildsChangesReachTheStoreThroughItsParent(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try child.performAndWait {
      let item = child.insert("Item", ["name": "a"])
      _ = child.insert("Box", ["items": Set([item])])
      try child.obtainPermanentIDs(for: [item])
      #expect(!item.objectID.isTemporaryID)
      #expect(item.isInserted)
      try child.save()
      #expect(try stack.run { try $0.all("Item").isEmpty })
      try parent.performAndWait { try parent.save() }
    }
    try stack.other().run { context in
      let box = try context.only("Box")
      #expect(box.members("items").map { $0.string("name") } == ["a"])
    }
    try child.performAndWait {
      let item = try child.only("Item")
      child.delete(item)
      try child.save()
      try parent.performAndWait { try parent.save() }
    }
    #expect(try stack.other().run { try $0.all("Item").isEmpty })
  }

  @Test(arguments: ClientStack.Kind.allCases)
  func aContextMergesWhatAnotherSaved(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    let watching = stack.context()
    watching.performAndWait { watching.automaticallyMergesChangesFromParent = true }
    let item = try watching.performAndWait {
      let item = watching.insert("Item", ["name": "old"])
      try watching.save()
      return item
    }
    try stack.run { context in
      let same = try context.only("Item")
      same.setValue("new", forKey: "name")
      _ = context.insert("Box", ["items": Set([same])])
      try context.save()
    }
    watching.performAndWait {
      #expect(item.string("name") == "new")
      #expect(item.value(forKey: "box") != nil)
    }
  }

  // R-PSC-374, 446
  @Test(arguments: ClientStack.Kind.allCases)
  func aRefreshedObjectShowsWhatWasSavedMeanwhile(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    try stack.run { context in
      let item = context.insert("Item", ["name": "old"])
      try context.save()
      try stack.run { other in
        try other.only("Item").setValue("new", forKey: "name")
        try other.save()
      }
      #expect(item.string("name") == "old")
      context.refresh(item, mergeChanges: false)
      #expect(item.string("name") == "new")
    }
  }

  // R-PSC-374
  @Test func aStaleContextReadsWhatAnotherProgramSaved() throws {
    let stack = try ClientStack(.http)
    let other = try stack.other()
    try stack.run { context in
      context.stalenessInterval = 0
      let item = context.insert("Item", ["name": "old"])
      try context.save()
      try other.run { other in
        try other.only("Item").setValue("new", forKey: "name")
        try other.save()
      }
      context.refresh(item, mergeChanges: false)
      #expect(item.string("name") == "new")
    }
  }

  @Test(arguments: ClientStack.Kind.allCases)
  func fetchesOfEveryResultTypeAgree(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    try stack.run { context in
      for number in 0..<20 {
        _ = context.insert(
          number % 4 == 0 ? "Tool" : "Item",
          ["small": number % 5, "name": "\(number)", "weight": Double(number)])
      }
      try context.save()
    }
    try stack.other().run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      request.predicate = NSPredicate(format: "small == 3 AND flag == nil")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
      let found = try context.fetch(request)
      #expect(found.map { $0.string("name") } == ["8", "3", "18", "13"])
      #expect(try context.count(for: request) == 4)
      request.fetchOffset = 1
      request.fetchLimit = 2
      #expect(try context.fetch(request).map { $0.string("name") } == ["3", "18"])
      #expect(try context.count(for: request) == 2)
      request.predicate = NSPredicate(format: "weight > 10 AND name LIKE '1*'")
      #expect(try context.fetch(request).map { $0.string("name") } == ["18", "17"])
      #expect(try context.count(for: request) == 2)
      request.includesSubentities = false
      request.fetchOffset = 0
      request.fetchLimit = 0
      #expect(try context.count(for: request) == 7)
      let rows = NSFetchRequest<NSDictionary>(entityName: "Tool")
      rows.resultType = .dictionaryResultType
      rows.propertiesToFetch = ["name"]
      rows.sortDescriptors = [NSSortDescriptor(key: "weight", ascending: true)]
      #expect(
        try context.fetch(rows).map { $0["name"] as? String } == ["0", "4", "8", "12", "16"])
    }
  }

  // R-PSC-453
  @Test func theStoreKnowsWhichObjectsAreInUse() throws {
    let stack = try ClientStack(.http)
    let store = try #require(stack.store as? HTTPStore)
    let (first, second) = (stack.context(), stack.context())
    let item = try first.performAndWait {
      let item = first.insert("Item", ["name": "a"])
      try first.save()
      return item
    }
    let id = item.objectID
    #expect(store.useCounts == [id: 1])
    let held = try second.performAndWait { try second.only("Item") }
    #expect(store.useCounts == [id: 2])
    withExtendedLifetime(item) { first.performAndWait { first.reset() } }
    #expect(store.useCounts == [id: 1])
    try second.performAndWait {
      second.delete(held)
      try second.save()
    }
    #expect(store.useCounts.isEmpty)
  }
}
