// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Faults and oddities of the place where a file store is, told from damage.
@Suite(.serialized) struct FileFaultTests {
  // R-PSC-059
  @Test(arguments: Office.types)
  func aPipeIsRefusedAtOnce(_ type: String) throws {
    let office = try Office(type)
    #expect(mkfifo(office.url.path, 0o600) == 0)
    let error = failure { office.close(try office.open()) }
    #expect(error?.code == .persistentStoreOpen)
    #expect(error?.localizedDescription.contains("a pipe") == true)
    #expect(try office.names().count == 1)
  }

  // R-PSC-059
  @Test(arguments: Office.types)
  func aFolderIsRefused(_ type: String) throws {
    let office = try Office(type)
    try FileManager.default.createDirectory(at: office.url, withIntermediateDirectories: false)
    let error = failure { office.close(try office.open()) }
    #expect(error?.code == .persistentStoreOpen)
  }

  // R-PSC-370
  @Test(arguments: Office.types)
  func linksInACircleAreRefusedAndStay(_ type: String) throws {
    let office = try Office(type)
    let name = office.url.lastPathComponent
    try FileManager.default.createSymbolicLink(
      atPath: office.url.path, withDestinationPath: name)
    let error = failure { office.close(try office.open()) }
    #expect(error?.code == .persistentStoreOpen)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: office.url.path) == name)
  }

  // R-PSC-370
  @Test(arguments: Office.types)
  func aLinkIntoAFolderThatIsMissingIsRefused(_ type: String) throws {
    let office = try Office(type)
    try FileManager.default.createSymbolicLink(
      atPath: office.url.path, withDestinationPath: "missing/store")
    let error = failure { office.close(try office.open()) }
    #expect(error?.code == .fileReadNoSuchFile)
  }

  // R-PSC-059
  @Test(arguments: Office.types)
  func aFileThatMayNotBeReadIsNotDamaged(_ type: String) async throws {
    let office = try Office(type)
    try office.fill()
    #expect(chmod(office.url.path, 0) == 0)
    #expect(chmod(office.place.folder.path, 0o777) == 0)
    await #expect(processExitsWith: .success) {
      [url = office.url as URL, type = type as String] in
      // The superuser may read everything.
      if geteuid() == 0, seteuid(65534) != 0 || access(url.path, F_OK) != 0 { exit(EXIT_SUCCESS) }
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: OfficeModel.make())
      let error = failure {
        _ = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
      }
      exit(error?.code == .fileReadNoPermission ? EXIT_SUCCESS : 2)
    }
  }

  // R-PSC-370
  @Test(arguments: Office.types)
  func aFullDiskHasOneCodeAndChangesNothing(_ type: String) async throws {
    let office = try Office(type)
    try office.fill()
    let before = try office.bytes
    await #expect(processExitsWith: .success) {
      [url = office.url as URL, type = type as String] in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: OfficeModel.make())
      try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      var limit = rlimit()
      getrlimit(size, &limit)
      limit.rlim_cur = 100
      signal(SIGXFSZ, SIG_IGN)
      guard setrlimit(size, &limit) == 0 else { exit(3) }
      let error = failure {
        try context.performAndWait {
          try context.only("Sample").setValue("changed", forKey: "name")
          try context.save()
        }
      }
      exit(error?.code == .fileWriteOutOfSpace ? EXIT_SUCCESS : 2)
    }
    #expect(try office.bytes == before)
  }
}
