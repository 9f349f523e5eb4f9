// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The marking of objects that are to move, and what a save makes of it.
@Suite struct MoveTests {
  private static let pair = StorePair.own.first { $0.first != $0.second } ?? StorePair.own[0]

  private func withStudio(
    _ body: (Stack, NSManagedObjectContext, Studio) throws -> Void
  ) throws {
    let stack = try StudioModel.stack(Self.pair)
    try stack.run { try body(stack, $0, try Studio(in: stack.first, $0)) }
  }

  // R-PSC-932, 934
  @Test func theSaveTellsOfUpdatesAndNewIDs() throws {
    try withStudio { stack, context, studio in
      let everything = studio.everything
      let ids = try context.move([studio.department], to: stack.second)
      let log = NotificationLog(context)
      try context.save()
      let note = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(note.objects(NSUpdatedObjectsKey) == everything)
      #expect(note.objects(NSInsertedObjectsKey).isEmpty)
      #expect(note.objects(NSDeletedObjectsKey).isEmpty)
      let moved = note.userInfo?[MovedObjectIDsKey] as? [NSManagedObjectID: NSManagedObjectID]
      #expect(moved == ids)
      let second = try #require(log.notes(.NSManagedObjectContextDidSaveObjectIDs).first)
      #expect(second.ids(NSUpdatedObjectIDsKey) == Set(ids.values))
      studio.department.setValue("Other", forKey: "name")
      try context.save()
      let last = try #require(log.notes(.NSManagedObjectContextDidSave).last)
      #expect(last.userInfo?[MovedObjectIDsKey] == nil)
    }
  }

  // R-PSC-932
  @Test func pendingChangesGoAlong() throws {
    try withStudio { stack, context, studio in
      studio.department.setValue("Development", forKey: "name")
      let new = context.insert("Employee", ["firstName": "Dan"])
      studio.department.setValue(
        NSOrderedSet(array: [new] + studio.staff.reversed()), forKey: "staff")
      try context.move([studio.department], to: stack.second)
      studio.staff[1].setValue("Bea", forKey: "firstName")
      studio.staff[2].setValue(nil, forKey: "salary")
      let text = studio.text
      try context.save()
      #expect(studio.text == text)
      #expect(new.objectID.persistentStore === stack.second)
      try stack.run { other in
        let found = try Studio(other)
        #expect(found.text == text)
      }
    }
  }

  // R-PSC-932
  @Test func nobodyIsToldOfInsertionsAndDeletions() throws {
    let stack = try Stack(Self.pair.kind, model: GarageModel.make(person: TracedPerson.self))
    try stack.run { context in
      let ada = try context.traced()
      let car = context.insert("Car", ["numberPlate": "A", "owner": ada])
      context.assign(ada, to: stack.first)
      context.assign(car, to: stack.first)
      try context.save()
      ada.forgetEvents()
      try context.move([ada], to: stack.second)
      try context.save()
      #expect(!ada.events.contains("awakeFromInsert"))
      #expect(!ada.events.contains("prepareForDeletion"))
      #expect(ada.events.contains("willSave"))
      #expect(ada.events.contains("didSave"))
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      #expect(car.objectID.persistentStore === stack.second)
      #expect(try context.all("Car") == [car])
    }
  }

  // R-PSC-935
  @Test func rollingBackForgetsTheMarking() throws {
    try withStudio { stack, context, studio in
      let id = studio.department.objectID
      try context.move([studio.department], to: stack.second)
      #expect(context.hasChanges)
      #expect(context.updatedObjects == studio.everything)
      context.rollback()
      #expect(!context.hasChanges)
      studio.department.setValue("Other", forKey: "name")
      try context.save()
      #expect(studio.department.objectID == id)
      #expect(studio.department.objectID.persistentStore === stack.first)
    }
  }

  // R-PSC-930
  @Test func aMoveToWhereTheyAreTakesTheMarkingBack() throws {
    try withStudio { stack, context, studio in
      try context.move([studio.department], to: stack.second)
      let ids = try context.move([studio.department], to: stack.first)
      #expect(ids.isEmpty)
      #expect(!context.hasChanges)
    }
  }

  // R-PSC-935
  @Test func anUnsavedObjectIsAssigned() throws {
    try withStudio { stack, context, _ in
      let sample = context.insert("Sample", ["name": "new"])
      let ids = try context.move([sample], to: stack.second)
      #expect(ids.isEmpty)
      #expect(sample.isInserted)
      try context.save()
      #expect(sample.objectID.persistentStore === stack.second)
      let named = context.insert("Sample", ["name": "named"])
      try context.obtainPermanentIDs(for: [named])
      let id = named.objectID
      #expect(id.persistentStore === stack.first)
      let other = try context.move([named], to: stack.second)
      #expect(other.keys.first == id)
      try context.save()
      #expect(named.objectID == other[id])
      #expect(named.objectID.persistentStore === stack.second)
    }
  }

  // R-PSC-931
  @Test func otherPoliciesLeaveOthersAlone() throws {
    try withStudio { stack, context, studio in
      let ada = try #require(studio.staff.first { $0.string("firstName") == "Ada" })
      let cyd = try #require(studio.staff.first { $0.string("firstName") == "Cyd" })
      let error = failure { try context.move([ada], to: stack.second, relationships: .reject) }
      #expect(error?.code == .managedObjectExternalRelationship)
      #expect(!context.hasChanges)
      try context.move([ada, cyd], to: stack.second, relationships: .sever)
      #expect(ada.value(forKey: "department") == nil)
      #expect(ada.objects("knows") == [cyd])
      try context.save()
      #expect(cyd.objectID.persistentStore === stack.second)
      #expect(studio.staff.map { $0.string("firstName") } == ["Bob"])
      #expect(studio.department.objectID.persistentStore === stack.first)
      // The sample that Cyd was the author of: nothing leads back from Cyd to it.
      #expect(studio.samples.allSatisfy { $0.value(forKey: "author") == nil })
      try stack.run { other in
        let department = try Studio(other)
        #expect(department.staff.map { $0.string("firstName") } == ["Bob"])
        let moved = try #require(try other.all("Employee", "firstName == 'Ada'").first)
        #expect(moved.objects("knows").map { $0.string("firstName") } == ["Cyd"])
      }
      let ids = try context.move([ada, cyd], to: stack.first, relationships: .reject)
      #expect(ids.count == 2)
    }
  }

  // R-PSC-931
  @Test func aClosureHasALimit() throws {
    try withStudio { stack, context, studio in
      let ada = studio.staff[1]
      let error = failure {
        try context.move([ada], to: stack.second, relationships: .closure(limit: 6))
      }
      #expect(error?.localizedDescription.contains("the limit is 6") == true)
      #expect(!context.hasChanges)
      try context.move([ada], to: stack.second, relationships: .closure(limit: 7))
      #expect(context.updatedObjects.count == 7)
    }
  }

  // R-PSC-931: an object that only a relationship without an inverse leads from
  @Test func whatLeadsHereMovesAlong() throws {
    try withStudio { stack, context, studio in
      let sample = try #require(studio.samples.first)
      let ids = try context.move([sample], to: stack.second)
      #expect(Set(ids.keys) == Set(studio.everything.map(\.objectID)))
    }
  }
}
