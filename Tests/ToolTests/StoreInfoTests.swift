// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CSQLite
import Foundation
import Testing

@Suite struct StoreInfoTests {
  private let atlas: AtlasFixture

  init() throws { atlas = try AtlasFixture.shared.get() }

  // R-PSC-484
  @Test(arguments: [("Global.lmdb", "LMDB"), ("User.sqlite", "SQLite")])
  func theTypeIsFoundByContent(_ name: String, _ type: String) throws {
    let report = try Tool.run("store", "info", atlas.path(name), "--json").json()
    #expect(Set(report.keys) == ["type", "uuid", "metadata", "entities", "bytes"])
    #expect(report["type"] as? String == type)
    #expect(UUID(uuidString: report["uuid"] as? String ?? "") != nil)
    #expect(report["bytes"] as? Int ?? 0 > 0)
  }

  @Test func entitiesHaveRowsAndNextIDs() throws {
    let report = try Tool.run("store", "info", atlas.path("Global.lmdb"), "--json").json()
    let entities = try #require(report["entities"] as? [[String: Any]])
    let country = try #require(entities.first { $0["name"] as? String == "Country" })
    #expect(Set(country.keys) == ["name", "rows", "nextID"])
    let rows = try #require(country["rows"] as? Int)
    #expect(rows > 200)
    #expect(country["nextID"] as? Int ?? 0 > rows)
  }

  // R-PSC-480
  @Test func theMetadataHasTypeAndHashes() throws {
    let report = try Tool.run("store", "info", atlas.path("User.sqlite"), "--json").json()
    let metadata = try #require(report["metadata"] as? [String: Any])
    #expect(metadata["NSStoreType"] as? String == "SQLite")
    let hashes = try #require(metadata["NSStoreModelVersionHashes"] as? [String: String])
    #expect(Set(hashes.keys) == ["Favourite", "Note", "Stop", "Trip"])
  }

  // R-PSC-484: metadata that are cut off, and none at all.
  @Test(arguments: ["substr(Z_PLIST, 1, 60)", "x'00'"])
  func damagedMetadataNameTheFile(_ content: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("copy.sqlite")
    let options = ["--model", Models.path("Atlas")]
    let backup = ["store", "backup", atlas.path("User.sqlite"), file] + options
    #expect(try Tool.run(backup).status == 0)
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_open(file, &handle) == SQLITE_OK)
    let change = "UPDATE Z_METADATA SET Z_PLIST = \(content)"
    try #require(sqlite3_exec(handle, change, nil, nil, nil) == SQLITE_OK)
    for arguments in [["info", file], ["verify", file] + options] {
      let outcome = try Tool.run(["store"] + arguments)
      #expect(outcome.status == 1)
      #expect(outcome.complaint.contains(file), "\(outcome.complaint)")
    }
  }

  /// Looks at a copy: an open store has files beside it, and other tests have the stores of the
  /// demonstration open meanwhile.
  @Test(arguments: [
    (["User.sqlite"], "User.sqlite"), (["Global.lmdb", "Global.lmdb-lock"], "Global.lmdb"),
  ])
  func lookingChangesNothing(_ files: [String], _ name: String) throws {
    let folder = try TemporaryFolder()
    for file in files {
      try FileManager.default.copyItem(atPath: atlas.path(file), toPath: folder.path(file))
    }
    let file = folder.url.appendingPathComponent(name)
    let before = try Data(contentsOf: file)
    let outcome = try Tool.run("store", "info", file.path)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try Data(contentsOf: file) == before)
    #expect(try folder.contents() == files)
  }

  @Test func peopleGetATable() throws {
    let outcome = try Tool.run("store", "info", atlas.path("Shared.sqlite"))
    #expect(outcome.output.contains("Next ID"))
    #expect(!outcome.output.contains("\u{1B}"))
  }
}
#endif
