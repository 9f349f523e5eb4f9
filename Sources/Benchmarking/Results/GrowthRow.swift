// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Rows about how cost grows: for each store the case that grows most from one size to ten times it.
public enum GrowthRow {
  /// Named as cases.
  public static let time = "growth"
  public static let memory = "growth of memory"
  /// Below this a peak is noise of the allocator.
  private static let leastBytes = 1_000_000

  /// Returns the rows for all pairs of sizes that are ten times apart, from the rows of the cases.
  static func rows(of results: [BenchmarkResult]) -> [BenchmarkResult] {
    let ours = results.filter { result in
      result.system == Goals.system
        && BenchmarkCase(rawValue: result.case)?.growsWithCount == true
    }
    let stores = ours.reduce(into: [String]()) { if !$0.contains($1.store) { $0.append($1.store) } }
    return Set(ours.map(\.n)).sorted().flatMap { n in
      stores.flatMap { store in
        let large = ours.filter { $0.store == store && $0.n == n }
        let small = ours.filter { $0.store == store && $0.n * 10 == n }
        return [
          row(time, large: large, small: small) { $0.medianSeconds },
          row(memory, large: large, small: small) {
            Double($0.peakBytes < leastBytes ? 0 : $0.peakBytes)
          },
        ].compactMap(\.self)
      }
    }
  }

  private static func row(
    _ name: String, large: [BenchmarkResult], small: [BenchmarkResult],
    figure: (BenchmarkResult) -> Double
  ) -> BenchmarkResult? {
    var growths: [String: Double] = [:]
    for result in large {
      guard let base = small.first(where: { $0.case == result.case }).map(figure), base > 0 else {
        continue
      }
      growths[result.case] = figure(result) / base
    }
    guard let first = large.first, let worst = growths.values.max() else { return nil }
    var row = BenchmarkResult(
      system: first.system, store: first.store, case: name, n: first.n, medianSeconds: 0,
      minSeconds: 0, maxSeconds: 0, cpuSeconds: 0, peakBytes: 0)
    row.value = worst
    row.basis = Goal.Basis.growth.rawValue
    row.extra = growths
    row.goal = Goals.goal(store: first.store, case: name, n: first.n)?.limit
    row.pass = row.goal.map { worst <= $0 }
    return row
  }
}
