// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct StoreChoiceTests {
  private func result(
    _ system: String, _ store: String, name: String, ratio: Double, tuned: Double? = nil
  ) -> BenchmarkResult {
    var result = BenchmarkResult(
      system: system, store: store, case: name, n: 10_000, medianSeconds: 1, minSeconds: 1,
      maxSeconds: 1, cpuSeconds: 1, peakBytes: 1, ratio: ratio)
    result.tunedRatio = tuned
    return result
  }

  private func opening(_ results: [BenchmarkResult]) -> ReportSection? {
    StoreChoice(Comparison(results: results)).section
  }

  private func figures(_ results: [BenchmarkResult]) -> ReportTable? {
    for case .table(let table, _) in opening(results)?.blocks ?? [] { return table }
    return nil
  }

  @Test func theFastestStoreWithAFileIsStrong() throws {
    let table = try #require(
      figures([
        result("Core Data", "SQLite", name: "4", ratio: 0.6, tuned: 0.9),
        result("Core Data", "LMDB", name: "4", ratio: 0.5),
        result("Core Data", "In-memory", name: "4", ratio: 0.1),
      ]))
    let row = try #require(table.rows.first)
    #expect(row.map(\.text) == ["look up by ID", "0.60 (0.90)", "0.50", "0.10", "–"])
    #expect(row.map { $0.weight == .strong } == [false, false, true, false, false])
  }

  @Test func aKindOfWorkNeedsAllItsCases() {
    #expect(figures([result("Core Data", "SQLite", name: "1a", ratio: 0.6)]) == nil)
  }

  @Test func meansAreGeometric() throws {
    let table = try #require(
      figures([
        result("Core Data", "SQLite", name: "1a", ratio: 0.5),
        result("Core Data", "SQLite", name: "1b", ratio: 2),
      ]))
    #expect(table.rows.first?.map(\.text) == ["import", "1.00", "–"])
  }

  @Test func nothingOfOursMeansNoSection() {
    #expect(opening([result("GRDB by hand", "SQLite", name: "4", ratio: 2)]) == nil)
    #expect(opening([]) == nil)
  }

  @Test func severalStoresAreAdvisedByWhatTheyCost() throws {
    let section = try #require(
      opening([result("Core Data", "three stores", name: "12.2", ratio: 1.01)]))
    guard case .advice(let advice)? = section.blocks.first else {
      Issue.record("there is no advice")
      return
    }
    #expect(advice.map(\.choice) == ["A store for each configuration"])
  }
}
