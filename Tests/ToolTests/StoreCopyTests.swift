// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import Testing

@Suite struct StoreCopyTests {
  private static func model(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Models/\(name).xcdatamodeld").standardized.path
  }

  private func copy(
    _ source: String, to destination: String, options: String..., model: String = "Atlas"
  ) throws -> Tool.Outcome {
    try Tool.run(
      ["store", "copy", source, destination, "--model", Self.model(model)] + options)
  }

  private func lines(_ file: String) throws -> [String] {
    let dump = try Tool.run("store", "dump", file, "--model", Self.model("Atlas"))
    #expect(dump.status == 0)
    return dump.output.split(separator: "\n").map(String.init)
  }

  // R-PSC-100: the copy dumps like the original, whatever lies between
  @Test(arguments: ["User.sqlite", "Global.lmdb"])
  func aChainOfCopiesDumpsLikeItsBeginning(name: String) throws {
    let original = try AtlasFixture.shared.get().path(name)
    let folder = try TemporaryFolder()
    var last = original
    for place in ["a.lmdb", "b.sqlite", "c.lmdb"].map(folder.path) {
      let outcome = try copy(last, to: place, options: "--json")
      #expect(outcome.status == 0)
      #expect(outcome.complaint.isEmpty)
      #expect(try outcome.json()["rows"] as? Int == lines(original).count)
      last = place
    }
    #expect(try lines(last) == lines(original))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func theTypeCanBeNamed() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("copy.store")
    let outcome = try copy(
      AtlasFixture.shared.get().path("User.sqlite"), to: file, options: "--type", "lmdb")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("verified"))
    let info = try Tool.run("store", "info", file, "--json").json()
    #expect(info["type"] as? String == "LMDB")
  }

  @Test func aFileThatIsThereIsReplacedOnlyOnRequest() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("copy.sqlite", "something else")
    let source = try AtlasFixture.shared.get().path("User.sqlite")
    let refused = try copy(source, to: file.path)
    #expect(refused.status == 1)
    #expect(refused.complaint.contains("--replace"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "something else")
    #expect(try copy(source, to: file.path, options: "--replace").status == 0)
    #expect(try lines(file.path) == lines(source))
  }

  @Test func anUnknownTypeIsABadArgument() throws {
    let folder = try TemporaryFolder()
    let source = try AtlasFixture.shared.get().path("User.sqlite")
    let outcome = try copy(source, to: folder.path("copy"), options: "--type", "cards")
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("cards"))
  }

  // R-PSC-105: ten times as many objects, no more memory; 90,000 rows alone would take 20 MB
  @Test func memoryDoesNotGrowWithTheStore() throws {
    let folder = try TemporaryFolder()
    var peaks: [Int] = []
    for count in [10_000, 100_000] {
      let source = folder.path("\(count).sqlite")
      let filled = try Tool.run(
        "store", "fill", source, "--count", "\(count)", "--model", Self.model("Company"))
      #expect(filled.status == 0)
      let outcome = try copy(
        source, to: folder.path("\(count).lmdb"), options: "--json", model: "Company")
      peaks.append(try #require(outcome.json()["peakMemory"] as? Int))
    }
    #expect(peaks[1] - peaks[0] < 15_000_000)
    #expect(peaks[1] < 150_000_000)
  }
}
#endif
