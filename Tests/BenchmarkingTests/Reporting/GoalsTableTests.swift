// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct GoalsTableTests {
  private func result(
    _ system: String, store: String, name: String, ratio: Double?, goal: Double? = nil
  ) -> BenchmarkResult {
    var result = BenchmarkResult(
      system: system, store: store, case: name, n: 10_000, medianSeconds: 0.1, minSeconds: 0.1,
      maxSeconds: 0.1, cpuSeconds: 0.1, peakBytes: 1, ratio: ratio)
    result.goal = goal
    if let goal, let ratio { result.pass = ratio <= goal }
    return result
  }

  private func lines(_ results: [BenchmarkResult], isColoured: Bool = false) -> [String] {
    GoalsTable(results: results, isColoured: isColoured).text.split(separator: "\n")
      .map(String.init)
  }

  @Test func aLineHasTheRatioTheGoalAndTheVerdict() {
    let lines = lines([
      result("Core Data", store: "SQLite", name: "1a", ratio: 0.83, goal: 0.85),
      result("Core Data", store: "SQLite", name: "1b", ratio: 1.2, goal: 1.1),
    ])
    #expect(lines.contains { $0.hasPrefix("1a insert") && $0.hasSuffix("0.83  ≤ 0.85  pass") })
    #expect(lines.contains { $0.hasPrefix("1b insert") && $0.hasSuffix("1.20  ≤ 1.10  MISS") })
    #expect(lines.last == "1 of 2 goals met, 1 missed.")
  }

  @Test func theWholeTableFitsOn120Columns() {
    let cases = BenchmarkCase.allCases.map(\.rawValue)
    let peers = [
      "GRDB by hand", "GRDB by hand, tuned", "GRDB Codable", "SQLAlchemy", "SQLAlchemy bulk",
      "Django", "raw SQLite", "raw SQLite, tuned", "raw LMDB", "raw LMDB, keys sorted",
    ]
    var results = peers.flatMap { peer in
      cases.map {
        result(peer, store: peer.hasPrefix("raw LMDB") ? "LMDB" : "SQLite", name: $0, ratio: 123.4)
      }
    }
    for store in ["SQLite", "LMDB", "In-memory"] {
      results += cases.map { result("Core Data", store: store, name: $0, ratio: 0.812, goal: 0.85) }
    }
    for index in results.indices { results[index].tunedRatio = 12.34 }
    #expect(lines(results).allSatisfy { $0.count <= 120 })
  }

  @Test func theRatioToTheTunedFloorStandsBesideOurs() {
    var ours = result("Core Data", store: "SQLite", name: "1a", ratio: 0.83, goal: 0.85)
    ours.tunedRatio = 1.25
    var other = result("Core Data", store: "SQLite", name: "2", ratio: 1.5, goal: 1.35)
    other.tunedRatio = 2.5
    let lines = lines([ours, other])
    #expect(lines.contains { $0.hasSuffix("0.83     1.25  ≤ 0.85  pass") })
    #expect(lines.contains { $0.hasPrefix("SQLite 1.77 (1.12), from 1.25 in 1a insert to 2.50") })
  }

  @Test func manyOtherSystemsHaveATableOfTheirOwn() {
    let peers = ["GRDB by hand", "GRDB Codable", "SQLAlchemy", "Django"]
    let lines = lines(
      peers.map { result($0, store: "SQLite", name: "1a", ratio: 2) }
        + [result("Core Data", store: "SQLite", name: "1a", ratio: 0.83)])
    #expect(lines.filter { $0.hasPrefix("1a insert") }.count == 2)
  }

  @Test func goalsOfAnotherBasisAreMarkedAndExplained() {
    var other = result("Core Data", store: "LMDB", name: "8b", ratio: 1.9, goal: 1.05)
    other.value = 1.03
    other.basis = "× raw LMDB"
    other.pass = true
    let lines = lines([other])
    #expect(lines.contains { $0.contains("≤ 1.05*") })
    #expect(lines.contains("* × raw LMDB: 8b"))
  }

  @Test func colourIsLeftToTerminals() {
    let results = [result("Core Data", store: "SQLite", name: "1a", ratio: 0.83, goal: 0.85)]
    #expect(!lines(results).joined().contains("\u{1B}"))
    #expect(lines(results, isColoured: true).joined().contains("\u{1B}[32mpass"))
  }

  @Test func nothingMeasuredMakesNoTable() {
    #expect(lines([]) == ["No goals."])
  }
}
