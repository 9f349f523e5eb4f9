// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Which store an object goes to, through the API.
@Suite struct RoutingTests {
  private let memory = NSInMemoryStoreType

  private func stack(_ configurations: [String?]) throws -> Stack {
    try Stack(
      StackKind(name: "routing", stores: configurations.map { (memory, $0) }))
  }

  // R-PSC-220, R-PSC-182, R-PSC-260
  @Test func anEntityOfTwoStoresGoesToTheFirstUnlessAssigned() throws {
    let stack = try stack(["Notes", "Archive"])
    let stores = stack.coordinator.persistentStores
    let context = stack.context()
    try context.performAndWait {
      let plain = context.insert("Note", ["text": "a"])
      let assigned = context.insert("Note", ["text": "b"])
      context.assign(assigned, to: stores[1])
      #expect(plain.objectID.persistentStore == nil)
      try context.save()
      #expect(plain.objectID.persistentStore === stores[0])
      #expect(assigned.objectID.persistentStore === stores[1])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      #expect(try context.count(for: request) == 2)
      #expect(try context.fetch(request).first === plain)
      request.affectedStores = [stores[1]]
      #expect(try context.fetch(request) == [assigned])
    }
  }

  // R-PSC-183
  @Test func relatedObjectsFollowTheAssignedOne() throws {
    let stack = try stack(["Notes", "Archive"])
    let stores = stack.coordinator.persistentStores
    let context = stack.context()
    try context.performAndWait {
      let note = context.insert("Note", ["text": "a"])
      let tag = context.insert("Tag", ["label": "x"])
      note.mutableSetValue(forKey: "tags").add(tag)
      context.assign(tag, to: stores[1])
      let why = stack.coordinator.explainRoute(for: note)
      #expect(why.contains("related"))
      try context.save()
      #expect(note.objectID.persistentStore === stores[1])
    }
  }

  // R-PSC-186
  @Test func anEntityThatNoStoreHoldsFailsTheSaveByName() throws {
    let stack = try stack(["Notes"])
    let context = stack.context()
    try context.performAndWait {
      let draft = context.insert("Draft")
      _ = context.insert("Note", ["text": "a"])
      #expect {
        try context.save()
      } throws: { error in
        let cocoa = error as? CocoaError
        return cocoa?.code == .persistentStoreSave && "\(error)".contains("Draft")
          && cocoa?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [draft]
      }
      let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
      #expect(count == 1)
      #expect(context.insertedObjects.count == 2)
    }
  }

  // R-PSC-197, R-PSC-185
  @Test func aReadOnlyStoreTakesNothing() throws {
    let stack = try stack(["Notes", "Archive"])
    let stores = stack.coordinator.persistentStores
    stores[0].isReadOnly = true
    let context = stack.context()
    try context.performAndWait {
      let note = context.insert("Note", ["text": "a"])
      try context.save()
      #expect(note.objectID.persistentStore === stores[1])
      let other = context.insert("Note", ["text": "b"])
      context.assign(other, to: stores[0])
      #expect {
        try context.save()
      } throws: { ($0 as? CocoaError)?.code == .fileWriteNoPermission }
    }
  }

  // R-PSC-210, R-PSC-201
  @Test func aRelationshipIntoAnotherStoreFailsBeforeAnythingIsWritten() throws {
    let stack = try stack(["Notes", "Archive"])
    let stores = stack.coordinator.persistentStores
    let context = stack.context()
    try context.performAndWait {
      let note = context.insert("Note", ["text": "a"])
      let tag = context.insert("Tag", ["label": "x"])
      context.assign(note, to: stores[0])
      context.assign(tag, to: stores[1])
      note.mutableSetValue(forKey: "tags").add(tag)
      #expect {
        try context.save()
      } throws: { ($0 as? CocoaError)?.code == .managedObjectExternalRelationship }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.includesPendingChanges = false
      let count = try context.count(for: request)
      #expect(count == 0)
    }
  }

  // R-PSC-211
  @Test func entitiesOfDifferentConfigurationsMayBeRelatedWithinAStore() throws {
    let model = parcelModel()
    let context = try context(of: model, configurations: [nil, "Boxes"])
    try context.performAndWait {
      let box = context.insert("Box")
      let label = context.insert("Label")
      box.setValue(label, forKey: "label")
      try context.save()
      #expect(box.objectID.persistentStore === label.objectID.persistentStore)
    }
  }

  // R-PSC-210
  @Test func everyObjectWithARelationshipIntoAnotherStoreIsNamed() throws {
    let context = try context(of: parcelModel(), configurations: ["Boxes", "Labels"])
    context.performAndWait {
      let boxes = Set((0..<3).map { _ in context.insert("Box") })
      for box in boxes { box.setValue(context.insert("Label"), forKey: "label") }
      let plain = context.insert("Box")
      #expect {
        try context.save()
      } throws: { error in
        let affected = (error as? CocoaError)?.userInfo[NSAffectedObjectsErrorKey]
        return boxes.isSubset(of: affected as? [NSManagedObject] ?? [])
      }
      #expect(plain.objectID.isTemporaryID)
    }
  }

  // R-PSC-214
  @Test func aTransientRelationshipMayLeadIntoAnotherStore() throws {
    let model = parcelModel()
    for (entity, name) in [("Box", "label"), ("Label", "box")] {
      model.entitiesByName[entity]?.relationshipsByName[name]?.isTransient = true
    }
    let context = try context(of: model, configurations: ["Boxes", "Labels"])
    try context.performAndWait {
      let box = context.insert("Box")
      let label = context.insert("Label")
      box.setValue(label, forKey: "label")
      try context.save()
      #expect(box.objectID.persistentStore !== label.objectID.persistentStore)
    }
  }

  /// Two related entities, each in a configuration of its own.
  private func parcelModel() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let box = GarageModel.entity("Box", [GarageModel.attribute("size", .integer64)])
    let label = GarageModel.entity("Label", [GarageModel.attribute("text", .string)])
    GarageModel.relate(
      box, name: "label", many: false, rule: .nullifyDeleteRule, to: label, inverseName: "box",
      many: false)
    model.entities = [box, label]
    model.setEntities([box], forConfigurationName: "Boxes")
    model.setEntities([label], forConfigurationName: "Labels")
    return model
  }

  private func context(
    of model: NSManagedObjectModel, configurations: [String?]
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for configuration in configurations {
      try coordinator.addPersistentStore(
        ofType: memory, configurationName: configuration, at: nil)
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  // R-PSC-033
  @Test func savingWithoutStoresThrows() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.performAndWait {
      _ = context.insert("Note")
      #expect { try context.save() } throws: { ($0 as? CocoaError)?.code == .coreData }
    }
  }

  // What can throw does not stop the program.
  @Test func questionsOfAContextWithoutCoordinatorThrow() throws {
    let context = NSManagedObjectContext(.privateQueue)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    let history = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
    let id = try RoutingTests.someID()
    let questions: [() throws -> Void] = [
      { _ = try context.fetch(request) }, { _ = try context.count(for: request) },
      { _ = try context.existingObject(with: id) }, { try controller.performFetch() },
      { _ = try context.execute(NSAsynchronousFetchRequest(fetchRequest: request)) },
      { _ = try context.execute(NSBatchDeleteRequest(objectIDs: [id])) },
      { _ = try context.execute(NSBatchUpdateRequest(entityName: "Note")) },
      { _ = try context.execute(NSBatchInsertRequest(entityName: "Note", objects: [])) },
      { _ = try context.execute(history) },
    ]
    context.performAndWait {
      for (place, question) in questions.enumerated() {
        #expect(failure { try question() }?.code == .coreData, "question \(place)")
      }
    }
  }

  private static func someID() throws -> NSManagedObjectID {
    let stack = try Stack(StackKind.singles[0])
    let context = stack.context()
    return try context.performAndWait {
      let note = context.insert("Note")
      try context.save()
      return note.objectID
    }
  }

  // R-PSC-071, R-PSC-074, R-PSC-076
  @Test func removingAStoreKeepsIDsButNotTheStore() throws {
    let stack = try stack(["Notes", "Scratch"])
    let store = stack.coordinator.persistentStores[0]
    let context = stack.context()
    try context.performAndWait {
      let note = context.insert("Note", ["text": "a"])
      try context.save()
      try stack.coordinator.remove(store)
      #expect(note.objectID.persistentStore == nil)
      #expect(throws: (any Error).self) { try stack.coordinator.remove(store) }
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 0)
    }
  }
}
