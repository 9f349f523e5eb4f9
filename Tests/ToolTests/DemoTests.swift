// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import Testing

@Suite struct DemoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func demo(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["demo", "--dir", folder.path("atlas")] + options)
  }

  // R-PSC-180, 181, 200, 212
  @Test(arguments: ["lmdb", "sqlite", "memory", "mixed"])
  func aSecondRunFindsTheStoresAndUpdatesThem(_ carrier: String) throws {
    let first = try demo("--json", "--stores", carrier)
    #expect(first.status == 0, "\(first.complaint)")
    let second = try demo("--json", "--stores", carrier)
    #expect(second.status == 0, "\(second.complaint)")
    let before = try first.json()
    let after = try second.json()
    #expect(before["firstRun"] as? Bool == true)
    #expect(after["firstRun"] as? Bool == false)
    #expect(try rows(in: before) == rows(in: after))
    let counts = try #require(after["import"] as? [String: Any])
    #expect(counts["updated"] as? Int == 0)
    #expect((counts["inserted"] as? Int == 0) == (carrier != "memory"))
  }

  @Test func theJSONHasItsKeys() throws {
    let report = try demo("--json").json()
    #expect(
      Set(report.keys) == [
        "ok", "directory", "carrier", "firstRun", "input", "import", "saves", "answers", "stores",
        "checks", "seconds",
      ])
    let stores = try #require(report["stores"] as? [[String: Any]])
    for store in stores {
      #expect(
        Set(store.keys) == [
          "name", "configuration", "type", "file", "bytes", "uuid", "entities", "importRate",
        ])
    }
    let checks = try #require(report["checks"] as? [[String: Any]])
    #expect(checks.count > 30)
    #expect(checks.allSatisfy { $0["ok"] as? Bool == true })
  }

  @Test func oneSaveReachesEveryStore() throws {
    let report = try demo("--json").json()
    let saves = try #require(report["saves"] as? [[String: Any]])
    #expect(saves.first?["stores"] as? [String] == ["Global", "User", "Session", "Shared"])
    #expect(saves.first?["objects"] as? Int ?? 0 > 13_000)
  }

  @Test func aPipeGetsNoProgressBarAndNoColours() throws {
    let outcome = try demo()
    #expect(outcome.status == 0)
    #expect(outcome.complaint.isEmpty)
    #expect(!outcome.output.contains("\r"))
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(!outcome.output.contains("█"))
    #expect(outcome.output.contains("OK: "))
  }

  @Test func aCorruptStoreIsRefusedAndLeftAlone() throws {
    let atlas = folder.url.appendingPathComponent("atlas")
    try FileManager.default.createDirectory(at: atlas, withIntermediateDirectories: true)
    let file = atlas.appendingPathComponent("Shared.sqlite")
    try Data("not a store at all".utf8).write(to: file)
    let outcome = try demo()
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("Shared.sqlite"))
    #expect(outcome.complaint.split(separator: "\n").count == 1)
    #expect(try String(contentsOf: file, encoding: .utf8) == "not a store at all")
    #expect(try FileManager.default.contentsOfDirectory(atPath: atlas.path) == ["Shared.sqlite"])
  }

  @Test func missingInputIsNamedAndNothingIsMade() throws {
    let outcome = try demo("--iso-codes", folder.path("nowhere"))
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("iso_3166-1.json"))
    #expect(try folder.contents().isEmpty)
  }

  @Test func aFileInPlaceOfTheFolderIsAClearError() throws {
    try folder.file("atlas", "in the way")
    let outcome = try demo()
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("atlas"))
    #expect(outcome.complaint.split(separator: "\n").count == 1)
  }

  private func rows(in report: [String: Any]) throws -> [String: Int] {
    let stores = try #require(report["stores"] as? [[String: Any]])
    var rows: [String: Int] = [:]
    for store in stores {
      for entity in try #require(store["entities"] as? [[String: Any]]) {
        let key = "\(store["name"] ?? "")/\(entity["name"] ?? "")"
        rows[key] = entity["rows"] as? Int
      }
    }
    return rows
  }

  // R-PSC-916, R-PSC-918
  @Test func aProcessThatIsKilledInASaveLeavesItWhole() throws {
    for _ in 0..<2 {
      let outcome = try demo("--crash")
      #expect(outcome.status == 0)
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines.first?.contains("killed between the two commits") == true)
      #expect(lines.last?.hasSuffix("together 100: the save is whole.") == true)
    }
  }
}
#endif
