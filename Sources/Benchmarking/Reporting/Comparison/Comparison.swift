// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The results of one workload: systems side by side, case by case.
public struct Comparison: Sendable {
  /// The system the report is about, in all its stores.
  public static let subject = "Core Data"

  public var results: [BenchmarkResult]
  /// The cases in order; those in the results that are not here come last.
  public var cases: [CaseDescription]
  /// The system that ratios are taken to; nil: there are none, and times are shown.
  public var reference: String?
  /// The unit of the sizes: `employees`.
  public var sizeLabel: String

  public init(
    results: [BenchmarkResult], cases: [CaseDescription] = CaseDescription.company,
    reference: String? = "raw SQLite", sizeLabel: String = "employees"
  ) {
    self.results = results
    let known = Set(cases.map(\.name))
    var seen = known
    let others = results.map(\.case).filter { seen.insert($0).inserted }
    self.cases = cases + others.map { .unknown($0) }
    self.reference = reference
    self.sizeLabel = sizeLabel
  }

  /// The sizes measured, ascending.
  public var sizes: [Int] { Set(results.map(\.n)).sorted() }

  package var names: SeriesNames { SeriesNames(results) }

  /// Returns the size at which bars are drawn: the largest of those most systems were measured at.
  package func standardSize(of results: [BenchmarkResult]) -> Int? {
    let counts = results.reduce(into: [:]) { $0[$1.n, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return counts.filter { $0.value == most }.keys.max()
  }

  /// One result of each series, ours first, the references last, otherwise as measured.
  package var series: [BenchmarkResult] {
    var seen: Set<String> = []
    let names = names
    let first = results.filter { seen.insert(names.name($0)).inserted }
    return [SeriesRole.subject, .peer, .reference].flatMap { role in
      first.filter { self.role(of: $0) == role }
    }
  }

  package func role(of result: BenchmarkResult) -> SeriesRole {
    if result.system == reference || result.system.hasPrefix("raw ") { return .reference }
    return result.system == Self.subject ? .subject : .peer
  }

  /// Returns true if a ratio is one to the reference; those of case 12 are to the same with one
  /// store.
  func isToReference(_ result: BenchmarkResult) -> Bool {
    guard let basis = result.basis, result.value == result.ratio else { return true }
    return basis == "× \(reference ?? "")"
  }

  /// Results of one case in the order of the series.
  func ordered(_ name: String) -> [BenchmarkResult] {
    let order = series.enumerated().reduce(into: [:]) { $0[names.name($1.element)] = $1.offset }
    return results.filter { $0.case == name }.sorted {
      (order[names.name($0)] ?? 0, $0.n) < (order[names.name($1)] ?? 0, $1.n)
    }
  }

  /// Those of `cases` that were measured.
  var measuredCases: [CaseDescription] {
    let names = Set(results.map(\.case))
    return cases.filter { names.contains($0.name) }
  }
}
