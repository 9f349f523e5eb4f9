// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Comparison {
  /// The plots of every case: ratios or times, growth, memory.
  public var panels: [ReportPanel] {
    measuredCases.compactMap { benchmark in
      let results = ordered(benchmark.name)
      guard let n = standardSize(of: results) else { return nil }
      let figures = [
        mainFigure(benchmark, results, n: n), scaling(benchmark, results),
        memory(benchmark, results, n: n),
      ].compactMap { $0 }
      return ReportPanel(benchmark.heading, text: benchmark.text, figures: figures)
    }
  }

  // MARK: - Ratios, or what stands for them

  private func mainFigure(
    _ benchmark: CaseDescription, _ results: [BenchmarkResult], n: Int
  ) -> ReportFigure? {
    let here = results.filter { $0.n == n }
    if here.contains(where: { bytes($0) != nil }) { return .bars(bytesPlot(here, n: n)) }
    if here.allSatisfy({ $0.medianSeconds == 0 }) { return .bars(valuePlot(here, n: n)) }
    return .bars(
      reference != nil && here.contains { $0.ratio != nil }
        ? ratioPlot(here, n: n) : timePlot(benchmark, here, n: n))
  }

  /// Bytes for each object, where that is what was measured.
  private func bytes(_ result: BenchmarkResult) -> Double? {
    if let value = result.value, isInBytes(result) { return value }
    return result.ratio == nil ? result.extra?["bytes_per_object"] : nil
  }

  private func isInBytes(_ result: BenchmarkResult) -> Bool {
    result.basis?.hasPrefix("bytes") == true
  }

  private func ratioPlot(_ results: [BenchmarkResult], n: Int) -> BarPlot {
    let basis = basis(of: results)
    let bars = results.map { result -> BarPlot.Bar in
      let ratio = result.ratio
      // The spread of the times, brought to the ratio's scale.
      let factor = ratio.map { result.medianSeconds > 0 ? $0 / result.medianSeconds : 0 }
      let isGoalHere = result.value == nil || result.basis == nil || result.basis == "× \(basis)"
      return .init(
        names.name(result), role: role(of: result), value: ratio,
        low: factor.map { $0 * result.minSeconds }, high: factor.map { $0 * result.maxSeconds },
        goal: isGoalHere ? result.goal : nil, isMet: isGoalHere ? result.pass : nil)
    }
    return BarPlot(
      title: "Time ÷ \(basis), \(size(n))", quantity: .ratio,
      bars: bars, baseline: 1, baselineLabel: "\(basis) = 1")
  }

  /// Returns the reference of a case's ratios, which is the case with one store in case 12.
  private func basis(of results: [BenchmarkResult]) -> String {
    let bases = Set(results.filter { $0.value == nil || $0.value == $0.ratio }.compactMap(\.basis))
    let only = bases.count == 1 ? bases.first : nil
    return only.flatMap { $0.hasPrefix("× ") ? String($0.dropFirst(2)) : nil } ?? reference ?? ""
  }

  private func bytesPlot(_ results: [BenchmarkResult], n: Int) -> BarPlot {
    let bars = results.map { result -> BarPlot.Bar in
      .init(
        names.name(result), role: role(of: result), value: bytes(result),
        goal: isInBytes(result) ? result.goal : nil,
        isMet: isInBytes(result) ? result.pass : nil)
    }.filter { $0.value != nil }
    return BarPlot(
      title: "Bytes per object, \(size(n))", quantity: .bytes, bars: bars)
  }

  /// Returns the plot of a case that has neither time nor bytes, such as growth.
  private func valuePlot(_ results: [BenchmarkResult], n: Int) -> BarPlot {
    let bars = results.map {
      BarPlot.Bar(
        names.name($0), role: role(of: $0), value: $0.value, goal: $0.goal, isMet: $0.pass)
    }
    let basis = results.compactMap(\.basis).first ?? ""
    return BarPlot(title: "\(basis), \(size(n))", quantity: .ratio, bars: bars)
  }

  private func timePlot(
    _ benchmark: CaseDescription, _ results: [BenchmarkResult], n: Int
  ) -> BarPlot {
    let bars = results.map { result -> BarPlot.Bar in
      let count = benchmark.work.count(n: n)
      let goal = result.basis?.hasPrefix("ns") == true ? result.goal.map { $0 / 1e9 } : nil
      return .init(
        names.name(result), role: role(of: result), value: result.medianSeconds / count,
        low: result.minSeconds / count, high: result.maxSeconds / count, goal: goal,
        isMet: goal == nil ? nil : result.pass)
    }
    return BarPlot(
      title: "Time per \(benchmark.work.noun), \(size(n))",
      quantity: .seconds, bars: bars)
  }

  private func size(_ n: Int) -> String { "\(HumaneNumber.count(n)) \(sizeLabel)" }

  // MARK: - Growth and memory

  private func scaling(
    _ benchmark: CaseDescription, _ results: [BenchmarkResult]
  ) -> ReportFigure? {
    guard Set(results.map(\.n)).count > 1 else { return nil }
    let lines = grouped(results).map { name, results in
      ScalingPlot.Line(
        name, role: results.first.map(role) ?? .peer,
        points: results.map {
          .init(
            size: Double($0.n), value: $0.medianSeconds / benchmark.work.count(n: $0.n))
        })
    }.filter { !$0.points.isEmpty }
    guard !lines.isEmpty else { return nil }
    return .scaling(
      ScalingPlot(
        title: "Time per \(benchmark.work.noun), by number of \(sizeLabel)",
        quantity: .seconds, sizeLabel: sizeLabel, lines: lines))
  }

  private func memory(
    _ benchmark: CaseDescription, _ results: [BenchmarkResult], n: Int
  ) -> ReportFigure? {
    let bars = results.filter { $0.n == n && $0.peakBytes > 0 }.map {
      BarPlot.Bar(names.name($0), role: role(of: $0), value: Double($0.peakBytes))
    }
    guard benchmark.showsMemory, !bars.isEmpty else { return nil }
    return .bars(
      BarPlot(title: "Peak memory, \(size(n))", quantity: .bytes, bars: bars))
  }

  private func grouped(_ results: [BenchmarkResult]) -> [(String, [BenchmarkResult])] {
    var order: [String] = []
    var groups: [String: [BenchmarkResult]] = [:]
    for result in results {
      let name = names.name(result)
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append(result)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }
}
