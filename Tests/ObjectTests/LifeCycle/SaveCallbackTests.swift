// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What objects hear of a save, and what they may do meanwhile.
@Suite struct SaveCallbackTests {
  // R-CTX-246, R-CTX-247
  @Test(arguments: StackKind.all)
  func changedObjectsHearOfASaveBeforeAndAfter(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      let other = try context.traced("Bob")
      try context.save()
      #expect(person.events == ["awakeFromInsert", "willSave", "didSave"])
      for person in [person, other] { person.forgetEvents() }
      person.setValue("Lovelace", forKey: "lastName")
      try context.save()
      #expect(person.events == ["willSave", "didSave"])
      #expect(other.events.isEmpty)
      person.forgetEvents()
      context.delete(person)
      try context.save()
      let saving = person.events.filter { !$0.hasSuffix("TurnIntoFault") }
      #expect(saving == ["prepareForDeletion", "willSave", "didSave"])
    }
  }

  // R-CTX-247
  @Test(arguments: StackKind.all)
  func didSaveTellsWhatWasSavedOfAnObject(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      var heard: [[Bool]] = []
      person.onDidSave = {
        heard.append([$0.objectID.isTemporaryID, $0.isInserted, $0.isUpdated, $0.isDeleted])
        #expect($0.hasChanges)
        #expect($0.managedObjectContext === context)
      }
      try context.save()
      person.setValue("Lovelace", forKey: "lastName")
      try context.save()
      context.delete(person)
      try context.save()
      #expect(
        heard == [
          [false, true, false, false], [false, false, true, false], [false, false, false, true],
        ])
      #expect(!person.isDeleted)
      #expect(person.managedObjectContext == nil)
    }
  }

  // R-CTX-247, R-CTX-810
  @Test(arguments: StackKind.all)
  func didSaveOfAChildTellsTheSame(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = context
      try child.performAndWait {
        let person = try child.traced()
        var heard: [Bool] = []
        person.onDidSave = { heard += [$0.isInserted, $0.isDeleted] }
        try child.save()
        child.delete(person)
        try child.save()
        #expect(heard == [true, false, false, true])
        #expect(!person.hasChanges)
      }
    }
  }

  // R-CTX-247, R-CTX-250
  @Test(arguments: StackKind.all)
  func aChangeMadeInDidSaveIsPendingForTheNextSave(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let person = try context.traced()
      person.onDidSave = { $0.setValue("later", forKey: "lastName") }
      try context.save()
      #expect(context.hasChanges)
      #expect(person.isUpdated)
      person.onDidSave = nil
      try context.save()
      #expect(!context.hasChanges)
    }
    try stack.run { context in
      let holds = try context.only("Person").string("lastName") == "later"
      #expect(holds)
    }
  }

  // R-CTX-567, R-CTX-208
  @Test(arguments: StackKind.all)
  func aSetterInWillSaveCausesAnotherRoundAndIsSaved(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let person = try context.traced()
      person.onWillSave = {
        if $0.string("lastName") == nil { $0.setValue("stamped", forKey: "lastName") }
      }
      try context.save()
      #expect(person.events == ["awakeFromInsert", "willSave", "willSave", "didSave"])
      #expect(!context.hasChanges)
    }
    try stack.run { context in
      let holds = try context.only("Person").string("lastName") == "stamped"
      #expect(holds)
    }
  }

  // R-CTX-567, R-CTX-208
  @Test(arguments: StackKind.all)
  func aPrimitiveWriteInWillSaveIsSavedWithoutAnotherRound(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let person = try context.traced()
      try context.save()
      person.forgetEvents()
      person.onWillSave = { $0.setPrimitiveValue("stamped", forKey: "lastName") }
      person.setValue(40, forKey: "age")
      try context.save()
      #expect(person.events == ["willSave", "didSave"])
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.string("lastName") == "stamped")
      #expect(person.value(forKey: "age") as? Int == 40)
    }
  }

  // R-CTX-568, R-CTX-570
  @Test(arguments: StackKind.all)
  func objectsTouchedInAnotherOnesWillSaveJoinTheSave(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let first = try context.traced("first")
      let second = try context.traced("second")
      let doomed = try context.traced("doomed")
      try context.save()
      var inserted: TracedPerson?
      for person in [first, second, doomed] { person.forgetEvents() }
      first.onWillSave = { person in
        person.onWillSave = nil
        second.setValue(77, forKey: "age")
        inserted = try? context.traced("new")
      }
      context.delete(doomed)
      first.setValue("x", forKey: "lastName")
      try context.save()
      #expect(second.events == ["willSave", "didSave"])
      #expect(inserted?.events == ["awakeFromInsert", "willSave", "didSave"])
      #expect(inserted?.objectID.isTemporaryID == false)
    }
    try stack.run { context in
      let ages = try context.all("Person", sortedBy: "firstName").map { $0.value(forKey: "age") }
      #expect(ages.compactMap { $0 as? Int } == [18, 18, 77])
    }
  }

  // R-CTX-569
  @Test func aWillSaveThatNeverSettlesIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { context in
        let person = try context.traced()
        var count = 0
        person.onWillSave = {
          count += 1
          $0.setValue("\(count)", forKey: "lastName")
        }
        try context.save()
      }
    }
    #expect(result?.reports("NSInternalInconsistencyException") == true)
  }

  // R-CTX-590
  @Test(arguments: StackKind.all)
  func savingAgainFromWillSaveFailsAlone(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let person = try context.traced()
      var inner: CocoaError?
      person.onWillSave = { person in
        inner = failure { try person.managedObjectContext?.save() } ?? inner
      }
      try context.save()
      #expect(inner?.code.rawValue == 132_001)
      let message = inner?.userInfo["message"] as? String
      #expect(message == "attempt to recursively call -save: on the context aborted")
      #expect(!context.hasChanges)
    }
    #expect(try stack.run { try $0.all("Person").count } == 1)
  }

  // R-CTX-571
  @Test(arguments: StackKind.all)
  func anObjectInsertedAndDeletedHearsNothingOfTheSave(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      context.delete(person)
      try context.save()
      #expect(!person.events.contains("willSave"))
      #expect(!person.events.contains("didSave"))
      #expect(person.managedObjectContext == nil)
    }
  }

  // R-CTX-245
  @Test(arguments: StackKind.all)
  func prepareForDeletionComesInsideDeleteWithEverythingReadable(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      context.insert("Car", ["numberPlate": "A1"]).setValue(person, forKey: "owner")
      try context.save()
      var seen: (name: String?, cars: Int) = (nil, 0)
      person.onPrepareForDeletion = { seen = ($0.string("firstName"), $0.objects("cars").count) }
      person.forgetEvents()
      context.delete(person)
      #expect(person.events == ["prepareForDeletion"])
      #expect(seen.name == "Ada")
      #expect(seen.cars == 1)
      try context.save()
      #expect(person.events.filter { $0 == "prepareForDeletion" }.count == 1)
    }
  }

  // R-CTX-574
  @Test(arguments: StackKind.all)
  func aChangeMadeByAValidatorIsSaved(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let person = try context.traced()
      person.onValidate = {
        if $0.string("lastName") == nil { $0.setValue("valid", forKey: "lastName") }
      }
      try context.save()
      #expect(person.events.filter { $0 == "willSave" }.count == 2)
    }
    try stack.run { context in
      let holds = try context.only("Person").string("lastName") == "valid"
      #expect(holds)
    }
  }
}
