// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Benchmarking
import DebianPackages
import Foundation

/// `debian run`: all systems side by side; the figures join those of the other workload.
struct DebianRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measure systems side by side; write results and a report.",
    discussion: """
      Times of a busy machine say nothing: nothing else should run. The rows join those of \
      latest.json in the folder, and replace earlier ones of this workload.
      """)

  @OptionGroup var index: IndexOptions
  @Option(help: "Cases, as D1,D5.") var cases = DebianCaseList(DebianCase.allCases)
  @Option(help: "Systems, as \"Core Data/SQLite,raw SQLite\"; all by default.")
  var systems: String?
  @Option(help: "Rounds.") var rounds = 5
  @Option(help: "The folder for results.") var out = "Benchmarks/results"
  @Option(help: "A folder for the stores; a temporary one by default.") var dir: String?
  @Flag(help: "Show no progress.") var quiet = false

  func run() throws {
    let environment = RunEnvironment.current(
      versions: Versions.all(python: false), rounds: rounds, seed: 42)
    let samples = try measured()
    let results = ResultTable(samples).results
    let output = URL(fileURLWithPath: out)
    try DebianResults.join(results, environment, in: output).write(to: output)
  }

  private func measured() throws -> [RoundSample] {
    let parent = dir.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    let folder = parent.appendingPathComponent("debian-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Packages")
    try IndexSource.find(path: index.index).copy(to: file)
    let rounds = DebianRounds(
      systems: try chosen(), cases: cases.cases, count: index.n, index: file, folder: folder,
      progress: quiet ? nil : FileHandle.standardError)
    return try rounds.run(self.rounds)
  }

  private func chosen() throws -> [any DebianSystem] {
    guard let systems else { return DebianSystems.all }
    let names = systems.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let chosen = DebianSystems.all.filter {
      names.contains($0.name) || names.contains($0.identifier)
    }
    guard !chosen.isEmpty else {
      let known = DebianSystems.all.map(\.identifier).joined(separator: ", ")
      throw BenchmarkFailure("None of these systems is known. There are: \(known).")
    }
    return chosen
  }
}
