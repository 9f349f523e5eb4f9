// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import Testing

/// `coredata store backup` and `restore`.
@Suite struct StoreBackupTests {
  private static let model = Models.path("Atlas")

  private func dump(_ file: String) throws -> [Substring] {
    let outcome = try Tool.run("store", "dump", file, "--model", Self.model)
    #expect(outcome.status == 0)
    return outcome.output.split(separator: "\n")
  }

  // R-PSC-945
  @Test(arguments: ["User.sqlite", "Global.lmdb"])
  func aRestoredBackupDumpsLikeTheStore(_ name: String) throws {
    let source = try AtlasFixture.shared.get().path(name)
    let folder = try TemporaryFolder()
    let (copy, restored) = (folder.path("copy"), folder.path("restored"))
    let made = try Tool.run("store", "backup", source, copy, "--json")
    #expect(made.status == 0, "\(made.complaint)")
    #expect(try made.json()["destination"] as? String == copy)
    let outcome = try Tool.run("store", "restore", copy, restored)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("Restored"))
    #expect(try dump(restored) == dump(source))
  }

  // R-PSC-945
  @Test func aFileThatIsThereIsReplacedOnlyOnRequest() throws {
    let source = try AtlasFixture.shared.get().path("User.sqlite")
    let folder = try TemporaryFolder()
    let copy = folder.path("copy.sqlite")
    let arguments = ["store", "backup", source, copy, "--model", Self.model]
    #expect(try Tool.run(arguments).status == 0)
    let refused = try Tool.run(arguments)
    #expect(refused.status == 1)
    #expect(refused.complaint.contains(copy))
    #expect(try Tool.run(arguments + ["--replace"]).status == 0)
  }

  @Test func aQuietBackupSaysNothing() throws {
    let source = try AtlasFixture.shared.get().path("User.sqlite")
    let folder = try TemporaryFolder()
    let outcome = try Tool.run(
      "store", "backup", source, folder.path("copy"), "--model", Self.model, "--quiet")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.isEmpty)
  }

  @Test func aFolderThatIsNoSetIsNamed() throws {
    let folder = try TemporaryFolder()
    let outcome = try Tool.run("store", "restore", folder.path, folder.path("other"))
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains(folder.path))
  }

  // R-PSC-945: however far it is, an interrupted backup is not there, or whole
  @Test func anInterruptedBackupLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let source = folder.path("large.sqlite")
    let company = Models.path("Company")
    #expect(
      try Tool.run("store", "fill", source, "--count", "60000", "--model", company).status == 0)
    let place = folder.path("copies")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("coredata")
    process.arguments = ["store", "backup", source, place + "/copy.sqlite", "--model", company]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It has begun when there is something.
    while process.isRunning, try FileManager.default.contentsOfDirectory(atPath: place).isEmpty {
      sched_yield()
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    let left = try FileManager.default.contentsOfDirectory(atPath: place)
    if process.terminationStatus == 130 {
      #expect(left == [])
    } else {
      #expect(process.terminationStatus == 0)
      #expect(left.contains("copy.sqlite"))
    }
  }
}
#endif
