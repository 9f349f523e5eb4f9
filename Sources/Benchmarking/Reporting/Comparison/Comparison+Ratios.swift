// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Comparison {
  /// Every system's ratio to the reference at one size, ours strong.
  public func ratioTable(n: Int) -> ReportTable? {
    table(of: results.filter { $0.n == n && $0.ratio != nil && isToReference($0) }) { $0.ratio }
  }

  /// Every system's ratio to the tuned floor at one size; nil where that was not measured.
  public func tunedTable(n: Int) -> ReportTable? {
    table(of: results.filter { $0.n == n && $0.tunedRatio != nil }) { $0.tunedRatio }
  }

  private func table(
    of here: [BenchmarkResult], ratio: (BenchmarkResult) -> Double?
  ) -> ReportTable? {
    let present = Set(here.map { names.name($0) })
    let series = series.filter { present.contains(names.name($0)) }
    var table = ReportTable([.text("case")] + series.map(column))
    for benchmark in measuredCases {
      let figures = here.filter { $0.case == benchmark.name }
      guard !figures.isEmpty else { continue }
      let cells = series.map { first -> ReportTable.Cell in
        let ratio = figures.first { names.name($0) == names.name(first) }.flatMap(ratio)
        return .init(
          ratio.map(HumaneNumber.ratio) ?? "–",
          weight: ratio == nil ? .quiet : role(of: first) == .subject ? .strong : .plain)
      }
      table.rows.append([ReportTable.Cell(benchmark.heading)] + cells)
    }
    return table.rows.isEmpty ? nil : table
  }

  /// `Core Data · SQLite` as `SQLite` under `Core Data`.
  private func column(_ result: BenchmarkResult) -> ReportTable.Column {
    let name = names.name(result)
    let isSplit = name == "\(result.system) · \(result.store)"
    return .number(isSplit ? result.store : name, group: isSplit ? result.system : nil)
  }

  /// Returns the geometric mean of each system's ratios, over the cases that all shown have.
  ///
  /// Systems with less than half of the cases of the one with most are not shown, or the cases in
  /// common would be too few.
  public func meansPlot(n: Int) -> BarPlot? {
    let here = results.filter { $0.n == n && ($0.ratio ?? 0) > 0 && isToReference($0) }
    let ratios = here.reduce(into: [:]) { $0[names.name($1), default: [:]][$1.case] = $1.ratio }
    let most = ratios.filter { !$0.key.hasPrefix("raw") }.values.map(\.count).max() ?? 0
    let shown = series.filter { (ratios[names.name($0)]?.count ?? 0) * 2 >= most }
    let common =
      shown.map { Set(ratios[names.name($0)]?.keys.map { $0 } ?? []) }
      .reduce(nil as Set<String>?) { $0?.intersection($1) ?? $1 } ?? []
    guard let reference, common.count > 2, shown.count > 1 else { return nil }
    let bars = shown.map { first -> BarPlot.Bar in
      let name = names.name(first)
      let mean = Statistics.geometricMean(common.compactMap { ratios[name]?[$0] })
      return BarPlot.Bar(name, role: role(of: first), value: mean)
    }
    return BarPlot(
      title: "Time ÷ \(reference), geometric mean of the \(common.count) cases all have, "
        + "\(HumaneNumber.count(n)) \(sizeLabel)",
      quantity: .ratio, bars: bars, baseline: 1, baselineLabel: "\(reference) = 1")
  }
}
