// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Benchmarking
import Foundation

/// `report`: the table and the page of results that were measured before.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Print the goals and write the page of measured results.")

  @Option(help: "The folder of the results.") var out: String = "Benchmarks/results"
  @Flag(help: "Print the tables for documents in Markdown, and write nothing.") var markdown = false

  func run() throws {
    let folder = URL(fileURLWithPath: out)
    let results = try ResultsFile.results(at: folder.appendingPathComponent("latest.json"))
    let environment = try ResultsFile.environment(in: folder)
    let report = RunReport(results: results, environment: environment)
    guard !markdown else { return print(report.markdown, terminator: "") }
    try report.write(to: folder)
  }
}
