// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import Testing

@Suite struct BenchCommandTests {
  private static let atlasModel = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Models/Atlas.xcdatamodeld").standardized.path

  private func fixture() throws -> BenchFixture { try BenchFixture(BenchModels.configurations) }

  // MARK: - What it says

  @Test func theJSONHasItsKeys() throws {
    let outcome = try fixture().run("--json", "--objects", "60", "--rounds", "1")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.isEmpty)
    let report = try BenchReport(outcome)
    #expect(
      Set(report.json.keys) == [
        "model", "objects", "rounds", "seed", "mix", "mustLast", "stores", "environment", "parts",
        "allConfigurations", "remarks",
      ])
    #expect(report.parts.map { $0["name"] as? String } == ["Atlas", "Diary"])
    let row = try #require(report.results().first)
    #expect(
      Set(row.keys) == [
        "case", "store", "medianSeconds", "minSeconds", "maxSeconds", "cpuSeconds", "peakBytes",
        "ratio", "checksum", "extra",
      ])
  }

  @Test func everyConfigurationGetsARecommendation() throws {
    let report = try BenchReport(fixture().run("--json", "--objects", "60", "--rounds", "1"))
    for part in report.parts.indices {
      #expect(["sqlite", "lmdb"].contains(report.advice(part).backend))
      #expect(report.advice(part).reasons.contains("Over a balanced mix of reading and writing"))
    }
    let together = try #require(report.json["allConfigurations"] as? [[String: Any]])
    let stores = Set(together.compactMap { $0["store"] as? String })
    #expect(stores.isSuperset(of: ["all in SQLite", "all in LMDB"]))
  }

  @Test func oneConfigurationAloneIsMeasuredAlone() throws {
    let report = try BenchReport(
      fixture().run(
        "--json", "--objects", "60", "--rounds", "1", "--configuration", "Diary", "--cases",
        "insert,fetch"))
    #expect(report.parts.map { $0["name"] as? String } == ["Diary"])
    #expect(report.json["allConfigurations"] is NSNull)
    #expect(report.cases(of: "SQLite") == ["insert", "fetch"])
  }

  @Test func peopleGetTablesAndSentences() throws {
    let outcome = try fixture().run("--objects", "60", "--rounds", "1")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("insert and save"))
    #expect(outcome.output.contains("Recommendation"))
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(!outcome.output.contains("█"))
  }

  @Test func thePageIsWritten() throws {
    let fixture = try fixture()
    let page = fixture.folder.path("report.html")
    let outcome = try fixture.run("--objects", "60", "--rounds", "2", "--report", page)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("<svg"))
    #expect(text.contains("Atlas"))
    #expect(text.contains("Recommendation"))
  }

  // MARK: - Memory

  @Test func memoryIsNotRecommendedForDataThatMustLast() throws {
    let report = try BenchReport(
      fixture().run("--json", "--objects", "60", "--rounds", "1", "--configuration", "Atlas"))
    #expect(report.advice().backend != "memory")
    #expect(report.advice().reasons.contains("nothing of it outlasts the program"))
    let alone = try BenchReport(
      fixture().run("--json", "--objects", "60", "--rounds", "1", "--backends", "memory"))
    #expect(alone.advice().backend == nil)
    #expect(alone.advice().reasons.contains("Only memory was measured"))
  }

  @Test func memoryIsRecommendedWithItsPriceWhenNothingMustLast() throws {
    let report = try BenchReport(
      fixture().run(
        "--json", "--objects", "60", "--rounds", "1", "--volatile", "--backends", "memory"))
    #expect(report.advice().backend == "memory")
    #expect(report.advice().reasons.contains("gone when the program ends"))
  }

  // MARK: - Sizes from stores

  @Test func sizesAreTakenFromAStore() throws {
    let atlas = try AtlasFixture.shared.get()
    let folder = try TemporaryFolder()
    let before = try Data(contentsOf: URL(fileURLWithPath: atlas.path("Global.lmdb")))
    let outcome = try Tool.run(
      "bench", Self.atlasModel, "--store", atlas.path("Global.lmdb"), "--configuration", "Global",
      "--objects", "1500", "--rounds", "1", "--json", "--dir", folder.path, "--backends", "memory",
      "--cases", "insert,fetch")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let counts = try BenchReport(outcome).counts()
    // There are some thirty languages for each country.
    #expect(counts["Language"] ?? 0 > 10 * (counts["Country"] ?? 0))
    #expect(counts["Country"] ?? 0 > 10)
    #expect(try Data(contentsOf: URL(fileURLWithPath: atlas.path("Global.lmdb"))) == before)
  }

  @Test func aStoreOfAnotherModelIsRefused() throws {
    let atlas = try AtlasFixture.shared.get()
    let outcome = try fixture().run("--store", atlas.path("User.sqlite"))
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("was made with another model"))
  }

  // MARK: - Mistakes

  @Test(arguments: [
    (["--backends", "oracle"], "no backend 'oracle'"), (["--cases", "dance"], "no case 'dance'"),
    (["--configuration", "Nowhere"], "no configuration 'Nowhere'; it has Atlas, Diary"),
    (["--objects", "0"], "--objects must lie between"),
    (["--objects", "-5"], "--objects must lie between"),
    (["--objects", "99999999999"], "--objects must lie between"),
    (["--rounds", "0"], "--rounds must lie between"), (["--mix", "sideways"], "sideways"),
  ])
  func mistakesAreNamed(_ options: [String], _ text: String) throws {
    let fixture = try fixture()
    let arguments =
      options.count == 2 && options[1].hasPrefix("-")
      ? ["\(options[0])=\(options[1])"] : options
    let outcome = try Tool.run(
      ["bench", fixture.model, "--dir", fixture.folder.path("work")] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains(text), "\(outcome.complaint)")
    #expect(outcome.complaint.split(separator: "\n").count == 1)
    #expect(try fixture.litter().isEmpty)
  }

  @Test func whatIsNoModelIsAClearError() throws {
    let folder = try TemporaryFolder()
    try folder.file("text.txt", "no model")
    for path in [folder.path("text.txt"), folder.path("missing"), folder.path] {
      let outcome = try Tool.run("bench", path)
      #expect(outcome.status == 1)
      #expect(outcome.complaint.split(separator: "\n").count == 1)
    }
  }

  @Test(arguments: [
    (BenchModels.file(""), "no entities"),
    (BenchModels.file("<entity name=\"Root\" isAbstract=\"YES\"/>"), "abstract entities only"),
  ])
  func aModelWithoutObjectsIsAClearError(_ xml: String, _ text: String) throws {
    let outcome = try BenchFixture(xml).run("--rounds", "1")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains(text), "\(outcome.complaint)")
  }

  @Test func foldersThatCannotBeWrittenAreNamed() throws {
    let fixture = try fixture()
    let folder = try Tool.run("bench", fixture.model, "--dir", fixture.folder.path("nowhere"))
    #expect(folder.status == 1)
    #expect(folder.complaint.contains("no such folder"))
    let page = try fixture.run("--report", fixture.folder.path("nowhere/page.html"))
    #expect(page.status == 1)
    #expect(page.complaint.contains("page.html cannot be written"))
  }

  @Test func classesOfTheApplicationAreNotNeeded() throws {
    let xml = BenchModels.file(
      """
      <entity name="Ghost" representedClassName="Haunted.Ghost" codeGenerationType="class">
          <attribute name="name" attributeType="String"/>
      </entity>
      """)
    let outcome = try BenchFixture(xml).run("--objects", "20", "--rounds", "1", "--json")
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  // MARK: - Interrupts

  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptLeavesNothingBehind(_ number: Int32) throws {
    let fixture = try fixture()
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("coredata")
    process.arguments = [
      "bench", fixture.model, "--dir", fixture.folder.path("work"), "--objects", "20000",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<3000 where try fixture.litter().isEmpty { usleep(20_000) }
    #expect(try !fixture.litter().isEmpty)
    usleep(200_000)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + number)
    #expect(try fixture.litter().isEmpty)
  }
}
#endif
