// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// Models that are put together for a store.
@Suite struct MergedModelTests {
  private func family(_ children: String...) -> NSManagedObjectModel {
    ModelText((["Base\n  name String"] + children.map { "\($0): Base" }).joined(separator: "\n"))
      .model()
  }

  // R-MOD-016: of one version, and of entities that no version has all of
  @Test(arguments: MigratedStore.types, [false, true])
  func aStoreOpensWithTheModelThatIsMergedForIt(_ type: String, _ isMixed: Bool) throws {
    let store = try MigratedStore(type)
    try store.use(family("New", "Old")) { context in
      _ = context.insert("New", ["name": "inherited"])
      try context.save()
    }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: store.url, options: nil)
    let last = isMixed ? family("New") : family("New", "Old")
    let merged = try #require(
      NSManagedObjectModel(byMerging: [family("Old"), last], forStoreMetadata: metadata))
    let names = try store.use(merged, migrating: false) { context in
      try context.all("Base").map { $0.string("name") }
    }
    #expect(names == ["inherited"])
  }
}
