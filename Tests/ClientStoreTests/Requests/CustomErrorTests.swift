// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What client stores throw, and what they do wrong.
struct CustomErrorTests {
  private enum Trouble: Error, Equatable {
    case offline(Int)
  }

  private func failing(_ call: String, _ error: any Error) throws -> TapeStack {
    let stack = try TapeStack()
    try stack.fill()
    stack.tape.failures[call] = error
    return stack
  }

  // R-PSC-264, 455
  @Test func anErrorOfAnyTypeSurfacesAsItself() throws {
    let calls: [(String, (NSManagedObjectContext) throws -> Void)] = [
      ("fetch", { _ = try $0.all("Book") }),
      ("fetch", { _ = try $0.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) }),
      ("execute", { _ = try $0.execute(CountAllRequest()) }),
      (
        "names",
        {
          _ = $0.insert("Book"); try $0.save()
        }
      ),
      ("names", { try $0.obtainPermanentIDs(for: [$0.insert("Book")]) }),
      (
        "save",
        {
          _ = $0.insert("Book"); try $0.save()
        }
      ),
      ("values", { _ = try $0.existingObject(with: try $0.all("Book")[0].objectID) }),
    ]
    for (call, work) in calls {
      let stack = try failing(call, Trouble.offline(7))
      try stack.run { context in
        #expect(throws: Trouble.offline(7)) { try work(context) }
      }
    }
  }

  // R-PSC-264
  @Test func aCocoaErrorKeepsWhatItSaysAndNamesTheStore() throws {
    let cocoa = CocoaError(.persistentStoreTimeout, userInfo: ["host": "a"])
    let stack = try failing("save", cocoa)
    try stack.run { context in
      _ = context.insert("Book")
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .persistentStoreTimeout)
      #expect(error.userInfo["host"] as? String == "a")
      #expect(
        error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [stack.store])
    }
    let other = try failing("fetch", NSError(domain: "Net", code: 3, userInfo: ["host": "b"]))
    try other.run { context in
      do {
        _ = try context.all("Book")
        Issue.record("the fetch should fail")
      } catch let error as NSError {
        #expect(error.domain == "Net")
        #expect(error.code == 3)
        #expect(error.userInfo["host"] as? String == "b")
        #expect(
          error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [other.store])
      }
    }
  }

  // R-PSC-051, 367
  @Test func anErrorWhileAddingSurfacesAndLeavesNothing() throws {
    let tape = Tape()
    tape.failures["metadata"] = Trouble.offline(1)
    #expect(throws: Trouble.offline(1)) { try TapeStack(tape) }
    tape.failures = [:]
    let stack = try TapeStack(tape)
    #expect(stack.coordinator.persistentStores == [stack.store])
  }

  // R-PSC-202
  @Test func whatOneOfSeveralStoresThrowsIsBehindTheError() throws {
    let first = try TapeStack(configuration: "Library")
    let tape = Tape()
    let second = try first.coordinator.addPersistentStore(
      ofType: TapeStore.storeType, configurationName: "Drafts", at: nil, options: ["tape": tape])
    let stores = [first.tape, tape]
    try first.run { context in
      for failing in stores {
        _ = context.insert("Book", ["title": "A"])
        _ = context.insert("Draft", ["text": "B"])
        failing.failures["save"] = Trouble.offline(2)
        var thrown: (any Error)?
        do { try context.save() } catch { thrown = error }
        let cocoa = thrown as? CocoaError
        let underlying = cocoa?.userInfo[NSUnderlyingErrorKey] as? Trouble
        #expect(thrown as? Trouble == .offline(2) || underlying == .offline(2))
        #expect(cocoa == nil || cocoa?.code == .persistentStoreIncompleteSave)
        failing.failures = [:]
        context.rollback()
      }
    }
    #expect(second.persistentStoreCoordinator != nil)
  }

  // R-PSC-446
  @Test func anObjectThatIsGoneIsMissing() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      let book = try context.all("Book")[0]
      stack.tape.records[stack.store.name(book.objectID)] = nil
      let error = try #require(throws: CocoaError.self) {
        try context.existingObject(with: book.objectID)
      }
      #expect(error.code == .managedObjectReferentialIntegrity)
    }
  }

  // MARK: - Misuse

  private static func reported(_ result: ExitTest.Result?) -> Bool {
    result?.reports("NSInvalidArgumentException") == true
  }

  /// Reads a book while the store gives other objects' nodes.
  private static func readWrongNode(_ stack: TapeStack) throws {
    let store = stack.store
    stack.tape.node = { id in
      let other = stack.tape.records.keys.first { store.id($0) != id } ?? ""
      return NSIncrementalStoreNode(objectID: store.id(other), withValues: [:], version: 1)
    }
    try stack.run { _ = try $0.all("Book")[0].string("title") }
  }

  // R-PSC-452
  @Test func anIDOfAnotherStoreIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (one, other) = (try TapeStack(), try TapeStack())
      try one.fill()
      let id = try #require(one.tape.records.keys.first.map { one.store.id($0) })
      _ = other.store.referenceObject(for: id)
    }
    #expect(Self.reported(result))
  }

  // R-PSC-446
  @Test func aNodeOfAnotherObjectIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try TapeStack()
      try stack.fill()
      try CustomErrorTests.readWrongNode(stack)
    }
    #expect(Self.reported(result))
  }

  // R-PSC-446: the store's names are counted hierarchy by hierarchy
  @Test func aNodeOfAnotherHierarchyIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try TapeStack()
      try stack.run { context in
        for name in ["Shelf", "Book"] { _ = context.insert(name, ["title": name]) }
        try context.save()
      }
      try CustomErrorTests.readWrongNode(stack)
    }
    #expect(Self.reported(result))
  }

  // R-PSC-447
  @Test func aDictionaryAsRelationshipIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try TapeStack()
      try stack.fill()
      stack.tape.value = ["a": 1]
      try stack.run { _ = try $0.all("Shelf")[0].objects("books") }
    }
    #expect(Self.reported(result))
  }

  // R-PSC-448
  @Test func aNodeWithoutValuesIsAnObjectWithoutValues() throws {
    let stack = try TapeStack()
    try stack.fill()
    stack.tape.node = {
      NSIncrementalStoreNode(objectID: $0, withValues: ["nonsense": 1], version: 1)
    }
    try stack.run { context in
      let book = try context.all("Book")[0]
      #expect(book.string("title") == nil)
      #expect(!book.isFault)
      #expect(!book.isDeleted)
    }
  }

  private final class BareAtomic: NSAtomicStore, @unchecked Sendable {
    override var type: String { "BareAtomic" }
  }

  private final class BareIncremental: NSIncrementalStore, @unchecked Sendable {
    override var type: String { "BareIncremental" }
  }

  // R-PSC-400, 440
  @Test func methodsThatMustBeOverriddenSaySo() async {
    let atomic = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      NSPersistentStoreCoordinator.registerStoreClass(BareAtomic.self, forStoreType: "BareAtomic")
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
      try coordinator.addPersistentStore(
        ofType: "BareAtomic", configurationName: nil,
        at: FileManager.default.temporaryDirectory.appendingPathComponent("bare"))
    }
    #expect(atomic?.reports("NSInternalInconsistencyException") == true)
    let incremental = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      NSPersistentStoreCoordinator.registerStoreClass(
        BareIncremental.self, forStoreType: "BareIncremental")
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
      try coordinator.addPersistentStore(
        ofType: "BareIncremental", configurationName: nil, at: nil)
    }
    #expect(incremental?.reports("NSInternalInconsistencyException") == true)
  }

  // R-PSC-041
  @Test func aClassThatIsNoStoreIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      NSPersistentStoreCoordinator.registerStoreClass(NSManagedObject.self, forStoreType: "x")
    }
    #expect(Self.reported(result))
  }

  // R-PSC-042, 052
  @Test func aTypeThatWasTakenBackIsUnknown() throws {
    let stack = try TapeStack()
    NSPersistentStoreCoordinator.registerStoreClass(TapeStore.self, forStoreType: "Gone")
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["Gone"] != nil)
    NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "Gone")
    let error = try #require(throws: CocoaError.self) {
      try stack.coordinator.addPersistentStore(ofType: "Gone", configurationName: nil, at: nil)
    }
    #expect(error.code == .persistentStoreInvalidType)
  }

  // R-PSC-050, 401
  @Test func anAtomicStoreNeedsAURL() throws {
    ListStore.register()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    let error = try #require(throws: CocoaError.self) {
      try coordinator.addPersistentStore(
        ofType: ListStore.storeType, configurationName: nil, at: nil)
    }
    #expect(error.code == .persistentStoreOpen)
    #expect(coordinator.persistentStores.isEmpty)
  }
}
