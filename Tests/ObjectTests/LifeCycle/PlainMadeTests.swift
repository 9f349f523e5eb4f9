// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// Objects, IDs and conflicts that are made from nothing, as mocks are.
struct PlainMadeTests {
  private final class Hero: NSManagedObject {}

  @Test func anObjectWithoutAnEntityExists() {
    let hero = Hero()
    #expect(hero.managedObjectContext == nil)
    #expect(hero.objectID.isTemporaryID)
    #expect(!hero.description.isEmpty)
  }

  @Test func itsPropertiesStopTheProgramWithASentence() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Hero().setValue("x", forKey: "name")
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("has no entity"))
  }

  @Test func itIsNotInserted() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(StackKind.all[0])
      let context = stack.context()
      context.performAndWait { context.insert(Hero()) }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("has no entity"))
  }

  @Test(arguments: StackKind.all) func anIDOfNothingFindsNothing(_ kind: StackKind) throws {
    let context = try Stack(kind).context()
    let (first, second) = (NSManagedObjectID(), NSManagedObjectID())
    #expect(first != second)
    #expect(first == first)
    #expect(first.isTemporaryID)
    #expect(first.persistentStore == nil)
    _ = context.performAndWait {
      #expect(throws: (any Error).self) { try context.existingObject(with: first) }
    }
  }

  @Test func aConflictOfNothingHasNothing() {
    let conflict = NSConstraintConflict()
    #expect(conflict.constraint.isEmpty)
    #expect(conflict.databaseObject == nil)
    #expect(conflict.conflictingObjects.isEmpty)
  }
}
