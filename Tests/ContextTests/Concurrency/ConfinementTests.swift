// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The confinement check, which `-com.apple.CoreData.ConcurrencyDebug 1` turns on.
@Suite struct ConfinementTests {
  /// What is not allowed from outside of the queue, by name.
  private static let misuses: [(name: String, use: @Sendable (Checked) throws -> Void)] = [
    ("fetch", { _ = try $0.context.all("Note") }),
    (
      "count",
      { _ = try $0.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) }
    ),
    ("registeredObject", { _ = $0.context.registeredObject(for: $0.id) }),
    ("object", { _ = $0.context.object(with: $0.id) }),
    ("existingObject", { _ = try $0.context.existingObject(with: $0.id) }),
    ("registeredObjects", { _ = $0.context.registeredObjects }),
    ("insert", { $0.context.insert($0.note) }),
    ("insertNew", { _ = $0.context.insert("Note") }),
    ("delete", { $0.context.delete($0.note) }),
    ("assign", { $0.context.assign($0.note, to: $0.store) }),
    ("obtainPermanentIDs", { try $0.context.obtainPermanentIDs(for: [$0.note]) }),
    ("detectConflicts", { $0.context.detectConflicts(for: $0.note) }),
    ("refresh", { $0.context.refresh($0.note, mergeChanges: true) }),
    ("refreshAllObjects", { $0.context.refreshAllObjects() }),
    ("processPendingChanges", { $0.context.processPendingChanges() }),
    ("insertedObjects", { _ = $0.context.insertedObjects }),
    ("updatedObjects", { _ = $0.context.updatedObjects }),
    ("deletedObjects", { _ = $0.context.deletedObjects }),
    ("hasChanges", { _ = $0.context.hasChanges }),
    ("save", { try $0.context.save() }),
    ("rollback", { $0.context.rollback() }),
    ("reset", { $0.context.reset() }),
    ("value", { _ = $0.note.value(forKey: "text") }),
    ("setValue", { $0.note.setValue("b", forKey: "text") }),
    ("primitiveValue", { _ = $0.note.primitiveValue(forKey: "text") }),
    ("setPrimitiveValue", { $0.note.setPrimitiveValue("b", forKey: "text") }),
    ("relationship", { _ = $0.note.value(forKey: "tags") }),
    ("mutableSetValue", { _ = $0.note.mutableSetValue(forKey: "tags").count }),
    ("willAccessValue", { $0.note.willAccessValue(forKey: nil) }),
    ("willChangeValue", { $0.note.willChangeValue(forKey: "text") }),
    ("changedValues", { _ = $0.note.changedValues() }),
    ("committedValues", { _ = $0.note.committedValues(forKeys: nil) }),
    ("isInserted", { _ = $0.note.isInserted }),
    ("isUpdated", { _ = $0.note.isUpdated }),
    ("isDeleted", { _ = $0.note.isDeleted }),
    ("hasChanges of an object", { _ = $0.note.hasChanges }),
    ("hasPersistentChangedValues", { _ = $0.note.hasPersistentChangedValues }),
    ("isFault", { _ = $0.note.isFault }),
    ("faultingState", { _ = $0.note.faultingState }),
    ("hasFault", { _ = $0.note.hasFault(forRelationshipNamed: "tags") }),
    ("objectIDs", { _ = $0.note.objectIDs(forRelationshipNamed: "tags") }),
    ("validate", { try $0.note.validateForUpdate() }),
  ]

  // R-CTX-906, R-CTX-891
  @Test func everyUseOutsideTheQueueStopsTheProgram() async {
    for index in Self.misuses.indices {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [index = index as Int] in
        let checked = try Checked()
        try ConfinementTests.misuses[index].use(checked)
      }
      let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
      #expect(
        text.contains("__Multithreading_Violation_AllThatIsLeftToUsIsHonor__"),
        "\(Self.misuses[index].name): \(text.prefix(400))")
      #expect(text.contains("'checked'"), "\(Self.misuses[index].name): \(text.prefix(400))")
    }
  }

  // R-CTX-907, R-CTX-902, R-CTX-078
  @Test func whatIsAllowedAnywhereIsNotStopped() async {
    await #expect(processExitsWith: .exitCode(7)) {
      var checked: Checked? = try Checked()
      do {
        let (context, note) = (try #require(checked).context, try #require(checked).note)
        _ = "\(note.objectID) \(note.objectID.uriRepresentation()) \(note.objectID.entity)"
        guard note.managedObjectContext === context, context.parent == nil else { exit(1) }
        context.name = "another"
        context.transactionAuthor = "author"
        context.mergePolicy = NSMergePolicy.overwrite
        context.stalenessInterval = 3
        context.automaticallyMergesChangesFromParent = true
        context.retainsRegisteredObjects = true
        context.shouldDeleteInaccessibleFaults = false
        context.propagatesDeletesAtEndOfEvent = false
        guard context.concurrencyType == .privateQueueConcurrencyType, context.name == "another",
          context.persistentStoreCoordinator != nil, context.stalenessInterval == 3,
          context.automaticallyMergesChangesFromParent, context.retainsRegisteredObjects
        else { exit(1) }
        NSManagedObjectContext.mergeChanges(
          fromRemoteContextSave: [NSUpdatedObjectsKey: [note.objectID]], into: [context])
        let other = NSManagedObjectContext(.privateQueue)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        try other.performAndWait {
          try other.only("Note").setValue("b", forKey: "text")
          _ = other.insert("Note", ["text": "new"])
          try other.save()
        }
        let text = context.performAndWait { note.value(forKey: "text") as? String }
        guard text == "b" else { exit(1) }
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        try child.performAndWait {
          _ = child.insert("Note", ["text": "child"])
          try child.save()
          guard try child.all("Note").count == 3 else { exit(1) }
        }
      }
      // Here it dies, and its objects with it.
      checked = nil
      exit(7)
    }
  }

  // R-CTX-906, R-CTX-890
  @Test func aConfinedContextIsCheckedByThread() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      setenv("com.apple.CoreData.ConcurrencyDebug", "1", 1)
      let context = NSManagedObjectContext(
        concurrencyType: .confinementConcurrencyType)
      _ = context.hasChanges
      let thread = Thread { _ = context.hasChanges }
      thread.start()
      try await Task.sleep(for: .seconds(60))
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("__Multithreading_Violation_AllThatIsLeftToUsIsHonor__"))
  }
}

/// A context with a stored note, in a process in which queues are checked. Made outside of the
/// context's queue.
struct Checked: @unchecked Sendable {
  // Sendable: whatever else is done with it is the test.
  let context: NSManagedObjectContext
  let note: NSManagedObject
  let id: NSManagedObjectID
  let store: NSPersistentStore

  init() throws {
    // The switch is read when the first context is made.
    setenv("com.apple.CoreData.ConcurrencyDebug", "1", 1)
    context = NSManagedObjectContext(.privateQueue)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
    store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    context.persistentStoreCoordinator = coordinator
    context.name = "checked"
    let context = context
    note = try context.performAndWait {
      let note = context.insert("Note", ["text": "a"])
      try context.save()
      return note
    }
    id = note.objectID
  }
}
