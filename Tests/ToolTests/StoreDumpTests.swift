// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import Testing

@Suite struct StoreDumpTests {
  private let atlas: AtlasFixture
  private let model: String

  init() throws {
    atlas = try AtlasFixture.shared.get()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    model = folder.appendingPathComponent("../../Models/Atlas.xcdatamodeld").standardized.path
  }

  private func dump(_ name: String, _ options: String...) throws -> Tool.Outcome {
    try Tool.run(["store", "dump", atlas.path(name), "--model", model] + options)
  }

  @Test func everyLineIsAnObject() throws {
    let outcome = try dump("User.sqlite", "--json")
    #expect(outcome.status == 0)
    let objects = try outcome.jsonLines()
    for object in objects {
      #expect(Set(object.keys) == ["entity", "id", "values", "relationships"])
    }
    let entities = Set(objects.compactMap { $0["entity"] as? String })
    #expect(entities == ["Favourite", "Note", "Stop", "Trip"])
  }

  @Test func oneEntityCanBeChosen() throws {
    let objects = try dump("User.sqlite", "--entity", "Trip", "--json").jsonLines()
    #expect(objects.count == 2)
    let trip = try #require(objects.first)
    let values = try #require(trip["values"] as? [String: Any])
    #expect(values["isArchived"] as? Bool == false)
    #expect(values["budget"] is String)
    let relationships = try #require(trip["relationships"] as? [String: Any])
    #expect((relationships["stops"] as? [String])?.isEmpty == false)
    #expect((trip["id"] as? String)?.hasPrefix("x-coredata://") == true)
  }

  @Test func anLMDBStoreIsDumpedLikeAnyOther() throws {
    let objects = try dump("Global.lmdb", "--entity", "Script", "--json").jsonLines()
    #expect(objects.count > 100)
    #expect(objects.allSatisfy { $0["entity"] as? String == "Script" })
  }

  @Test func anUnknownEntityIsABadArgument() throws {
    let outcome = try dump("User.sqlite", "--entity", "Spaceship")
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("Spaceship"))
  }

  @Test func anotherModelIsRefused() throws {
    let folder = try TemporaryFolder()
    let other = try folder.file("Garage.xml", Models.garage)
    let outcome = try Tool.run("store", "dump", atlas.path("User.sqlite"), "--model", other.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("another model"))
  }
}
#endif
