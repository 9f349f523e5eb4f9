// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Other contexts hear of objects that have moved.
@Suite struct MoveMergeTests {
  private static let pairs = StorePair.own.filter { $0.first != $0.second }

  // R-PSC-932
  @Test(arguments: pairs)
  func aMergeGivesObjectsTheirNewIDs(_ pair: StorePair) throws {
    let stack = try StudioModel.stack(pair)
    let (sender, receiver) = (stack.context(), stack.context())
    try sender.performAndWait { _ = try Studio(in: stack.first, sender) }
    try receiver.performAndWait {
      let studio = try Studio(receiver)
      let text = studio.text
      let fault = try #require(try receiver.all("Locker").first)
      let former = Set(studio.everything.map(\.objectID))
      var ids: [NSManagedObjectID: NSManagedObjectID] = [:]
      var note: Notification?
      try sender.performAndWait {
        ids = try sender.move([try Studio(sender).department], to: stack.second)
        let log = NotificationLog(sender, [.NSManagedObjectContextDidSave])
        try sender.save()
        note = Notification(
          name: .NSManagedObjectContextDidSave, object: sender, userInfo: log.notes.first?.userInfo)
      }
      #expect(Set(studio.everything.map(\.objectID)) == former)
      receiver.mergeChanges(fromContextDidSave: try #require(note))
      #expect(Set(studio.everything.map(\.objectID)) == Set(ids.values))
      #expect(studio.text == text)
      #expect(fault.objectID.persistentStore === stack.second)
      #expect(!receiver.hasChanges)
      studio.department.setValue("Other", forKey: "name")
      try receiver.save()
      #expect(
        receiver.registeredObjects.allSatisfy { $0.objectID.persistentStore === stack.second })
    }
  }

  // R-PSC-932: changes that are pending in the other context
  @Test func pendingChangesStayWithTheMergedObject() throws {
    let stack = try StudioModel.stack(Self.pairs[0])
    let (sender, receiver) = (stack.context(), stack.context())
    receiver.automaticallyMergesChangesFromParent = true
    try sender.performAndWait { _ = try Studio(in: stack.first, sender) }
    let studio = try receiver.performAndWait {
      let studio = try Studio(receiver)
      studio.department.setValue("Mine", forKey: "name")
      return studio
    }
    try sender.performAndWait {
      try sender.move([try Studio(sender).department], to: stack.second)
      try sender.save()
    }
    try receiver.performAndWait {
      #expect(studio.department.objectID.persistentStore === stack.second)
      #expect(studio.department.string("name") == "Mine")
      try receiver.save()
      #expect(studio.staff.count == 3)
    }
    let name = try stack.run { try $0.only("Department").string("name") }
    #expect(name == "Mine")
  }

  // R-PSC-932, 933: without a merge
  @Test func aFaultFindsWhatHasMoved() throws {
    let stack = try StudioModel.stack(Self.pairs[0])
    let (sender, receiver) = (stack.context(), stack.context())
    try sender.performAndWait { _ = try Studio(in: stack.first, sender) }
    let fault = try receiver.performAndWait {
      let department = try receiver.only("Department")
      receiver.refresh(department, mergeChanges: false)
      return department
    }
    try sender.performAndWait {
      try sender.move([try Studio(sender).department], to: stack.second)
      try sender.save()
    }
    try receiver.performAndWait {
      #expect(fault.string("name") == "Research")
      #expect(!fault.isDeleted)
      #expect(fault.objectID.persistentStore === stack.second)
      let found = try receiver.only("Department")
      #expect(found === fault)
    }
  }

  // R-PSC-930: a context below another
  @Test func aChildCannotMoveButFollows() throws {
    let stack = try StudioModel.stack(Self.pairs[0])
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    child.automaticallyMergesChangesFromParent = true
    try parent.performAndWait { _ = try Studio(in: stack.first, parent) }
    let studio = try child.performAndWait {
      let studio = try Studio(child)
      #expect(studio.staff.count == 3)
      let error = failure { try child.move([studio.department], to: stack.second) }
      #expect(error?.localizedDescription.contains("has a parent") == true)
      return studio
    }
    try parent.performAndWait {
      try parent.move([try Studio(parent).department], to: stack.second)
      try parent.save()
    }
    try child.performAndWait {
      #expect(studio.department.objectID.persistentStore === stack.second)
      studio.department.setValue("Child's", forKey: "name")
      try child.save()
    }
    try parent.performAndWait { try parent.save() }
    let name = try stack.run { try $0.only("Department").string("name") }
    #expect(name == "Child's")
  }
}
