// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// One save or fetch over several stores.
@Suite struct SeveralStoresTests {
  private static let pairs = StackKind.all.filter { $0.stores.count > 1 }

  // R-PSC-200, R-PSC-203
  @Test(arguments: pairs)
  func oneSaveWritesToEveryStore(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let objects = ["Person", "Note", "Draft"].map { context.insert($0) }
      objects[0].setValue("Ada", forKey: "firstName")
      let log = NotificationLog(context)
      try context.save()
      #expect(log.notes(.NSManagedObjectContextDidSave).count == 1)
      let stores = objects.compactMap { $0.objectID.persistentStore?.configurationName }
      #expect(stores == ["People", "Notes", "Scratch"])
    }
  }

  // R-PSC-201, R-CTX-584
  @Test(arguments: pairs)
  func aFailureInOneStoreLeavesTheOthersUntouched(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "old"])
      _ = context.insert("Car", ["numberPlate": "A"])
      try context.save()
      note.setValue("new", forKey: "text")
      _ = context.insert("Draft", ["text": "d"])
      let duplicate = context.insert("Car", ["numberPlate": "A"])
      #expect(
        failure { try context.save() }?.code == .managedObjectConstraintMerge)
      #expect(note.isUpdated)
      #expect(duplicate.isInserted)
      try stack.run { other in
        let (text, drafts) = (try other.only("Note").string("text"), try other.all("Draft").count)
        #expect(text == "old")
        #expect(drafts == 0)
      }
    }
    // The other way round: the conflict is in the store of the notes.
    try stack.run { context in
      let note = try context.only("Note")
      _ = note.string("text")
      try stack.run { other in
        try other.only("Note").setValue("theirs", forKey: "text")
        try other.save()
      }
      note.setValue("mine", forKey: "text")
      _ = context.insert("Person", ["firstName": "Ada"])
      #expect(failure { try context.save() }?.code == .managedObjectMerge)
      let people = try stack.run { try $0.all("Person").count }
      #expect(people == 0)
    }
  }

  // R-PSC-197
  @Test(arguments: pairs)
  func aReadOnlyStoreFailsTheWholeSave(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "old"])
      try context.save()
      let store = try #require(note.objectID.persistentStore)
      store.isReadOnly = true
      note.setValue("new", forKey: "text")
      _ = context.insert("Draft")
      let error = try #require(failure { try context.save() })
      #expect(error.code == .fileWriteNoPermission)
      #expect(error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [store])
      #expect(context.hasChanges)
      store.isReadOnly = false
      try context.save()
    }
    let drafts = try stack.run { try $0.all("Draft").count }
    #expect(drafts == 1)
  }

  // R-PSC-205
  @Test func uniqueValuesAreUniquePerStoreOnly() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
    let stores = try (0..<2).map { _ in
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      for store in stores {
        context.assign(context.insert("Car", ["numberPlate": "A"]), to: store)
      }
      try context.save()
      let count = try context.all("Car", "numberPlate == 'A'").count
      #expect(count == 2)
    }
  }

  // R-PSC-271, R-PSC-272, R-PSC-273, R-PSC-270
  @Test func sortedResultsAndLimitsAreGlobal() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
    let types = StackKind.singles.map(\.name)
    let place = try Workplace()
    let stores = try types.map {
      try coordinator.addPersistentStore(
        ofType: $0, configurationName: "Notes", at: place.url($0), options: nil)
    }
    try place.run(coordinator) { context in
      for index in 0..<(stores.count * 4) {
        let note = context.insert("Note", index % 5 == 0 ? [:] : ["rank": index])
        context.assign(note, to: stores[index % stores.count])
      }
      try context.save()
    }
    try place.run(coordinator) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      let plain = try context.fetch(request).compactMap(\.objectID.persistentStore)
      #expect(plain == stores.flatMap { Array(repeating: $0, count: 4) })
      request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      let all = try context.fetch(request)
      let ranks = all.map { $0.value(forKey: "rank") as? Int ?? -1 }
      #expect(ranks == ranks.sorted())
      #expect(ranks.count == stores.count * 4)
      request.fetchOffset = 2
      request.fetchLimit = 5
      #expect(try context.fetch(request) == Array(all.dropFirst(2).prefix(5)))
      let count = try context.count(for: request)
      #expect(count == Array(all.dropFirst(2).prefix(5)).count)
    }
    for store in stores { try coordinator.remove(store) }
  }

  // R-PSC-261, R-PSC-175
  @Test func aFetchOfNoStoreIsEmptyAndOfAForeignStoreFails() throws {
    let (stack, other) = (try Stack(.singles[0]), try Stack(.singles[0]))
    try stack.run { context in
      _ = context.insert("Note")
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.affectedStores = []
      #expect(try context.fetch(request).isEmpty)
      request.affectedStores = other.coordinator.persistentStores
      let error = failure { _ = try context.fetch(request) }
      #expect(error?.code == .persistentStoreOperation)
    }
  }

  // R-PSC-191, R-PSC-192, R-CTX-161
  @Test func assigningToAStoreWithoutTheEntityIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(
        StackKind(
          name: "two", stores: [(NSInMemoryStoreType, "Notes"), (NSInMemoryStoreType, "Scratch")]))
      try stack.run { $0.assign($0.insert("Note"), to: stack.coordinator.persistentStores[1]) }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }
}
