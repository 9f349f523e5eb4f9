// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Stores of an old version that another coordinator has open, as of an older stack of the program.
@Suite struct MigrationBeneathTests {
  private static let former = "Car\n  name String!"
  private static let present = "Vehicle was Car\n  title String! was name\n  seats Int16! = 4"

  private static func titles(_ context: NSManagedObjectContext) throws -> [String] {
    try context.all("Vehicle").compactMap { $0.string("title") }
  }

  // R-PSC-540: as Apple's framework, which DataStack's tests show
  @Test(arguments: MigratedStore.types)
  func aStoreThatAnOlderStackHasOpenIsMigrated(_ type: String) throws {
    let store = try MigratedStore(type)
    let present = ModelText(Self.present).model()
    try store.use(ModelText(Self.former).model()) { older in
      _ = older.insert("Car", ["name": "Fiat"])
      try older.save()
      #expect(try store.use(present, Self.titles) == ["Fiat"])
      // It finds out, and writes nothing over the new version.
      _ = older.insert("Car", ["name": "Lancia"])
      #expect(throws: CocoaError.self) { try older.save() }
    }
    #expect(try store.use(present, Self.titles) == ["Fiat"])
  }

  // R-PSC-540
  @Test(arguments: MigratedStore.types)
  func whoAddsTheStoreAgainGoesOnWithTheNewVersion(_ type: String) throws {
    let store = try MigratedStore(type)
    let present = ModelText(Self.present).model()
    try store.use(ModelText(Self.former).model()) { older in
      _ = older.insert("Car", ["name": "Fiat"])
      try older.save()
      try store.use(present) { context in
        _ = context.insert("Vehicle", ["title": "Lancia"])
        try context.save()
      }
    }
    #expect(try Set(store.use(present, Self.titles)) == ["Fiat", "Lancia"])
  }

  #if SQLite
  // R-PSC-540
  @Test func anSQLiteFileThatAnotherProcessHasOpenIsNotMigrated() async throws {
    let store = try MigratedStore(NSSQLiteStoreType)
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: ModelText(Self.former).model())
    let opened = try coordinator.addPersistentStore(
      ofType: store.type, configurationName: nil, at: store.url, options: nil)
    for isOpenThere in [false, true] {
      await #expect(processExitsWith: .success) {
        [folder = store.directory as URL, isOpenThere = isOpenThere as Bool] in
        let store = MigratedStore(NSSQLiteStoreType, in: folder)
        let code = try MigrationBeneathTests.code(of: store, isOpen: isOpenThere)
        precondition(code == .persistentStoreTimeout, "\(String(describing: code))")
      }
    }
    try coordinator.remove(opened)
  }

  /// The error of a migration in a process that has the store open itself, or not.
  private static func code(of store: MigratedStore, isOpen: Bool) throws -> CocoaError.Code? {
    let options = [NSPersistentStoreTimeoutOption: 0.2]
    func migrate() throws -> CocoaError.Code? {
      do {
        try store.use(ModelText(present).model(), options: options) { _ in }
        return nil
      } catch let error as CocoaError {
        return error.code
      }
    }
    guard isOpen else { return try migrate() }
    return try store.use(ModelText(former).model(), migrating: false) { _ in try migrate() }
  }
  #endif
}
