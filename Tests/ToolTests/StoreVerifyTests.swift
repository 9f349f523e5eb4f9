// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CSQLite
import CoreData
import Foundation
import Testing

/// `coredata store verify`.
@Suite struct StoreVerifyTests {
  private static let model = Models.path("Atlas")

  private func verify(_ file: String, _ options: String...) throws -> Tool.Outcome {
    try Tool.run(["store", "verify", file, "--model", Self.model] + options)
  }

  // R-PSC-951
  @Test(arguments: ["User.sqlite", "Global.lmdb"])
  func nothingIsWrongInASoundStore(_ name: String) throws {
    let outcome = try verify(AtlasFixture.shared.get().path(name))
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("nothing is wrong"))
    #expect(outcome.complaint.isEmpty)
  }

  // R-PSC-951
  @Test func theIssuesOfAStoreAreValues() throws {
    let outcome = try verify(AtlasFixture.shared.get().path("User.sqlite"), "--json")
    #expect(try outcome.json()["issues"] as? [String] == [])
  }

  // R-PSC-951: what is wrong makes a status
  @Test func aDamagedStoreHasAStatus() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("copy.sqlite")
    let source = try AtlasFixture.shared.get().path("User.sqlite")
    #expect(try Tool.run("store", "backup", source, file, "--model", Self.model).status == 0)
    try lowerCounters(of: file)
    let found = try verify(file)
    #expect(found.status == 1)
    #expect(found.output.contains("lowCounter"))
    #expect(found.output.contains(file))
    let repaired = try verify(file, "--repair")
    #expect(repaired.status == 0, "\(repaired.output)")
    #expect(repaired.output.contains("repaired"))
    #expect(try verify(file).status == 0)
  }

  @Test(arguments: ["User.sqlite", "Global.lmdb"])
  func aStoreIsVerifiedWithTheModelThatItKeeps(_ name: String) throws {
    let outcome = try Tool.run("store", "verify", AtlasFixture.shared.get().path(name))
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("nothing is wrong"))
  }

  @Test func aRepairWantsTheModelNamed() throws {
    let file = try AtlasFixture.shared.get().path("User.sqlite")
    let outcome = try Tool.run("store", "verify", file, "--repair")
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("--model"))
  }

  @Test func aFileThatIsNoStoreIsNamed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("text.sqlite", "something else").path
    let outcome = try verify(file)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains(file))
  }

  @Test(arguments: [["dump"], ["verify"], ["stats"], ["restore", "other.sqlite"]])
  func aFileThatIsNoStoreIsNamedBeforeItsModelIsAskedFor(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("text.sqlite", "something else").path
    let others = words.dropFirst().map { folder.path($0) }
    let outcome = try Tool.run(["store", words[0], file] + others)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("\(file) is not a store"))
    #expect(!outcome.complaint.contains("--model"))
  }

  private func lowerCounters(of file: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_open(file, &handle) == SQLITE_OK)
    let change = "UPDATE Z_PRIMARYKEY SET Z_MAX = 0"
    try #require(sqlite3_exec(handle, change, nil, nil, nil) == SQLITE_OK)
  }
}
#endif
