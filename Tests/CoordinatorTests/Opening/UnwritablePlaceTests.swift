// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Stores whose files are made by opening them, where nothing may be written.
@Suite struct UnwritablePlaceTests {
  // R-PSC-058
  @Test(arguments: ["SQLite", "LMDB"], ["store", "new/store"])
  func aStoreThatMayNotBeMadeHasACodeOfItsOwn(_ type: String, _ path: String) async throws {
    let folder = try TemporaryDirectory()
    #expect(chmod(folder.url.path, 0o555) == 0)
    defer { chmod(folder.url.path, 0o700) }
    await #expect(processExitsWith: .success) {
      [url = folder.url.appendingPathComponent(path) as URL, type = type as String] in
      // The superuser may write everywhere.
      if geteuid() == 0, seteuid(65534) != 0 { exit(EXIT_SUCCESS) }
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      let error = failure {
        _ = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
      }
      exit(error?.code == .fileWriteNoPermission ? EXIT_SUCCESS : 2)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
