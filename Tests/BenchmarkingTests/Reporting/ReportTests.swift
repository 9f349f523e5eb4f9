// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import Testing

struct ReportTests {
  private func result(
    _ system: String, store: String, name: String, n: Int = 10_000, seconds: Double = 0.1,
    ratio: Double? = nil, goal: Double? = nil
  ) -> BenchmarkResult {
    var result = BenchmarkResult(
      system: system, store: store, case: name, n: n, medianSeconds: seconds,
      minSeconds: seconds * 0.9, maxSeconds: seconds * 1.2, cpuSeconds: seconds,
      peakBytes: 40_000_000, ratio: ratio)
    result.goal = goal
    if let goal, let ratio { result.pass = ratio <= goal }
    return result
  }

  private var results: [BenchmarkResult] {
    [
      result("raw SQLite", store: "SQLite", name: "2", ratio: 1),
      result("GRDB by hand", store: "SQLite", name: "2", seconds: 0.22, ratio: 2.25),
      result("Core Data", store: "SQLite", name: "2", seconds: 0.15, ratio: 1.5, goal: 1.6),
      result("Core Data", store: "LMDB", name: "2", seconds: 0.09, ratio: 0.9, goal: 0.8),
      result(
        "Core Data", store: "SQLite", name: "2", n: 100_000, seconds: 1.5, ratio: 1.7, goal: 1.6),
      result("raw SQLite", store: "SQLite", name: "2", n: 100_000, seconds: 1, ratio: 1),
    ]
  }

  private func page(_ report: BenchmarkReport) -> WellFormedness {
    WellFormedness(HTMLReport(report.report).page)
  }

  @Test func aPageIsWellFormedAndHasOneNameForEachPlot() {
    let comparison = Comparison(results: results)
    let found = page(BenchmarkReport(title: "T", workloads: [.init("W", comparison: comparison)]))
    found.check()
    #expect(found.elements.contains("svg"))
    #expect(!found.elements.contains("script"))
    #expect(found.texts.contains("1 of 3"))
  }

  @Test func namesFromOutsideAreEscapedEverywhere() {
    let evil = "</title><script>&\"'"
    let results = [
      result(evil, store: evil, name: evil, ratio: 1),
      result("b", store: "c", name: evil, ratio: 2),
    ]
    let report = BenchmarkReport(
      title: evil, subtitle: Prose(plain: evil),
      advice: [Advice(subject: evil, choice: evil, reason: Prose(plain: evil))],
      workloads: [
        .init(evil, comparison: Comparison(results: results, reference: evil, sizeLabel: evil))
      ])
    let found = page(report)
    found.check()
    #expect(!found.elements.contains("script"))
  }

  @Test func aReportOfNothingIsAPage() {
    page(BenchmarkReport(title: "", workloads: [])).check()
    page(BenchmarkReport(title: "", workloads: [.init("", comparison: Comparison(results: []))]))
      .check()
    WellFormedness(HTMLReport(Report(title: "")).page).check()
  }

  @Test func systemsAreNamedWithTheirStoresWhereItTellsThemApart() {
    let names = Comparison(results: results).names
    #expect(names.name("Core Data", "LMDB") == "Core Data · LMDB")
    #expect(names.name("GRDB by hand", "SQLite") == "GRDB by hand")
  }

  @Test func oneSystemIsNamedByItsStores() {
    let own = results.filter { $0.system == "Core Data" }
    #expect(Comparison(results: own, reference: nil).names.name("Core Data", "LMDB") == "LMDB")
  }

  @Test func barsAreDrawnAtTheLargestSizeThatMostWereMeasuredAt() {
    let comparison = Comparison(results: results)
    #expect(comparison.standardSize(of: results) == 10_000)
  }

  @Test func withoutAReferenceTimesAreShown() {
    let own = results.filter { $0.system == "Core Data" }.map { result in
      var copy = result
      copy.ratio = nil
      copy.goal = nil
      copy.pass = nil
      return copy
    }
    let comparison = Comparison(results: own, reference: nil)
    guard case .bars(let plot)? = comparison.panels.first?.figures.first else {
      Issue.record("there is no bar plot")
      return
    }
    #expect(plot.quantity == .seconds)
    #expect(plot.bars.first?.value == 0.15 / 10_000)
  }

  @Test func goalsOfAnotherBasisAreNotDrawnAmongRatios() {
    var lmdb = result("Core Data", store: "LMDB", name: "8b", ratio: 1.9, goal: 1.05)
    lmdb.value = 1.03
    lmdb.basis = "× raw LMDB"
    let comparison = Comparison(results: [
      lmdb, result("raw SQLite", store: "SQLite", name: "8b", ratio: 1),
    ])
    guard case .bars(let plot)? = comparison.panels.first?.figures.first else {
      Issue.record("there is no bar plot")
      return
    }
    #expect(plot.title.contains("raw SQLite"))
    #expect(plot.bars.map(\.goal) == [nil, nil])
    #expect(GoalFigure(lmdb).goalText(reference: "raw SQLite") == "≤ 1.05 × raw LMDB")
  }

  @Test func versionsAreCutToTheirNumbers() {
    let environment = RunEnvironment(
      date: "2026-11-21T04:40:00Z", machine: "M", processors: 2, memoryBytes: 1, system: "S",
      versions: ["LMDB": "LMDB 0.9.24: (July 24, 2019)", "Swift": "Swift version 6.3.1 (x)"],
      rounds: 1, seed: 1, load: 0)
    let facts = BenchmarkReport(title: "", environment: environment, workloads: []).report.facts
    #expect(facts.map(\.value).contains("LMDB 0.9.24, Swift 6.3.1"))
    #expect(facts.first?.value == "21 November 2026, 04:40 UTC")
  }

  @Test func aFileIsWritten() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("report-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    try HTMLReport(Report(title: "A page")).write(to: file)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.hasPrefix("<!DOCTYPE html>"))
  }
}
