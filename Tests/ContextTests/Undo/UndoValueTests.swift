// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Undoing changes of uncommon values and relationships.
@Suite struct UndoValueTests {
  private static func settle(_ context: NSManagedObjectContext, _ saves: Bool) throws {
    if saves { try context.save() } else { context.processPendingChanges() }
  }

  private static var first: [String: Any] {
    [
      "name": "a", "data": Data([1, 2]), "link": URL(fileURLWithPath: "/a"), "flag": true,
      "ratio": Float(0.5), "big": Int64.max, "place": ["city": "Ulm", "zip": 89] as [String: Any],
      "tags": ["x", "y"] as NSArray,
    ]
  }

  private static var second: [String: Any] {
    [
      "name": "b", "data": Data(), "link": URL(fileURLWithPath: "/b"), "flag": false,
      "ratio": Float(-1), "big": Int64.min, "place": ["city": "Bonn"] as [String: Any],
      "tags": ["z"] as NSArray,
    ]
  }

  private static func values(_ thing: NSManagedObject) -> NSDictionary {
    NSDictionary(dictionary: thing.dictionaryWithValues(forKeys: Array(first.keys)))
  }

  // R-CTX-681, R-CTX-684
  @Test(arguments: StackKind.all, [false, true])
  func everyTypeOfValueIsRestored(_ kind: StackKind, _ saves: Bool) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.recording { context, _ in
      let thing = context.insert("Thing", Self.first)
      try context.save()
      let before = Self.values(thing)
      context.step { thing.setValuesForKeys(Self.second) }
      let after = Self.values(thing)
      #expect(before != after)
      try Self.settle(context, saves)
      context.undo()
      #expect(Self.values(thing) == before)
      context.redo()
      #expect(Self.values(thing) == after)
      context.step { for key in Self.first.keys { thing.setValue(nil, forKey: key) } }
      context.step { context.delete(thing) }
      try Self.settle(context, saves)
      context.undo()
      #expect(Self.values(thing).allValues.allSatisfy { $0 is NSNull })
      context.undo()
      #expect(Self.values(thing) == after)
      try context.save()
      try stack.run { other in
        let stored = Self.values(try other.only("Thing"))
        #expect(stored == after)
      }
    }
  }

  // R-CTX-687
  @Test(arguments: StackKind.all)
  func anObjectWithAPermanentIDKeepsItThroughUndoAndRedo(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.recording { context, _ in
      let note = context.insert("Note", ["text": "n"])
      try context.obtainPermanentIDs(for: [note])
      let id = note.objectID
      context.undo()
      #expect(note.managedObjectContext == nil)
      context.redo()
      #expect(note.objectID == id)
      #expect(note.isInserted)
      try context.save()
      try stack.run { other in
        let label = try other.existingObject(with: id).label
        #expect(label == "n")
      }
    }
  }

  // R-CTX-687, R-CTX-100
  @Test(arguments: StackKind.all)
  func anotherObjectOfTheOldIDGivesTheRestoredOneANewID(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.recording { context, _ in
      let note = context.insert("Note", ["text": "n"])
      try context.save()
      let id = note.objectID
      context.step { context.delete(note) }
      try context.save()
      let fault = context.object(with: id)
      context.undo()
      #expect(fault !== note)
      #expect(note.objectID != id)
      #expect(note.isInserted)
      try context.save()
      #expect(try stack.stored() == ["Note rank=nil text=n tags=[]"])
    }
  }

  // R-CTX-385, R-CTX-681
  @Test(arguments: StackKind.all, [false, true])
  func relationshipsWithoutInverseAndToItselfAreRestored(_ kind: StackKind, _ saves: Bool) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.recording { context, _ in
      let nodes = ["a", "b", "c"].map { context.insert("Node", ["label": $0]) }
      nodes[0].setValue(Set(nodes), forKey: "watches")
      nodes[0].setValue(nodes[1], forKey: "twin")
      nodes[0].setValue(Set(nodes), forKey: "peers")
      nodes[2].setValue(NSOrderedSet(array: [nodes[1], nodes[0]]), forKey: "items")
      try context.save()
      let keys = ["watches", "twin", "peers", "items"]
      let now = { nodes.map { node in keys.map { node.destinationLabels($0) } } }
      let before = now()
      context.step {
        for key in ["watches", "peers"] { nodes[0].setValue(Set([nodes[2]]), forKey: key) }
        nodes[2].setValue(nodes[0], forKey: "twin")
        nodes[2].setValue(NSOrderedSet(array: [nodes[0], nodes[2], nodes[1]]), forKey: "items")
      }
      try Self.settle(context, saves)
      let after = now()
      context.undo()
      #expect(now() == before)
      context.redo()
      #expect(now() == after)
      context.step { context.delete(nodes[0]) }
      try Self.settle(context, saves)
      context.undo()
      // What has no inverse is not told of the deletion, nor of its undoing.
      #expect(now() == after)
      try context.save()
      try stack.run { other in
        let stored = try other.all("Node", sortedBy: "label")
        #expect(stored.map { node in keys.map { node.destinationLabels($0) } } == after)
      }
    }
  }

  // R-CTX-685
  @Test(arguments: StackKind.all)
  func primitiveValuesOfANewObjectComeBackWithIt(_ kind: StackKind) throws {
    try Stack(kind).recording { context, _ in
      let note = context.insert("Note")
      note.setPrimitiveValue("quiet", forKey: "text")
      context.undo()
      context.redo()
      #expect(note.label == "quiet")
      try context.save()
      #expect(try context.dump() == ["Note rank=nil text=quiet tags=[]"])
    }
  }

  // R-CTX-691, R-CTX-352
  @Test func changesOfAMainQueueContextEndWithTheTurn() async throws {
    let stack = try Stack(StackKind.singles[0])
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = stack.coordinator
    let manager = UndoManager()
    await context.perform { context.undoManager = manager }
    for text in ["a", "b"] {
      await MainActor.run { _ = context.insert("Note", ["text": text]) }
      // The change is processed in one turn, its group is closed in one after that.
      for _ in 0..<10 {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
      }
    }
    #expect(manager.undoCount == 2)
    #expect(manager.groupingLevel == 0)
    await context.perform {
      context.undo()
      #expect(context.insertedObjects.map(\.label) == ["a"])
    }
  }

  // R-CTX-685: a cascade without an inverse takes nothing along that was there before.
  @Test(arguments: StackKind.singles, [false, true])
  func anUndoneInsertionLeavesItsDestinations(_ kind: StackKind, _ isMany: Bool) throws {
    let owner = SampleModels.entity("Owner", [SampleModels.attribute("name", .string)])
    let car = SampleModels.entity("Car", [])
    let relation = SampleModels.relationship("owner", to: owner, many: isMany)
    relation.deleteRule = .cascadeDeleteRule
    car.properties = [relation]
    let model = NSManagedObjectModel()
    model.entities = [owner, car]
    let stack = try Stack(kind, model: model)
    try stack.recording { context, _ in
      let owner = context.insert("Owner", ["name": "Ada"])
      try context.save()
      let value: Any = isMany ? Set([owner]) : owner
      context.step { context.insert("Car").setValue(value, forKey: "owner") }
      context.undo()
      #expect(!owner.isDeleted)
      #expect(!context.hasChanges)
      context.redo()
      let car = try #require(context.insertedObjects.first)
      let related = isMany ? car.objects("owner").first : car.value(forKey: "owner")
      #expect(related as? NSManagedObject === owner)
      context.undo()
      try context.save()
    }
    #expect(try stack.run { try $0.all("Owner").count } == 1)
  }
}
