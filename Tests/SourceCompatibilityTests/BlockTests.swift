// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// A class that is not `Sendable`, as most of a client's are.
private final class BlockCounter {
  var value = 0
}

extension NSPersistentStoreCoordinator {
  fileprivate class func made(_ model: NSManagedObjectModel) -> Self {
    self.init(managedObjectModel: model)
  }

  fileprivate convenience init(empty: Void) {
    self.init(managedObjectModel: NSManagedObjectModel())
  }
}

/// What compiles on Apple's platforms in Swift 6 mode.
struct BlockTests {
  // R-CTX-933
  @Test func aBackgroundTaskMayUseWhatIsNotSendable() async throws {
    let container = NSPersistentContainer(
      name: "Blocks", managedObjectModel: NSManagedObjectModel())
    let counter = BlockCounter()
    let value = await container.performBackgroundTask { context in
      counter.value += 1
      return context.hasChanges ? -1 : counter.value
    }
    #expect(value == 1)
  }

  @Test func aBackgroundTaskThrowsWhatItsBlockThrows() async {
    struct Failure: Error {}
    let container = NSPersistentContainer(
      name: "Blocks", managedObjectModel: NSManagedObjectModel())
    await #expect(throws: Failure.self) {
      try await container.performBackgroundTask { _ in throw Failure() }
    }
  }

  @Test func aCoordinatorIsMadeFromItsMetatype() {
    #expect(NSPersistentStoreCoordinator.made(NSManagedObjectModel()).persistentStores.isEmpty)
    #expect(NSPersistentStoreCoordinator(empty: ()).persistentStores.isEmpty)
  }

  @Test func aRequestOfAnyTypeOfResultsIsDeleted() {
    let request = NSFetchRequest<NSManagedObject>(entityName: "A")
    #expect(NSBatchDeleteRequest(fetchRequest: request).fetchRequest.entityName == "A")
  }
}
