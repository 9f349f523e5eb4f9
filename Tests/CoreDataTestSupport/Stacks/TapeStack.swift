// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation
import Testing

/// A coordinator with a ``TapeStore``, and stores of other types beside it.
package struct TapeStack {
  package let tape: Tape
  package let coordinator: NSPersistentStoreCoordinator
  package let store: TapeStore

  /// - Parameters:
  ///   - others: types of stores that are added first, all in memory or without a file.
  ///   - configuration: what the tape store holds.
  ///   - storeClass: the class of the tape store.
  package init(
    _ tape: Tape = Tape(), model: NSManagedObjectModel = TapeModel.make(),
    after others: [String] = [], configuration: String? = nil,
    of storeClass: TapeStore.Type = TapeStore.self
  ) throws {
    storeClass.register()
    self.tape = tape
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for type in others {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: nil, options: nil)
    }
    let added = try coordinator.addPersistentStore(
      ofType: storeClass.storeType, configurationName: configuration, at: nil,
      options: ["tape": tape])
    store = try #require(added as? TapeStore)
    _ = tape.calls()
  }

  package func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @discardableResult
  package func run<T>(_ block: (NSManagedObjectContext) throws -> T) throws -> T {
    let context = context()
    return try context.performAndWait { try block(context) }
  }

  /// Two shelves, the first with two books, saved; the calls are forgotten.
  package func fill() throws {
    try run { context in
      let shelf = context.insert("Shelf", ["title": "A"])
      _ = context.insert("Shelf", ["title": "B"])
      for title in ["Zoo", "Ada"] {
        _ = context.insert("Book", ["title": title, "pages": 10, "shelf": shelf])
      }
      for object in context.insertedObjects { context.assign(object, to: store) }
      try context.save()
    }
    _ = tape.calls()
  }
}

/// A request of a kind that the library does not know; nothing is overridden.
package final class CountAllRequest: NSPersistentStoreRequest {}

/// What a store may answer to it.
package final class CountAllResult: NSPersistentStoreResult {
  package let total: Int
  package init(_ total: Int) {
    self.total = total
    super.init()
  }
}
