// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Which calls an incremental store gets, and in which order.
struct IncrementalCallTests {
  private func filled(_ tape: Tape = Tape()) throws -> TapeStack {
    let stack = try TapeStack(tape)
    try stack.fill()
    return stack
  }

  private func book(_ title: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
    try #require(try context.all("Book", "title == '\(title)'").first)
  }

  // MARK: - Saves

  // R-PSC-334, 440, 443, 451
  @Test func newObjectsAreNamedOnceAndThenSavedTogether() throws {
    let stack = try TapeStack()
    try stack.run { context in
      let shelf = context.insert("Shelf", ["title": "A"])
      _ = context.insert("Book", ["title": "B", "shelf": shelf])
      try context.save()
      let calls = stack.tape.calls()
      #expect(calls.count == 2)
      #expect(Set(calls[0].split(separator: " ")) == ["names", "Shelf", "Book"])
      let names = stack.tape.records.keys.sorted().joined(separator: " ")
      #expect(calls[1] == "save inserted \(names)")
      try context.save()
      #expect(stack.tape.calls() == ["save "])
    }
  }

  // R-PSC-449
  @Test func changesAndDeletionsAreSavedTogether() throws {
    let stack = try filled()
    try stack.run { context in
      let (ada, zoo) = (try book("Ada", context), try book("Zoo", context))
      let names = [ada, zoo].map { stack.store.name($0.objectID) }
      ada.setValue("Bee", forKey: "title")
      context.delete(zoo)
      _ = stack.tape.calls()
      try context.save()
      let saves = stack.tape.calls().filter { $0.hasPrefix("save") }
      #expect(saves.count == 1)
      #expect(saves[0].contains("updated \(names[0])"))
      #expect(saves[0].contains("deleted \(names[1])"))
      #expect(stack.tape.records[names[0]]?.values["title"] as? String == "Bee")
      #expect(stack.tape.records[names[0]]?.version == 2)
      #expect(stack.tape.records[names[1]] == nil)
    }
  }

  // R-PSC-443
  @Test func bothEndsOfANewPairAreSaved() throws {
    let stack = try filled()
    try stack.run { context in
      let tag = context.insert("Tag", ["label": "x"])
      try context.save()
      let ada = try book("Ada", context)
      _ = stack.tape.calls()
      ada.setValue(Set([tag]), forKey: "tags")
      try context.save()
      let save = try #require(stack.tape.calls().last)
      let names = [ada, tag].map { stack.store.name($0.objectID) }
      #expect(save == "save updated \(names.sorted().joined(separator: " "))")
      #expect(stack.tape.records[names[0]]?.links["tags"] == [names[1]])
    }
    try stack.run { context in
      let tags = try book("Ada", context).objects("tags")
      #expect(tags.map { $0.string("label") } == ["x"])
    }
  }

  // R-PSC-443
  @Test func theOrderOfAnOrderedRelationshipIsThatOfTheArray() throws {
    let stack = try filled()
    try stack.run { context in
      let shelf = try #require(try context.all("Shelf", "title == 'A'").first)
      let books = try context.all("Book", sortedBy: "title")
      shelf.setValue(NSOrderedSet(array: books.reversed()), forKey: "queue")
      try context.save()
    }
    try stack.run { context in
      let shelf = try #require(try context.all("Shelf", "title == 'A'").first)
      let queue = shelf.value(forKey: "queue") as? NSOrderedSet
      #expect(
        queue?.array.compactMap { ($0 as? NSManagedObject)?.string("title") } == ["Zoo", "Ada"])
    }
  }

  // R-PSC-451, R-CTX-139
  @Test func permanentIDsThatWereObtainedEarlyAreKept() throws {
    let stack = try TapeStack()
    try stack.run { context in
      let book = context.insert("Book", ["title": "A"])
      try context.obtainPermanentIDs(for: [book])
      #expect(stack.tape.calls() == ["names Book"])
      #expect(!book.objectID.isTemporaryID)
      let name = stack.store.name(book.objectID)
      try context.save()
      #expect(stack.tape.calls() == ["save inserted \(name)"])
    }
  }

  // R-PSC-451, 455
  @Test func aFailedSaveIsRepeatedWithNewNames() throws {
    let stack = try TapeStack()
    try stack.run { context in
      let book = context.insert("Book", ["title": "A"])
      stack.tape.failures["save"] = CocoaError(.fileWriteOutOfSpace)
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(book.objectID.isTemporaryID)
      #expect(context.hasChanges)
      stack.tape.failures = [:]
      _ = stack.tape.calls()
      try context.save()
      #expect(stack.tape.calls().count == 2)
      #expect(stack.tape.records.count == 1)
      #expect(book.string("title") == "A")
    }
  }

  // R-PSC-449, 811
  @Test func objectsThatAreOnlyCheckedAreLocked() throws {
    let stack = try filled()
    try stack.run { context in
      let ada = try book("Ada", context)
      let name = stack.store.name(ada.objectID)
      _ = ada.string("title")
      _ = stack.tape.calls()
      context.detectConflicts(for: ada)
      try context.save()
      #expect(stack.tape.calls() == ["save locked \(name)"])
      #expect(stack.tape.records[name]?.version == 2)
      ada.setValue("Bee", forKey: "title")
      try context.save()
      #expect(stack.tape.records[name]?.version == 3)
      context.stalenessInterval = 0
      context.refresh(ada, mergeChanges: false)
      #expect(ada.string("title") == "Bee")
      ada.setValue("Cat", forKey: "title")
      context.detectConflicts(for: try book("Zoo", context))
      try context.save()
      #expect(stack.tape.records[name]?.version == 4)
    }
  }

  // R-PSC-444, 483
  @Test func metadataAloneIsSavedWithoutObjects() throws {
    let stack = try TapeStack()
    try stack.run { context in
      stack.coordinator.setMetadata(["owner": "Ada"], for: stack.store)
      #expect(stack.tape.metadata?["owner"] == nil)
      try context.save()
      #expect(stack.tape.calls() == ["save metadata"])
      #expect(stack.tape.metadata?["owner"] as? String == "Ada")
      try context.save()
      // Without anything to save the store is asked all the same, with an empty request.
      #expect(stack.tape.calls() == ["save "])
    }
  }

  @Test func aChildContextsChangesReachTheStoreWithItsParents() throws {
    let stack = try filled()
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try child.performAndWait {
      try book("Ada", child).setValue("Bee", forKey: "title")
      _ = child.insert("Book", ["title": "New"])
      _ = stack.tape.calls()
      try child.save()
    }
    #expect(!stack.tape.calls().contains { $0.hasPrefix("save") || $0.hasPrefix("names") })
    try parent.performAndWait { try parent.save() }
    let calls = stack.tape.calls().filter { $0.hasPrefix("save") || $0.hasPrefix("names") }
    try #require(calls.count == 2)
    #expect(calls[0] == "names Book")
    #expect(!calls[1].contains("TEMPORARY"))
    #expect(stack.tape.records.values.contains { $0.values["title"] as? String == "New" })
  }

  // MARK: - Reads

  // R-PSC-446
  @Test func aFaultAsksOnceForAllContexts() throws {
    let stack = try filled()
    let (one, other) = (stack.context(), stack.context())
    let kept = try one.performAndWait { () -> [NSManagedObject] in
      let books = try one.all("Book")
      #expect(stack.tape.calls() == ["fetch Book objects"])
      let names = books.map { stack.store.name($0.objectID) }
      #expect(books.map { $0.string("title") } == ["Zoo", "Ada"])
      #expect(books.map { $0.value(forKey: "pages") as? Int } == [10, 10])
      #expect(stack.tape.calls() == names.map { "values \($0)" })
      return books
    }
    let titles = try other.performAndWait { try other.all("Book").map { $0.string("title") } }
    #expect(titles == ["Zoo", "Ada"])
    #expect(kept.count == 2)
    #expect(stack.tape.calls() == ["fetch Book objects"])
  }

  // R-PSC-447, 448
  @Test func aToManyIsAskedForWhenItIsNeeded() throws {
    let stack = try filled()
    try stack.run { context in
      let shelf = try #require(try context.all("Shelf", "title == 'A'").first)
      #expect(shelf.string("title") == "A")
      _ = stack.tape.calls()
      #expect(shelf.objects("books").count == 2)
      #expect(stack.tape.calls() == ["value books of \(stack.store.name(shelf.objectID))"])
      #expect(shelf.objects("books").count == 2)
      #expect(stack.tape.calls() == [])
    }
  }

  // R-PSC-447, 448
  @Test func aToOneThatTheNodeLacksIsAskedFor() throws {
    let stack = try filled()
    stack.tape.bringsToOnes = false
    try stack.run { context in
      let ada = try book("Ada", context)
      let shelf = ada.value(forKey: "shelf") as? NSManagedObject
      #expect(shelf?.string("title") == "A")
      #expect(stack.tape.calls().contains("value shelf of \(stack.store.name(ada.objectID))"))
    }
  }

  @Test func mergingASaveNeedsNoCall() throws {
    let stack = try filled()
    let (one, other) = (stack.context(), stack.context())
    try other.performAndWait {
      let ada = try book("Ada", other)
      _ = ada.string("title")
      try one.performAndWait {
        try book("Ada", one).setValue("Bee", forKey: "title")
        let observer = NotificationCenter.default.addObserver(
          forName: .NSManagedObjectContextDidSave, object: one, queue: nil
        ) { other.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try one.save()
      }
      _ = stack.tape.calls()
      #expect(ada.string("title") == "Bee")
      #expect(!stack.tape.calls().contains { $0.hasPrefix("values") })
    }
  }

  // R-PSC-443
  @Test func countsAndIDsAreAskedForAsSuch() throws {
    let stack = try filled()
    try stack.run { context in
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
      request.resultType = .managedObjectIDResultType
      request.fetchLimit = 1
      let ids = try context.fetch(request)
      #expect(ids.count == 1)
      let count = NSFetchRequest<NSManagedObject>(entityName: "Book")
      #expect(try context.count(for: count) == 2)
      #expect(stack.tape.calls() == ["fetch Book IDs limit 1", "fetch Book count"])
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // R-PSC-443
  @Test func dictionariesComeFromTheStoreItself() throws {
    let stack = try filled()
    try stack.run { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Book")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["title"]
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      request.fetchLimit = 1
      let given = try context.fetch(request)
      #expect(given.map { $0["title"] as? String } == ["Ada"])
      #expect(stack.tape.calls() == ["fetch Book dictionaries limit 1"])
      stack.tape.isExact = false
      #expect(try context.fetch(request).map { $0["title"] as? String } == ["Ada"])
      #expect(!stack.tape.calls().contains { $0.contains("dictionaries") })
    }
  }

  // R-PSC-443
  @Test func aRequestCanBeForwardedToAnotherCoordinator() throws {
    let stack = try TapeStack()
    let inner = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    try inner.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let behind = NSManagedObjectContext(.privateQueue)
    behind.persistentStoreCoordinator = inner
    try behind.performAndWait {
      _ = behind.insert("Book", ["title": "A"])
      try behind.save()
    }
    stack.tape.answer = { request in
      guard let copy = request.copy() as? NSFetchRequest<any NSFetchRequestResult> else {
        return nil
      }
      copy.entity = inner.managedObjectModel.entitiesByName[copy.entityName ?? ""]
      return try behind.performAndWait {
        copy.resultType == .countResultType
          ? [NSNumber(value: try behind.count(for: copy))] : try behind.fetch(copy)
      }
    }
    try stack.run { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Book")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["title"]
      let given = try context.fetch(request)
      #expect(given.map { $0["title"] as? String } == ["A"])
      let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book"))
      #expect(count == 1)
    }
  }

  @Test func prefetchingAsksForRelationshipsBeforehand() throws {
    let stack = try filled()
    try stack.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
      request.relationshipKeyPathsForPrefetching = ["books"]
      let shelves = try context.fetch(request)
      #expect(stack.tape.calls().filter { $0.hasPrefix("value books") }.count == 2)
      #expect(shelves.map { $0.objects("books").count }.sorted() == [0, 2])
      #expect(!stack.tape.calls().contains { $0.hasPrefix("value books") })
    }
  }

  // R-PSC-070, 072
  @Test func removingSavesNothing() throws {
    let stack = try filled()
    try stack.run { context in
      stack.coordinator.setMetadata(["owner": "Ada"], for: stack.store)
      _ = context.insert("Book")
      try stack.coordinator.remove(stack.store)
      #expect(stack.tape.calls() == [])
    }
  }

  // R-PSC-452
  @Test func aNameMadeOfDigitsStaysText() throws {
    let stack = try TapeStack()
    let entity = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
    let (text, number) = ("12", NSNumber(value: 13))
    for reference in [text, number] as [Any] {
      let id = stack.store.newObjectID(for: entity, referenceObject: reference)
      let again = stack.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
      #expect(again == id)
      #expect(stack.store.referenceObject(for: id) is String == reference is String)
    }
  }
}
