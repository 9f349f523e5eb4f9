// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Merged deletions of objects of which nobody has read more than that they are members (R-CTX-763).
@Suite struct MergedFaultDeletionTests {
  /// Ada with the cars A1 and A2, and in the clubs Chess and Go.
  private func stack(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let cars = ["A1", "A2"].map { context.insert("Car", ["numberPlate": $0, "owner": ada]) }
      let clubs = ["Chess", "Go"].map { context.insert("Club", ["title": $0]) }
      #expect(cars.count == clubs.count)
      ada.setValue(Set(clubs), forKey: "clubs")
      try context.save()
    }
    return stack
  }

  /// Deletes the objects that a condition finds in a context of their own, and returns their IDs.
  private func delete(
    _ entity: String, _ condition: String, in stack: Stack
  ) throws -> [NSManagedObjectID] {
    try stack.run { context in
      let objects = try context.all(entity, condition)
      let ids = objects.map(\.objectID)
      objects.forEach(context.delete)
      try context.save()
      return ids
    }
  }

  @Test(arguments: StackKind.everyStore)
  func theyLeaveTheLoadedRelationshipsThatHaveThem(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let ada = try context.only("Person")
      try #require(ada.objects("cars").count == 2)
      try #require(ada.objects("clubs").count == 2)
      let gone =
        try delete("Car", "numberPlate == 'A1'", in: stack)
        + delete("Club", "title == 'Go'", in: stack)
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: gone], into: [context])
      #expect(ada.objects("cars").map { $0.string("numberPlate") } == ["A2"])
      #expect(ada.objects("clubs").map { $0.string("title") } == ["Chess"])
      try context.save()
      let members = ada.objects("cars").union(ada.objects("clubs"))
      #expect(members.allSatisfy { $0.managedObjectContext === context })
    }
  }

  // R-CTX-778: a batch names what is deleted, not who had it
  @Test(arguments: StackKind.all, [true, false])
  func theyLeaveToOnesAfterABatch(_ kind: StackKind, _ isRead: Bool) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let ada = try context.only("Person")
      if isRead { _ = ada.string("firstName") } else { context.refresh(ada, mergeChanges: false) }
      let cars = try context.all("Car", sortedBy: "numberPlate")
      try #require(cars[0].value(forKey: "owner") as? NSManagedObject === ada)
      cars[1].setValue("mine", forKey: "maker")
      let request = NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Club"))
      _ = try context.execute(request)
      let deletion = NSBatchDeleteRequest(objectIDs: [ada.objectID])
      deletion.resultType = .resultTypeObjectIDs
      let ids = try (context.execute(deletion) as? NSBatchDeleteResult)?.result
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: ids ?? []], into: [context])
      // What the batch cascaded to is gone, unless it is changed here.
      for car in cars where car.managedObjectContext === context && !car.isDeleted {
        #expect(car.value(forKey: "owner") == nil)
      }
      let stored = try stack.run { try $0.all("Car").count }
      try context.save()
      #expect(try stack.run { try $0.all("Person").isEmpty })
      #expect(try stack.run { try $0.all("Car").count } == stored)
    }
  }

  // R-CTX-763, 778: whoever led to it leads nowhere, and lists hear of that
  @Test(arguments: StackKind.all, [true, false])
  func ownersByAToOneAreTold(_ kind: StackKind, _ isPending: Bool) throws {
    let stack = try stack(kind)
    try stack.run { context in
      context.insert("Passport", ["number": "1"]).setValue(
        try context.only("Person"), forKey: "holder")
      try context.save()
    }
    try stack.run { context in
      let list = try PeopleList(context, "passport == nil")
      let ada = try context.only("Person")
      let passport = try #require(ada.value(forKey: "passport") as? NSManagedObject)
      if isPending { ada.setValue(44, forKey: "age") }
      let deletion = NSBatchDeleteRequest(objectIDs: [passport.objectID])
      deletion.resultType = .resultTypeObjectIDs
      let ids = try (context.execute(deletion) as? NSBatchDeleteResult)?.result
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: ids ?? []], into: [context])
      #expect(ada.value(forKey: "passport") == nil)
      #expect(list.names == [["Ada"]])
      try context.save()
      #expect(ada.value(forKey: "passport") == nil)
      #expect(!context.hasChanges)
    }
    let stored = try stack.run { try $0.only("Person").value(forKey: "passport") == nil }
    #expect(stored)
  }

  @Test(arguments: StackKind.all)
  func theyLeaveThoseOfChildrenToo(_ kind: StackKind) throws {
    let stack = try stack(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    let ada = try child.performAndWait {
      let ada = try child.only("Person")
      try #require(ada.objects("cars").count + ada.objects("clubs").count == 4)
      return ada
    }
    let gone =
      try delete("Car", "numberPlate == 'A1'", in: stack)
      + delete("Club", "title == 'Go'", in: stack)
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSDeletedObjectsKey: gone], into: [parent, child])
    child.performAndWait {
      #expect(ada.objects("cars").count == 1)
      #expect(ada.objects("clubs").count == 1)
    }
  }
}
