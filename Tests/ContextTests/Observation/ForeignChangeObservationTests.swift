// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What is sent before values come from elsewhere: undo, the store, other contexts.
@Suite struct ForeignChangeObservationTests {
  // R-CTX-228
  @Test(arguments: StackKind.all)
  func undoAndRedoAreSent(_ kind: StackKind) throws {
    try Stack(kind).recording { context, manager in
      let ada = context.step { context.insert("Person", ["firstName": "Ada"]) }
      try context.save()
      context.step { ada.setValue("Bea", forKey: "firstName") }
      let watch = Watch(ada) { "\($0.string("firstName") ?? "-") \($0.isDeleted)" }
      manager.undo()
      #expect(watch.take() == ["Bea false"])
      manager.redo()
      #expect(watch.take() == ["Ada false"])
      context.step { context.delete(ada) }
      #expect(watch.take() == ["Bea false"])
      manager.undo()
      #expect(watch.take() == ["Bea true"])
      #expect(ada.string("firstName") == "Bea")
    }
  }

  // R-CTX-228, R-CTX-660
  @Test(arguments: StackKind.all)
  func rollbackIsSentWhileAllIsAsItWas(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let (ada, bea) = (context.insert("Person"), context.insert("Person"))
      for (person, name) in [(ada, "Ada"), (bea, "Bea")] {
        person.setValue(name, forKey: "firstName")
      }
      try context.save()
      ada.setValue("Cleo", forKey: "firstName")
      context.delete(bea)
      let dora = context.insert("Person", ["firstName": "Dora"])
      let watches = [ada, bea, dora].map { object in
        Watch(object) { "\($0.string("firstName") ?? "-") \($0.isDeleted) \(ada.hasChanges)" }
      }
      context.rollback()
      #expect(
        watches.map { $0.take() } == [["Cleo false true"], ["Bea true true"], ["Dora false true"]])
      #expect(ada.string("firstName") == "Ada")
    }
  }

  // R-CTX-228, R-CTX-315
  @Test(arguments: StackKind.everyStore)
  func refreshingIsSentUnlessThereIsNothingToLose(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      let watch = Watch(ada)
      context.refresh(ada, mergeChanges: false)
      #expect(watch.take() == ["Ada"])
      context.refresh(ada, mergeChanges: false)
      #expect(ada.isFault)
      #expect(watch.take() == [])
      ada.setValue("Lovelace", forKey: "lastName")
      #expect(watch.take() == ["Ada"])
      try stack.run { other in
        try other.only("Person").setValue("Bea", forKey: "firstName")
        try other.save()
      }
      context.refresh(ada, mergeChanges: true)
      #expect(watch.take() == ["Ada"])
      #expect(ada.string("firstName") == "Bea")
    }
  }

  // R-CTX-228, R-CTX-765
  @Test(arguments: StackKind.everyStore)
  func aMergeIsSentToWhatIsUpdatedAndDeleted(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { context in
      for name in ["Ada", "Bea"] { _ = context.insert("Person", ["firstName": name]) }
    }
    try pair.receiver.performAndWait {
      let people = try pair.receiver.all("Person", sortedBy: "firstName")
      let watches = people.map { person in Watch(person) }
      _ = people.map { $0.string("firstName") }
      try pair.merge { context in
        let all = try context.all("Person", sortedBy: "firstName")
        all[0].setValue("Cleo", forKey: "firstName")
        context.delete(all[1])
      }
      #expect(watches.map { $0.take() } == [["Ada"], ["Bea"]])
      #expect(people[0].string("firstName") == "Cleo")
    }
  }

  // R-CTX-228
  @Test(arguments: StackKind.all)
  func aMergeIsSentToWhomItGivesAMember(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { _ = $0.insert("Person", ["firstName": "Ada"]) }
    try pair.receiver.performAndWait {
      let ada = try pair.receiver.only("Person")
      #expect(ada.objects("cars").isEmpty)
      let watch = Watch(ada) { "\($0.objects("cars").count)" }
      try pair.merge { context in
        _ = context.insert("Car", ["numberPlate": "A 1", "owner": try context.only("Person")])
      }
      #expect(watch.take().first == "0")
      #expect(ada.objects("cars").count == 1)
    }
  }

  // R-CTX-228, R-CTX-811
  @Test(arguments: StackKind.all)
  func theSaveOfAChildIsSentInTheParent(_ kind: StackKind) throws {
    let family = try Family(kind)
    try family.run { parent, child in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      let watch = Watch(ada)
      child.object(with: ada.objectID).setValue("Bea", forKey: "firstName")
      #expect(watch.take() == [])
      try child.save()
      #expect(watch.take() == ["Ada"])
      #expect(ada.string("firstName") == "Bea")
    }
  }

  // R-CTX-228, R-CTX-626
  @Test(arguments: StackKind.all)
  func aMergePolicyThatTakesTheStoresValuesIsSent(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      ada.setValue("Bea", forKey: "firstName")
      try stack.run { other in
        try other.only("Person").setValue("Cleo", forKey: "firstName")
        try other.save()
      }
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      let watch = Watch(ada)
      try context.save()
      #expect(watch.take().first == "Bea")
      #expect(ada.string("firstName") == "Cleo")
    }
  }

  // R-CTX-228, R-CTX-665
  @Test(arguments: StackKind.all)
  func aResetIsSentWhileAllIsAsItWas(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      let watch = Watch(ada) {
        "\($0.string("firstName") ?? "-") \($0.managedObjectContext != nil)"
      }
      context.reset()
      #expect(watch.take() == ["Ada true"])
      #expect(ada.string("firstName") == nil)
    }
  }

  // R-CTX-228, R-CTX-337
  @Test(arguments: StackKind.all)
  func anObjectThatStaysGoesOnSendingAfterItWasRevived(_ kind: StackKind) throws {
    try Stack(kind).recording { context, manager in
      let ada = context.step { context.insert("Person", ["firstName": "Ada"]) }
      try context.save()
      context.step { context.delete(ada) }
      try context.save()
      let watch = Watch(ada) { "\($0.managedObjectContext != nil)" }
      manager.undo()
      #expect(watch.take().first == "false")
      #expect(ada.string("firstName") == "Ada")
      ada.setValue("Bea", forKey: "firstName")
      #expect(watch.take() == ["true"])
    }
  }
}
