// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Primitive access, changed and committed values.
@Suite struct ChangeTrackingTests {
  // R-CTX-206, R-CTX-207
  @Test(arguments: StackKind.all)
  func aPrimitiveWriteLeavesACleanObjectClean(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setPrimitiveValue("Bob", forKey: "firstName")
      #expect(person.string("firstName") == "Bob")
      #expect(!person.hasChanges)
      #expect(!context.hasChanges)
      #expect(person.changedValues().isEmpty)
      try context.save()
    }
    try stack.run { context in
      let holds = try context.only("Person").string("firstName") == "Ada"
      #expect(holds)
    }
  }

  // R-CTX-208
  @Test(arguments: StackKind.all)
  func aPrimitiveWriteOnADirtyObjectIsSavedWithIt(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setValue(40, forKey: "age")
      person.setPrimitiveValue("Bob", forKey: "firstName")
      #expect(person.changedValues()["firstName"] as? String == "Bob")
      try context.save()
    }
    try stack.run { context in
      let holds = try context.only("Person").string("firstName") == "Bob"
      #expect(holds)
    }
  }

  // R-CTX-209
  @Test(arguments: StackKind.all)
  func changeNotesAroundAPrimitiveWriteTrackIt(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.willChangeValue(forKey: "firstName")
      person.setPrimitiveValue("Bob", forKey: "firstName")
      person.didChangeValue(forKey: "firstName")
      #expect(person.isUpdated)
      #expect(person.changedValues()["firstName"] as? String == "Bob")
      #expect(person.committedValues(forKeys: ["firstName"])["firstName"] as? String == "Ada")
      try context.save()
    }
    try stack.run { context in
      let holds = try context.only("Person").string("firstName") == "Bob"
      #expect(holds)
    }
  }

  // R-CTX-206
  @Test(arguments: StackKind.all)
  func primitiveReadingFiresNoFault(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada"])
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.primitiveValue(forKey: "firstName") == nil)
      #expect(person.isFault)
    }
  }

  // R-CTX-387
  @Test(arguments: StackKind.all)
  func primitiveRelationshipWritesDoNotTouchTheInverse(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      let car = context.insert("Car", ["numberPlate": "A1"])
      car.setPrimitiveValue(person, forKey: "owner")
      #expect(car.value(forKey: "owner") as? NSManagedObject === person)
      #expect(person.objects("cars").isEmpty)
    }
  }

  // R-CTX-211, R-CTX-213, R-CTX-215
  @Test(arguments: StackKind.all)
  func changedValuesAreNewAndCommittedValuesOld(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada", "lastName": "L"])
      let car = context.insert("Car", ["numberPlate": "A1"])
      try context.save()
      person.setValue("B", forKey: "firstName")
      person.setValue("C", forKey: "firstName")
      person.setValue(nil, forKey: "lastName")
      car.setValue(person, forKey: "owner")
      let changed = person.changedValues()
      #expect(Set(changed.keys) == ["firstName", "lastName", "cars"])
      #expect(changed["firstName"] as? String == "C")
      #expect(changed["lastName"] is NSNull)
      #expect(changed["cars"] as? Set<NSManagedObject> == [car])
      #expect(car.changedValues()["owner"] as? NSManagedObject === person)
      let committed = person.committedValues(forKeys: ["firstName", "lastName"])
      #expect(committed["firstName"] as? String == "Ada")
      #expect(committed["lastName"] as? String == "L")
      #expect(car.committedValues(forKeys: ["owner"])["owner"] is NSNull)
    }
  }

  // R-CTX-211
  @Test(arguments: StackKind.all)
  func changingAValueBackLeavesNoChangedValue(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setValue("Bob", forKey: "firstName")
      person.setValue("Ada", forKey: "firstName")
      #expect(person.changedValues().isEmpty)
      #expect(person.isUpdated)
    }
  }

  // R-CTX-211, R-CTX-151
  @Test(arguments: StackKind.all)
  func theChangedValuesOfAnInsertionAreThoseSet(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      #expect(Set(person.changedValues().keys) == ["firstName"])
    }
  }

  // R-CTX-212
  @Test(arguments: StackKind.all)
  func savingRefreshingAndRollingBackEmptyTheChangedValues(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      #expect(person.changedValues().isEmpty)
      person.setValue("B", forKey: "firstName")
      context.refresh(person, mergeChanges: false)
      #expect(person.changedValues().isEmpty)
      #expect(person.string("firstName") == "Ada")
      person.setValue("C", forKey: "firstName")
      context.rollback()
      #expect(person.changedValues().isEmpty)
      #expect(person.string("firstName") == "Ada")
    }
  }

  // R-CTX-215
  @Test(arguments: StackKind.all)
  func anUnsavedInsertionHasNoCommittedValues(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      #expect(person.committedValues(forKeys: ["firstName", "age"]).isEmpty)
      #expect(person.committedValues(forKeys: nil).isEmpty)
    }
  }

  // R-CTX-215, R-CTX-216
  @Test(arguments: StackKind.all)
  func committedValuesListEveryPersistentPropertyAndNoTransientOne(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada", "mood": "calm"])
      try context.save()
      let all = person.committedValues(forKeys: nil)
      #expect(all["firstName"] as? String == "Ada")
      #expect(all["lastName"] is NSNull)
      #expect(all["age"] as? Int == 18)
      #expect(all["mood"] == nil)
      #expect(person.committedValues(forKeys: ["mood", "nothing"]).isEmpty)
    }
  }

  // R-CTX-211
  @Test(arguments: StackKind.all)
  func changedValuesAreStillThereInWillSave(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      try context.save()
      var seen: [String: Any] = [:]
      person.onWillSave = { seen = $0.changedValues() }
      person.setValue("Bob", forKey: "firstName")
      try context.save()
      #expect(seen["firstName"] as? String == "Bob")
      #expect(seen.count == 1)
    }
  }
}
