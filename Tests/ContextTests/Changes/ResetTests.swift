// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What observers learn when a context forgets its objects.
struct ResetTests {
  private func invalidated(_ log: NotificationLog) -> [[NSManagedObjectID]] {
    log.notes(.NSManagedObjectContextObjectsDidChange).compactMap {
      $0.userInfo?[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID]
    }
  }

  // R-CTX-665
  @Test(arguments: StackKind.everyStore)
  func objectsThatOnlyTheContextHoldsAreInvalidatedToo(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      for name in ["Ada", "Bob", "Cyd"] { _ = context.insert("Person", ["firstName": name]) }
      let ids = Set(context.insertedObjects.map(\.objectID))
      context.processPendingChanges()
      let log = NotificationLog(context)
      context.reset()
      let lists = invalidated(log)
      #expect(lists.count == 1)
      #expect(Set(lists.first ?? []) == ids)
      #expect(ids.count == 3)
      #expect(context.registeredObjects.isEmpty)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-665, R-CTX-106
  @Test(arguments: StackKind.all)
  func retainedObjectsAreInvalidated(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada"])
      try context.save()
    }
    try stack.run { context in
      context.retainsRegisteredObjects = true
      let id = try context.only("Person").objectID
      let log = NotificationLog(context)
      context.reset()
      #expect(invalidated(log) == [[id]])
      context.reset()
      #expect(invalidated(log).count == 1)
    }
  }
}
