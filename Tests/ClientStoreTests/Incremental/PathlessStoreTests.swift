// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Incremental stores that have no use for the file that they are added with.
@Suite struct PathlessStoreTests {
  // R-PSC-058
  @Test func aPlaceThatCannotBeMadeIsTheStoresAffair() throws {
    let (coordinator, store) = try CuriousStore.stack(
      CuriousStore.Plan(), at: URL(fileURLWithPath: "/dev/null/nowhere/store"))
    #expect(store != nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let count = try context.performAndWait { try context.all("Book").count }
    #expect(count == 2)
  }
}
