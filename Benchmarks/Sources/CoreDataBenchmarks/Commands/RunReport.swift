// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation

/// What a run leaves for people: the goals on standard output and a page.
struct RunReport {
  let results: [BenchmarkResult]
  let environment: RunEnvironment

  /// Prints the tables and writes `report.html` into the folder.
  func write(to folder: URL) throws {
    let debian = results.filter(DebianResults.contains)
    let company = results.filter { !DebianResults.contains($0) }
    if !company.isEmpty { print(GoalsTable(results: company).text, terminator: "") }
    if !debian.isEmpty { print(DebianResults.table(debian), terminator: "") }
    let report = BenchmarkReport(
      title: "Core Data beside SQLite, LMDB and its peers", environment: environment,
      workloads: (company.isEmpty ? [] : [workload(company)])
        + (debian.isEmpty ? [] : [DebianResults.workload(debian)]))
    let file = folder.appendingPathComponent("report.html")
    try HTMLReport(report.report).write(to: file)
    print("The report is in \(file.path).")
  }

  private func workload(_ results: [BenchmarkResult]) -> BenchmarkReport.Workload {
    BenchmarkReport.Workload(
      "Company",
      introduction: """
        Employees of departments with tags, seeded: nine properties each, a to-one to the \
        department, one to five tags, 500 employees to a department.
        """,
      comparison: Comparison(results: results))
  }
}
