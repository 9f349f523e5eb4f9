// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation

/// What a run leaves for people: the goals on standard output and a page.
struct RunReport {
  let results: [BenchmarkResult]
  let environment: RunEnvironment

  /// Prints the table and writes `report.html` into the folder.
  func write(to folder: URL) throws {
    print(GoalsTable(results: results).text, terminator: "")
    let report = BenchmarkReport(
      title: "Core Data beside SQLite, LMDB and its peers", environment: environment,
      workloads: [
        BenchmarkReport.Workload(
          "Company",
          introduction: """
            Employees of departments with tags, seeded: nine properties each, a to-one to the \
            department, one to five tags, 500 employees to a department.
            """,
          comparison: Comparison(results: results))
      ])
    let file = folder.appendingPathComponent("report.html")
    try HTMLReport(report.report).write(to: file)
    print("The report is in \(file.path).")
  }
}
