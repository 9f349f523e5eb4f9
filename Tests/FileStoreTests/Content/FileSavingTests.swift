// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// How Binary and XML stores replace their file.
struct FileSavingTests {
  // R-PSC-370, 412
  @Test(arguments: Office.types)
  func aSaveThatFailsLeavesTheOldFile(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    try office.check { context in
      let before = try office.place.contents()
      let aside = office.place.folder.appendingPathExtension("aside")
      let sample = try context.only("Sample")
      sample.setValue("two", forKey: "name")
      // Without the folder nothing can be made beside the file.
      try FileManager.default.moveItem(at: office.place.folder, to: aside)
      #expect(failure { try context.save() } != nil)
      #expect(sample.hasPersistentChangedValues)
      try FileManager.default.moveItem(at: aside, to: office.place.folder)
      #expect(try office.place.contents() == before)
      try context.save()
    }
    let name = try office.use { try $0.only("Sample").string("name") }
    #expect(name == "two")
  }

  // R-PSC-370
  @Test(arguments: Office.types)
  func modeAndSymbolicLinkAreKept(_ type: String) throws {
    let office = try Office(type)
    let target = office.place.folder.appendingPathComponent("elsewhere/real")
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: office.url.path, withDestinationPath: "elsewhere/real")
    try office.fill()
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
    try office.check { context in
      try context.only("Sample").setValue("two", forKey: "name")
      try context.save()
    }
    let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: office.url.path)
        == "elsewhere/real")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: target.deletingLastPathComponent().path)
    #expect(files == ["real"])
  }

  // R-PSC-416
  @Test(arguments: Office.types)
  func theSecondOfTwoWritersIsTold(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    let (first, second) = (try office.open(), try office.open())
    func change(_ coordinator: NSPersistentStoreCoordinator, _ name: String) throws {
      try office.place.run(coordinator) { context in
        try context.only("Sample").setValue(name, forKey: "name")
        try context.save()
      }
    }
    try change(first, "first")
    #expect(
      failure { try change(second, "second") }?.code == .persistentStoreSaveConflicts)
    try change(first, "again")
    office.close(first)
    office.close(second)
    let name = try office.use { try $0.only("Sample").string("name") }
    #expect(name == "again")
  }

  // R-PSC-370: whenever the process dies, the file is the old or the new one.
  @Test(arguments: Office.types)
  func aProcessThatDiesWhileSavingLeavesAWholeFile(_ type: String) async throws {
    let office = try Office(type)
    try office.fill()
    let path = office.place.folder.path
    for delay in [1, 7, 19] {
      await #expect(processExitsWith: .failure) {
        [type, path = path as String, delay = delay as Int] in
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: OfficeModel.make())
        try coordinator.addPersistentStore(
          ofType: type, configurationName: nil, at: URL(fileURLWithPath: path + "/store"))
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: Double(delay) / 1000)
          kill(getpid(), SIGKILL)
        }
        context.performAndWait {
          while true {
            _ = context.insert("Sample", ["data": Data(count: 100_000)])
            try? context.save()
          }
        }
      }
      let counts = try office.use { context in
        [try context.all("Employee").count, try context.all("Sample", "name == 'one'").count]
      }
      #expect(counts == [3, 1])
    }
    // What the dead have left beside the file does not outlast the next save.
    try office.check { context in
      try context.only("Department").setValue("Sales", forKey: "name")
      try context.save()
    }
    #expect(try office.names() == ["store"])
  }

  // R-PSC-370, R-PSC-543
  @Test(arguments: Office.types)
  func openingAndSavingRemoveWhatDeadProcessesHaveLeft(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    let id = UUID().uuidString
    let left = [".store.\(id).saving"]
    let others = [
      ".other.\(id).saving", ".store.\(id)", ".store.backup.saving", "store.\(id).saving",
      ".store.\(id).x.saving",
    ]
    for name in left + others {
      try Data("half".utf8).write(to: office.place.folder.appendingPathComponent(name))
    }
    try office.check { context in
      #expect(try !office.names().contains(left[0]))
      try Data("half".utf8).write(to: office.place.folder.appendingPathComponent(left[0]))
      try context.only("Sample").setValue("two", forKey: "name")
      try context.save()
    }
    #expect(try office.names() == (others + ["store"]).sorted())
  }

  // R-PSC-370
  @Test(arguments: Office.types)
  func aFileThatIsBeingWrittenIsLeftAlone(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    let name = ".store.\(UUID().uuidString).saving"
    let path = office.place.folder.appendingPathComponent(name).path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    func save(_ name: String) throws {
      try office.check { context in
        try context.only("Sample").setValue(name, forKey: "name")
        try context.save()
      }
    }
    try save("two")
    #expect(try office.names() == [name, "store"])
    // Closing does not end the lock while a process that is just being started has the file too.
    flock(descriptor, LOCK_UN)
    close(descriptor)
    try save("three")
    #expect(try office.names() == ["store"])
  }

  // R-PSC-370
  @Test(arguments: Office.types)
  func manyObjectsAreWrittenAndReadAgain(_ type: String) throws {
    let office = try Office(type)
    try office.check { context in
      for number in 0..<3000 {
        _ = context.insert("Sample", ["big": number, "name": "n\(number)"])
      }
      try context.save()
    }
    try office.check { context in
      #expect(try context.all("Sample").count == 3000)
      let last = try #require(try context.all("Sample", "name == 'n2999'").first)
      #expect(last.value(forKey: "big") as? Int == 2999)
    }
  }
}
