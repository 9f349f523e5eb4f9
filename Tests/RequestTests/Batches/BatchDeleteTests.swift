// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Batch deletions, on every kind of stack.
struct BatchDeleteTests {
  // R-PSC-710, R-PSC-681
  @Test(arguments: StackKind.all)
  func whatARequestFindsIsRemoved(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      for rank in 0..<10 { _ = context.insert("Note", ["rank": rank]) }
      try context.save()
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
      fetch.predicate = NSPredicate(format: "rank < 6")
      fetch.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
      fetch.fetchOffset = 1
      fetch.fetchLimit = 2
      let request = NSBatchDeleteRequest(fetchRequest: fetch)
      let result = try #require(try context.execute(request) as? NSBatchDeleteResult)
      #expect(result.result as? Bool == true)
      #expect(try ranks(stack) == [0, 1, 2, 5, 6, 7, 8, 9])
      let typed = NSFetchRequest<NSManagedObject>(entityName: "Note")
      typed.predicate = NSPredicate(format: "rank > 6")
      let counting = NSBatchDeleteRequest(fetchRequest: typed)
      counting.resultType = .resultTypeCount
      #expect(try value(counting, context) as? Int == 3)
      #expect(try ranks(stack) == [0, 1, 2, 5, 6])
    }
  }

  // R-PSC-711, R-PSC-712
  @Test(arguments: StackKind.all)
  func deleteRulesCascadeAndNullify(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let bob = context.insert("Person", ["firstName": "Bob"])
      let cars = (0..<3).map { context.insert("Car", ["numberPlate": "\($0)"]) }
      ada.setValue(Set(cars[0...1]), forKey: "cars")
      bob.setValue(Set(cars[2...]), forKey: "cars")
      let passport = context.insert("Passport", ["number": "1"])
      passport.setValue(ada, forKey: "holder")
      let club = context.insert("Club", ["title": "C"])
      ada.setValue(Set([club]), forKey: "clubs")
      bob.setValue(Set([club]), forKey: "clubs")
      club.mutableOrderedSetValue(forKey: "waiting").add(ada)
      try context.save()
      let request = NSBatchDeleteRequest(objectIDs: [ada.objectID])
      request.resultType = .resultTypeObjectIDs
      let ids = try #require(try value(request, context) as? [NSManagedObjectID])
      #expect(
        Set(ids)
          == Set([ada.objectID, cars[0].objectID, cars[1].objectID, passport.objectID]))
      try stack.run { other in
        #expect(try other.all("Car").map { $0.string("numberPlate") } == ["2"])
        #expect(try other.all("Passport").isEmpty)
        let club = try other.only("Club")
        #expect(Set(club.objects("members").map { $0.string("firstName") }) == ["Bob"])
        #expect(club.mutableOrderedSetValue(forKey: "waiting").count == 0)
      }
    }
  }

  // R-PSC-711: nullify through inverse references in rows
  @Test(arguments: StackKind.all)
  func referencesToRemovedRowsAreCleared(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let passport = context.insert("Passport", ["number": "1"])
      passport.setValue(ada, forKey: "holder")
      let club = context.insert("Club", ["title": "C"])
      club.mutableOrderedSetValue(forKey: "waiting").add(ada)
      try context.save()
      #expect(throws: CocoaError.self) {
        try context.execute(NSBatchDeleteRequest(objectIDs: [ada.objectID, club.objectID]))
      }
      try stack.run { other in
        let person = try other.only("Person")
        #expect(person.value(forKey: "passport") != nil)
        #expect(person.value(forKey: "waitsFor") != nil)
      }
      try context.execute(NSBatchDeleteRequest(objectIDs: [passport.objectID]))
      try context.execute(NSBatchDeleteRequest(objectIDs: [club.objectID]))
      try stack.run { other in
        let person = try other.only("Person")
        #expect(person.value(forKey: "passport") == nil)
        #expect(person.value(forKey: "waitsFor") == nil)
      }
    }
  }

  // R-PSC-711: a chain and a ring
  @Test(arguments: StackKind.all)
  func cascadesGoOnAndEnd(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let ring = (0..<5).map { context.insert("Node", ["label": "\($0)"]) }
      for (index, node) in ring.enumerated() {
        node.setValue(ring[(index + 1) % 5], forKey: "next")
      }
      let other = context.insert("Node", ["label": "other"])
      ring[2].setValue(Set([other]), forKey: "peers")
      try context.save()
      let request = NSBatchDeleteRequest(objectIDs: [ring[3].objectID])
      request.resultType = .resultTypeCount
      #expect(try value(request, context) as? Int == 5)
      try stack.run { reader in
        let left = try reader.only("Node")
        #expect(left.string("label") == "other")
        #expect(left.objects("peers").isEmpty)
      }
    }
  }

  // R-PSC-711: a mandatory inverse
  @Test(arguments: StackKind.all)
  func breakingAMandatoryInverseFailsTheRequest(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let fan = context.insert("Fan", ["name": "F"])
      let badge = context.insert("Badge", ["code": "B"])
      fan.setValue(badge, forKey: "badge")
      try context.save()
      let error = #expect(throws: CocoaError.self) {
        try context.execute(NSBatchDeleteRequest(objectIDs: [badge.objectID]))
      }
      #expect(error?.code == .persistentStoreSaveConflicts)
      #expect(error?.localizedDescription.contains("Fan/badge") == true)
      #expect(try stack.run { try $0.all("Badge").count } == 1)
      try context.execute(NSBatchDeleteRequest(objectIDs: [fan.objectID]))
      #expect(try stack.run { try $0.all("Fan").count } == 0)
    }
  }

  // R-PSC-711: a mandatory inverse of a many-to-many
  @Test(arguments: StackKind.singles)
  func leavingAMandatoryManyToManyFailsTheRequest(_ kind: StackKind) throws {
    let model = SampleModels.company()
    model.entitiesByName["Employee"]?.relationshipsByName["tags"]?.isOptional = false
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      let tags = ["a", "b"].map { context.insert("Tag", ["label": $0]) }
      let employee = context.insert("Employee")
      employee.setValue([tags[0]] as Set, forKey: "tags")
      try context.save()
      let error = #expect(throws: CocoaError.self) {
        try context.execute(NSBatchDeleteRequest(objectIDs: tags.map(\.objectID)))
      }
      #expect(error?.code == .persistentStoreSaveConflicts)
      #expect(error?.localizedDescription.contains("MTM nullify inverse on Employee/tags") == true)
      #expect(try stack.run { try $0.all("Tag").count } == 2)
      try context.execute(NSBatchDeleteRequest(objectIDs: [tags[1].objectID]))
      #expect(try stack.run { try $0.all("Tag").count } == 1)
    }
  }

  // R-CTX-323: more rows than are kept without a look at who needs them
  @Test(arguments: StackKind.all)
  func manyObjectsOfAContextAreUpdatedAndRemoved(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let notes = (0..<1_100).map { context.insert("Note", ["rank": $0]) }
      try context.save()
      let update = NSBatchUpdateRequest(entityName: "Note")
      update.propertiesToUpdate = ["rank": 7]
      _ = try context.execute(update)
      _ = try context.execute(NSBatchDeleteRequest(objectIDs: notes.map(\.objectID)))
      #expect(notes[0].value(forKey: "rank") as? Int == 0)
    }
    #expect(try stack.run { try $0.all("Note").isEmpty })
  }

  // R-PSC-710
  @Test(arguments: StackKind.all)
  func unknownIDsAreIgnoredAndMixedEntitiesRefused(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note")
      let tag = context.insert("Tag")
      try context.save()
      let request = NSBatchDeleteRequest(objectIDs: [note.objectID])
      request.resultType = .resultTypeCount
      #expect(try value(request, context) as? Int == 1)
      #expect(try value(request, context) as? Int == 0)
      #expect(throws: CocoaError.self) {
        try context.execute(NSBatchDeleteRequest(objectIDs: [note.objectID, tag.objectID]))
      }
      #expect(request.requestType.rawValue == 7)
      #expect(request.fetchRequest.entityName == "Note")
    }
  }

  // R-PSC-713, R-CTX-283
  @Test(arguments: StackKind.all)
  func theObjectOfARemovedRowIsInaccessibleOnceTheStoreIsAsked(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "x"])
      try context.save()
      try context.execute(NSBatchDeleteRequest(objectIDs: [note.objectID]))
      #expect(note.string("text") == "x")
      #expect(throws: CocoaError.self) {
        try stack.run { try $0.existingObject(with: note.objectID) }
      }
      context.stalenessInterval = 0
      context.refresh(note, mergeChanges: false)
      #expect(note.string("text") == nil)
      #expect(note.isDeleted)
    }
  }

  // R-PSC-683
  @Test(arguments: StackKind.singles)
  func aReadOnlyStoreIsPassedOverUnlessNamed(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Note")
      try context.save()
      let store = stack.coordinator.persistentStores[0]
      store.isReadOnly = true
      let request = NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Note"))
      request.resultType = .resultTypeCount
      #expect(try value(request, context) as? Int == 0)
      request.affectedStores = [store]
      let error = #expect(throws: CocoaError.self) { try context.execute(request) }
      #expect(error?.code == .fileWriteNoPermission)
    }
  }

  private func ranks(_ stack: Stack) throws -> [Int] {
    try stack.run { context in
      try context.all("Note", sortedBy: "rank").compactMap { $0.value(forKey: "rank") as? Int }
    }
  }

  private func value(
    _ request: NSBatchDeleteRequest, _ context: NSManagedObjectContext
  ) throws -> Any? {
    let result = try #require(try context.execute(request) as? NSBatchDeleteResult)
    #expect(result.resultType == request.resultType)
    return result.result
  }
}
