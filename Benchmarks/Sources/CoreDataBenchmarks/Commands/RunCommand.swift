// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Benchmarking
import Foundation
import Harness

/// `run`: all systems side by side, the goals, and what today's figures say about them.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measure systems side by side; write results and a report.",
    discussion: """
      Times of a busy machine say nothing: nothing else should run. Results go to latest.json, \
      latest.meta.json and report.html of the folder. Rows of `debian` stay.
      """)

  @Option(help: "How many employees, as 10000,100000.") var n: CountList = CountList([10_000])
  @Option(help: "Cases, as 1a,2,6b; all by default.") var cases: CaseList?
  @Option(help: "Cases from a million employees on.")
  var largeCases: CaseList = CaseList([.insert, .fetchAll, .lookUp, .traverse])
  @Option(help: "Systems, as \"Core Data/SQLite,raw SQLite\"; all by default.")
  var systems: String?
  @Option(help: "Rounds.") var rounds: Int = 5
  @Option(help: "The folder for results.") var out: String = "Benchmarks/results"
  @Option(help: "A folder for the stores; a temporary one by default.") var dir: String?
  @Option(help: "The seed of the data.") var seed: UInt64 = 42
  @Flag(help: "Measure SQLAlchemy and Django, too.") var python = false
  @Option(help: "Rounds of the Python systems with more than 10,000 employees.")
  var pythonRounds: Int = 2
  @Flag(help: "Show no progress.") var quiet = false

  func run() throws {
    let plan = try self.plan()
    let folder = dir.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    let environment = RunEnvironment.current(
      versions: Versions.all(python: python), rounds: rounds, seed: seed)
    let driver = Driver(plan, folder: folder, progress: ProgressLine(isWanted: !quiet))
    let outcome = try driver.run()
    let output = URL(fileURLWithPath: out)
    let results = ResultTable(outcome.samples).results + DebianResults.measured(in: output)
    let name = outcome.failures.isEmpty ? "latest" : "failed"
    try ResultsFile.write(results, environment: environment, to: output, name: name)
    guard outcome.failures.isEmpty else {
      throw BenchmarkFailure(outcome.failures.joined(separator: "\n"))
    }
    try RunReport(results: results, environment: environment).write(to: output)
  }

  private func plan() throws -> RunPlan {
    var competitors = try Competitors.own()
    if python { competitors += try Competitors.python(mostRounds: pythonRounds, counts: n.counts) }
    if let systems { competitors = try Competitors.chosen(systems, of: competitors) }
    return RunPlan(
      counts: n.counts, cases: cases?.cases ?? BenchmarkCase.allCases,
      largeCases: largeCases.cases, rounds: rounds, seed: seed, competitors: competitors)
  }
}
