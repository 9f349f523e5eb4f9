// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Moves that are refused, and saves of moves that fail.
@Suite struct MoveFailureTests {
  private static let pairs = StorePair.own.filter { $0.first != $0.second }

  // R-PSC-930, 935
  @Test(arguments: StorePair.various)
  func aFailedSaveKeepsTheMarkingAndTheIDs(_ pair: StorePair) throws {
    let stack = try StudioModel.stack(pair)
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let everything = studio.everything
      let text = studio.text
      let former = Set(everything.map(\.objectID))
      let ids = try context.move([studio.department], to: stack.second)
      try stack.run { other in
        try Studio(other).department.setValue("Theirs", forKey: "name")
        try other.save()
      }
      #expect(failure { try context.save() }?.code == .managedObjectMerge)
      #expect(Set(everything.map(\.objectID)) == former)
      #expect(context.updatedObjects == everything)
      #expect(studio.text == text)
      let stored = try stack.run { try Studio($0).department.objectID }
      #expect(former.contains(stored))
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(Set(everything.map(\.objectID)) == Set(ids.values))
      #expect(studio.department.string("name") == "Theirs")
      try stack.run { other in
        let found = try Studio(other)
        #expect(found.text == studio.text)
        #expect(try other.all("Person").count == 3)
      }
    }
  }

  // R-PSC-931
  @Test func aSeveredRelationshipIsValidated() throws {
    let model = try StudioModel.make()
    model.entitiesByName["Locker"]?.relationshipsByName["owner"]?.isOptional = false
    let stack = try Stack(Self.pairs[0].kind, model: model)
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let locker = try context.only("Locker")
      try context.move([locker], to: stack.second, relationships: .sever)
      #expect(failure { try context.save() }?.code == .validationMissingMandatoryProperty)
      #expect(locker.objectID.persistentStore === stack.first)
      context.rollback()
      #expect(studio.everything.contains(locker))
    }
  }

  // R-PSC-930
  @Test func whatCannotMoveIsRefusedByName() throws {
    let pair = Self.pairs[0]
    let kind = StackKind(
      name: "parts", stores: [(pair.first, nil), (pair.second, "Samples"), (pair.second, nil)])
    let (stack, other) = (
      try Stack(kind, model: try StudioModel.make()), try StudioModel.stack(pair)
    )
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let samples = stack.second
      let staff = failure { try context.move([studio.department], to: samples) }
      #expect(staff?.code == .persistentStoreSave)
      #expect(staff?.localizedDescription.contains("Department, Employee, Locker") == true)
      let affected = staff?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject]
      #expect(affected?.count == 5)
      let foreign = failure { try context.move([studio.department], to: other.first) }
      #expect(foreign?.code == .persistentStoreOperation)
      let third = stack.coordinator.persistentStores[2]
      third.isReadOnly = true
      let target = failure { try context.move([studio.department], to: third) }
      #expect(target?.code == .fileWriteNoPermission)
      third.isReadOnly = false
      stack.first.isReadOnly = true
      let source = failure { try context.move([studio.department], to: third) }
      #expect(source?.code == .fileWriteNoPermission)
      stack.first.isReadOnly = false
      try stack.run { second in
        let stranger = failure { try second.move([studio.department], to: third) }
        #expect(stranger?.localizedDescription.contains("not registered") == true)
      }
      let staffMember = studio.staff[0]
      context.delete(staffMember)
      let deleted = failure { try context.move([staffMember], to: third) }
      #expect(deleted?.localizedDescription.contains("being deleted") == true)
      context.rollback()
      #expect(!context.hasChanges)
    }
  }

  // R-PSC-210: a relationship that comes after the marking
  @Test func aLaterRelationshipToWhatStaysFailsTheSave() throws {
    let stack = try StudioModel.stack(Self.pairs[0])
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let stays = context.insert("Employee", ["firstName": "Eve"])
      context.assign(stays, to: stack.first)
      try context.save()
      try context.move([studio.department], to: stack.second)
      stays.setValue(Set([studio.staff[0]]), forKey: "knows")
      #expect(failure { try context.save() }?.code == .managedObjectExternalRelationship)
      #expect(studio.department.objectID.persistentStore === stack.first)
      stays.setValue(Set<NSManagedObject>(), forKey: "knows")
      try context.save()
      #expect(studio.department.objectID.persistentStore === stack.second)
      #expect(stays.objectID.persistentStore === stack.first)
    }
  }
}
