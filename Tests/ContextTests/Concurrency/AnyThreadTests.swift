// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

/// What may be asked of contexts and objects on any thread.
@Suite struct AnyThreadTests {
  // R-CTX-902, R-CTX-125
  @Test(arguments: StackKind.all)
  func idsAndContextsCanBeReadWhileTheContextSaves(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    for round in 0..<5 {
      let objects = context.performAndWait {
        (0..<40).map { Held(context.insert("Note", ["rank": round * 40 + $0])) }
      }
      let readers = (0..<3).map { _ in
        reader(objects) { object in
          let id = object.objectID
          guard object.managedObjectContext === context, id.entity.name == "Note" else {
            return false
          }
          return id.uriRepresentation().absoluteString.contains("/Note/")
        }
      }
      readers.forEach { $0.start() }
      try context.performAndWait { try context.save() }
      #expect(readers.allSatisfy { $0.finish() })
      let ids = Set(objects.map(\.object.objectID))
      #expect(ids.count == 40)
      #expect(ids.allSatisfy { !$0.isTemporaryID })
      context.performAndWait { objects.forEach { context.delete($0.object) } }
      try context.performAndWait { try context.save() }
      #expect(objects.allSatisfy { $0.object.managedObjectContext == nil })
    }
  }

  // R-CTX-902, R-CTX-078
  @Test func settingsCanBeChangedWhileTheContextWorks() throws {
    let stack = try Stack(.singles[0])
    let context = stack.context()
    let writers = (0..<2).map { number in
      Worker {
        context.name = "name \(number)"
        context.transactionAuthor = "author"
        context.mergePolicy = NSMergePolicy.overwrite
        context.retainsRegisteredObjects.toggle()
        context.automaticallyMergesChangesFromParent.toggle()
        context.stalenessInterval = Double(number)
        return context.name?.isEmpty == false && context.parent == nil
          && context.persistentStoreCoordinator != nil
      }
    }
    writers.forEach { $0.start() }
    for round in 0..<100 {
      try context.performAndWait {
        _ = context.insert("Note", ["rank": round])
        try context.save()
        _ = try context.all("Note")
      }
    }
    #expect(writers.allSatisfy { $0.finish() })
    context.retainsRegisteredObjects = true
    try context.performAndWait {
      _ = try context.all("Note")
      #expect(context.registeredObjects.count == 100)
    }
    context.retainsRegisteredObjects = false
    context.performAndWait { #expect(context.registeredObjects.isEmpty) }
  }

  // R-CTX-138, R-CTX-135
  @Test(arguments: StackKind.all)
  func aFailedSaveGivesTheTemporaryIDBack(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let plates = ["A", "A"].map { context.insert("Car", ["numberPlate": $0]) }
      let ids = plates.map(\.objectID)
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(plates.map(\.objectID) == ids)
      #expect(ids.allSatisfy { $0.isTemporaryID })
      plates[0].setValue("B", forKey: "numberPlate")
      try context.save()
      #expect(plates.allSatisfy { !$0.objectID.isTemporaryID })
      #expect(zip(ids, plates).allSatisfy { context.registeredObject(for: $0) === $1 })
    }
  }

  // R-CTX-080, R-CTX-044
  @Test func theClientsLockIsRecursiveAndPerContext() async {
    let (context, other) = (
      NSManagedObjectContext(.privateQueue), NSManagedObjectContext(.privateQueue)
    )
    func tryElsewhere(_ context: NSManagedObjectContext) -> Bool {
      let worker = Worker(limit: 1) {
        guard context.tryLock() else { return false }
        context.unlock()
        return true
      }
      worker.start()
      return worker.finish()
    }
    func nested() -> [Bool] {
      context.lock()
      let again = context.tryLock()
      let results = [again, tryElsewhere(context), tryElsewhere(other)]
      context.unlock()
      context.unlock()
      return results + [tryElsewhere(context)]
    }
    #expect(nested() == [true, false, true, true])
    context.performAndWait {}
  }

  // R-CTX-080
  @Test func unlockingWhatIsNotLockedIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      NSManagedObjectContext(.privateQueue).unlock()
    }
    #expect(result?.reports("NSInternalInconsistencyException") == true)
  }

  // R-CTX-011
  @Test func observingDoesNothing() {
    let context = NSManagedObjectContext(.privateQueue)
    let change: [NSKeyValueChangeKey: Any] = [.newKey: true, .kindKey: 1]
    context.observeValue(forKeyPath: "hasChanges", of: context, change: change, context: nil)
    context.performAndWait { #expect(!context.hasChanges) }
    #expect(NSKeyValueChangeKey.oldKey.rawValue == "old")
  }

  // R-CTX-031
  @Test func theOldInitialiserConfines() {
    #expect(OldStyle.make().concurrencyType == .confinementConcurrencyType)
  }
}

/// Calls what is deprecated, from where that does not warn.
private protocol Making { static func make() -> NSManagedObjectContext }

private enum OldStyle: Making {
  static func make() -> NSManagedObjectContext {
    (Old.self as any Making.Type).make()
  }

  private enum Old: Making {
    @available(*, deprecated)
    static func make() -> NSManagedObjectContext { NSManagedObjectContext() }
  }
}

/// Reads objects that belong to another thread.
private func reader(_ objects: [Held], _ read: @escaping (NSManagedObject) -> Bool) -> Worker {
  Worker { objects.allSatisfy { read($0.object) } }
}
