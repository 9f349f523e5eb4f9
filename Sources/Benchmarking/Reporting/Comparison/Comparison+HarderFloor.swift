// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Comparison {
  /// The verdict of the tuned floor on our stores at one size, in words: a heading and a line for
  /// each store. Empty where that floor was not measured.
  public func harderFloor(n: Int) -> [String] {
    let lines = series.filter { role(of: $0) == .subject }.compactMap { line(of: $0, n: n) }
    guard let reference, !lines.isEmpty else { return [] }
    let head =
      "The harder floor, × \(Goals.tunedFloor) as our connections are (× \(reference)), "
      + "in the mean of all cases:"
    return [head] + lines
  }

  /// `SQLite 1.62 (1.30), from 0.27 in 4 look up to 4.8 in 9 open`
  private func line(of first: BenchmarkResult, n: Int) -> String? {
    let figures = results.filter { $0.n == n && names.name($0) == names.name(first) }
      .filter { ($0.tunedRatio ?? 0) > 0 && ($0.ratio ?? 0) > 0 }
      .sorted { ($0.tunedRatio ?? 0) < ($1.tunedRatio ?? 0) }
    guard let least = figures.first, let most = figures.last, figures.count > 1 else { return nil }
    let tuned = Statistics.geometricMean(figures.compactMap(\.tunedRatio)) ?? 0
    let plain = Statistics.geometricMean(figures.compactMap(\.ratio)) ?? 0
    return "\(first.store) \(HumaneNumber.ratio(tuned)) (\(HumaneNumber.ratio(plain))), "
      + "from \(extreme(least)) to \(extreme(most))"
  }

  private func extreme(_ result: BenchmarkResult) -> String {
    let heading = cases.first { $0.name == result.case }?.heading ?? result.case
    return "\(HumaneNumber.ratio(result.tunedRatio ?? 0)) in \(heading)"
  }
}
