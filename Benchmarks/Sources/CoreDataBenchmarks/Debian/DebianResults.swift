// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import DebianPackages
import Foundation

/// What is done with the figures of this workload.
enum DebianResults {
  /// Whether a row is of this workload.
  static func contains(_ result: BenchmarkResult) -> Bool {
    DebianCase(rawValue: result.case) != nil
  }

  /// The rows of this workload in a folder; none where it was not measured.
  static func measured(in folder: URL) -> [BenchmarkResult] {
    let file = folder.appendingPathComponent("debian.json")
    return (try? ResultsFile.results(at: file)) ?? []  // A missing file has no rows.
  }

  /// Writes `debian.json` and `debian.meta.json`, and joins the rows to those of `latest.json` in
  /// place of earlier ones of this workload. Returns all rows, and what `latest.meta.json` tells:
  /// the run of the other workload if there was one.
  static func join(
    _ results: [BenchmarkResult], _ environment: RunEnvironment, in folder: URL
  ) throws -> RunReport {
    try ResultsFile.write(results, environment: environment, to: folder, name: "debian")
    let latest = folder.appendingPathComponent("latest.json")
    var report = RunReport(results: results, environment: environment)
    if FileManager.default.fileExists(atPath: latest.path) {
      let others = try ResultsFile.results(at: latest).filter { !contains($0) }
      report = RunReport(
        results: others + results, environment: try ResultsFile.environment(in: folder))
    }
    try ResultsFile.write(report.results, environment: report.environment, to: folder)
    return report
  }

  /// The figures as text.
  static func table(_ results: [BenchmarkResult]) -> String {
    GoalsTable(results: results, cases: cases, sizeLabel: "packages").text
  }

  /// How the cases appear in a report.
  static let cases: [CaseDescription] = DebianCase.allCases.map { item in
    CaseDescription(name: item.rawValue, title: item.title, text: text(item), work: work(item))
  }

  /// The workload as a part of a report.
  static func workload(_ results: [BenchmarkResult]) -> BenchmarkReport.Workload {
    BenchmarkReport.Workload(
      "Debian",
      introduction: """
        Debian's package index: 63,000 packages of 2,200 maintainers in 58 sections, with 414,000 \
        dependencies on one another and 2,500 notes of what a user has installed.
        """,
      comparison: Comparison(results: results, cases: cases, sizeLabel: "packages"))
  }

  private static func text(_ item: DebianCase) -> Prose {
    switch item {
    case .importIndex:
      """
      Packages, maintainers, sections, dependencies and what is installed are made as objects and \
      saved once.
      """
    case .reverseDependencies:
      """
      Who requires each of 1,000 packages, through the relationships; who requires 23 packages \
      directly or through others, level by level.
      """
    case .search:
      """
      The first 20 names of 500 prefixes, by name; the first 50 packages whose name or summary \
      contains one of 20 words in any case.
      """
    case .sections:
      "Five times: packages and their size counted by section, and each section's first page."
    case .update:
      """
      All versions are compared with a new index: 5 % of the packages change and get new \
      dependencies, some vanish, some are new; one save.
      """
    case .maintainers:
      """
      Five times: size summed by maintainer, and all packages of the 20 with most through the \
      relationship.
      """
    }
  }

  private static func work(_ item: DebianCase) -> CaseDescription.Work {
    switch item {
    case .importIndex, .update: .perObject("package")
    case .reverseDependencies: .fixed(1023, "question")
    case .search: .fixed(520, "search")
    case .sections, .maintainers: .fixed(DebianWorkload.repetitions, "overview")
    }
  }
}
