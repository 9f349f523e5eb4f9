// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What incremental stores are told about registered objects when one is migrated.
@Suite struct RegistrationTransferTests {
  private static let nowhere = URL(fileURLWithPath: "/dev/null")

  private static func isUsed(_ tape: Tape, _ count: Int, times: Int = 1) -> Bool {
    tape.uses.count == count && tape.uses.values.allSatisfy { $0 == times } && !tape.isMiscounted
  }

  private static func migrate(
    _ coordinator: NSPersistentStoreCoordinator, to tape: Tape
  ) throws {
    try coordinator.migratePersistentStore(
      coordinator.persistentStores[0], to: nowhere, options: ["tape": tape],
      withType: TapeStore.storeType)
  }

  // R-PSC-100, R-PSC-453
  @Test(arguments: Workplace.types + [NSInMemoryStoreType])
  func anIncrementalStoreHearsOfObjectsThatAreRegisteredAlready(from type: String) throws {
    TapeStore.register()
    let (place, tape) = (try Workplace(), Tape())
    defer { withExtendedLifetime(place) {} }
    let coordinator = try place.opened(type, "a", model: TapeModel.make())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let books = try context.performAndWait { () -> [NSManagedObject] in
      let books = ["A", "B"].map { context.insert("Book", ["title": $0]) }
      try context.save()
      return books
    }
    try Self.migrate(coordinator, to: tape)
    #expect(Self.isUsed(tape, 2))
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = coordinator
    let others = try other.performAndWait { try other.all("Book") }
    #expect(Self.isUsed(tape, 2, times: 2))
    context.performAndWait { context.reset() }
    other.performAndWait { other.reset() }
    #expect(Self.isUsed(tape, 0))
    #expect(books.count + others.count == 4)
  }

  // R-PSC-100, R-PSC-453
  @Test func registeredObjectsPassFromOneIncrementalStoreToTheNext() throws {
    let (stack, tape) = (try TapeStack(), Tape())
    try stack.fill()
    let context = stack.context()
    let books = try context.performAndWait { try context.all("Book") }
    #expect(Self.isUsed(stack.tape, 2))
    try Self.migrate(stack.coordinator, to: tape)
    #expect(Self.isUsed(stack.tape, 0))
    #expect(Self.isUsed(tape, 2))
    context.performAndWait { context.reset() }
    #expect(Self.isUsed(stack.tape, 0))
    #expect(Self.isUsed(tape, 0))
    #expect(books.count == 2)
  }

  // R-PSC-100, R-PSC-453
  @Test func anIncrementalStoreThatIsMigratedAwayIsToldOff() throws {
    let stack = try TapeStack()
    try stack.fill()
    let context = stack.context()
    let books = try context.performAndWait { try context.all("Book") }
    try stack.coordinator.migratePersistentStore(
      stack.store, to: Self.nowhere, withType: NSInMemoryStoreType)
    #expect(Self.isUsed(stack.tape, 0))
    context.performAndWait { context.reset() }
    #expect(Self.isUsed(stack.tape, 0))
    #expect(books.count == 2)
  }
}
