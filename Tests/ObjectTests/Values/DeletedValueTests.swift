// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The values of objects that a save has deleted.
@Suite struct DeletedValueTests {
  // R-CTX-861, R-CTX-416
  @Test(arguments: StackKind.everyStore)
  func observersOfTheSaveReadWhatItDeleted(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada", "age": 36])
      let bob = context.insert("Person", ["firstName": "Bob"])
      try context.save()
      ada.setValue("Lovelace", forKey: "lastName")
      ada.setValue("calm", forKey: "mood")
      for person in [ada, bob] { context.delete(person) }
      let reader = DeletionReader(context)
      try context.save()
      let note = try #require(reader.notes.first)
      #expect(note["firstName"] == ["Ada"])
      #expect(note["lastName"] == ["Lovelace"])
      #expect(note["mood"] == ["calm"])
      #expect(reader.areFaults == [false])
      #expect(reader.haveContexts == [true])
      #expect(ada.managedObjectContext == nil)
    }
  }

  // R-CTX-416, R-CTX-345
  @Test(arguments: StackKind.everyStore)
  func anOrphanOfASaveKeepsItsAttributes(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada", "balance": Decimal(7)])
      let (car, badge) = (context.insert("Car", ["numberPlate": "A"]), UUID())
      car.setValue(ada, forKey: "owner")
      try context.save()
      ada.setValue(badge, forKey: "badge")
      context.delete(ada)
      try context.save()
      #expect(ada.isFault)
      #expect(car.isFault)
      #expect(ada.managedObjectContext == nil)
      #expect(ada.string("firstName") == "Ada")
      #expect(ada.value(forKey: "badge") as? UUID == badge)
      #expect(ada.value(forKey: "balance") as? Decimal == 7)
      #expect(car.string("numberPlate") == "A")
      #expect(ada.objects("cars").isEmpty)
      #expect(car.value(forKey: "owner") == nil)
      #expect(ada.changedValues().isEmpty)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-861
  @Test(arguments: StackKind.everyStore)
  func didSaveReadsTheValuesOfADeletedObject(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let ada = try context.traced()
      try context.save()
      var names: [String?] = []
      ada.onDidSave = { names.append($0.string("firstName")) }
      context.delete(ada)
      ada.forgetEvents()
      try context.save()
      #expect(names == ["Ada"])
      #expect(ada.events == ["willSave", "didSave", "willTurnIntoFault", "didTurnIntoFault"])
      #expect(ada.string("firstName") == "Ada")
    }
  }

  // R-CTX-861, R-CTX-763
  @Test(arguments: StackKind.everyStore)
  func theSaveOfAMergedDeletionHasTheValuesToo(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { _ = $0.insert("Person", ["firstName": "Ada"]) }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let ada = try receiver.only("Person")
      #expect(ada.string("firstName") == "Ada")
      try pair.merge { $0.delete(try $0.only("Person")) }
      let reader = DeletionReader(receiver)
      try receiver.save()
      #expect(reader.notes.first?["firstName"] == ["Ada"])
    }
  }

  // R-CTX-861, R-CTX-810
  @Test(arguments: StackKind.everyStore)
  func aChildsSaveHasTheValuesToo(_ kind: StackKind) throws {
    try Family(kind).run { parent, child in
      _ = child.insert("Person", ["firstName": "Ada"])
      try child.save()
      try parent.save()
      child.delete(try child.only("Person"))
      let readers = [DeletionReader(child), DeletionReader(parent)]
      try child.save()
      try parent.save()
      #expect(readers.map { $0.notes.first?["firstName"] } == [["Ada"], ["Ada"]])
    }
  }

  // R-CTX-684, R-CTX-416
  @Test(arguments: StackKind.everyStore)
  func anUndoneDeletionInAnObserverStaysUndone(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      context.undoManager = UndoManager()
      let ada = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      // Without a run loop it would be of one group with the deletion.
      context.undoManager?.removeAllActions()
      context.delete(ada)
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { _ in context.undo() }
      try context.save()
      NotificationCenter.default.removeObserver(token)
      #expect(ada.managedObjectContext === context)
      #expect(ada.isInserted)
      #expect(!ada.isFault)
      #expect(ada.string("firstName") == "Ada")
    }
  }
}

/// What an observer of saves reads of the deleted objects that it finds by a predicate.
private final class DeletionReader: @unchecked Sendable {
  // Sendable: written and read on the queue of one context.
  private(set) var notes: [[String: [String?]]] = []
  private(set) var areFaults: [Bool] = []
  private(set) var haveContexts: [Bool] = []
  private var token: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext) {
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { [weak self] in self?.read($0) }
  }

  private func read(_ notification: Notification) {
    let deleted = notification.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> ?? []
    let predicate = NSPredicate(format: "firstName CONTAINS[cd] %@", "AD")
    let found = deleted.filter { predicate.evaluate(with: $0) }
    guard !found.isEmpty else { return }
    areFaults += found.map(\.isFault)
    haveContexts += found.map { $0.managedObjectContext != nil }
    var values: [String: [String?]] = [:]
    for key in ["firstName", "lastName", "mood"] { values[key] = found.map { $0.string(key) } }
    notes.append(values)
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}
