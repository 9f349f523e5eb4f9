// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
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

  @Test(arguments: ["User.sqlite", "Global.lmdb"])
  func lookingChangesNothing(_ name: String) throws {
    let file = atlas.folder.url.appendingPathComponent(name)
    let before = try Data(contentsOf: file)
    let names = try atlas.folder.contents()
    _ = try Tool.run("store", "info", file.path)
    #expect(try Data(contentsOf: file) == before)
    #expect(try atlas.folder.contents() == names)
  }

  @Test func peopleGetATable() throws {
    let outcome = try Tool.run("store", "info", atlas.path("Shared.sqlite"))
    #expect(outcome.output.contains("Next ID"))
    #expect(!outcome.output.contains("\u{1B}"))
  }
}
#endif
