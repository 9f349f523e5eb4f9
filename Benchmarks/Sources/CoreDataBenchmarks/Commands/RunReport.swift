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
      opening: StoreChoice(Comparison(results: company)).section,
      workloads: (company.isEmpty ? [] : [workload(company)])
        + (debian.isEmpty ? [] : [DebianResults.workload(debian)]))
    let file = folder.appendingPathComponent("report.html")
    try HTMLReport(report.report).write(to: file)
    print("The report is in \(file.path).")
  }

  /// The tables of the documents: which store for what, the goals, and at each size the ratios to
  /// raw SQLite and to the tuned floor.
  var markdown: String {
    let comparisons = [
      Comparison(results: results.filter { !DebianResults.contains($0) }),
      DebianResults.workload(results.filter(DebianResults.contains)).comparison,
    ]
    return comparisons.flatMap(tables).map { "\($0)\n\n\($1.markdown)\n" }.joined()
  }

  private func tables(_ comparison: Comparison) -> [(title: String, table: ReportTable)] {
    var tables = StoreChoice(comparison).kindsOfWork.map { [("Which store for what", $0)] } ?? []
    tables += comparison.goalsTables.map { ("Goals", $0) }
    for n in comparison.sizes {
      let size = "\(n) \(comparison.sizeLabel)"
      tables += comparison.ratioTable(n: n).map { [("\(size), × \(Goals.floor)", $0)] } ?? []
      tables += comparison.tunedTable(n: n).map { [("\(size), × \(Goals.tunedFloor)", $0)] } ?? []
    }
    return tables
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
