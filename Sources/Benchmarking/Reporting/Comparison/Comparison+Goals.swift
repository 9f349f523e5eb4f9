// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Comparison {
  /// How many goals are met and missed, over all cases, stores and sizes.
  public var tally: (met: Int, missed: Int) {
    let verdicts = results.compactMap(\.pass)
    return (verdicts.count { $0 }, verdicts.count { !$0 })
  }

  /// The goals of a case with the figures of today: a column for each size and one for the goal,
  /// for each of our stores.
  public var goalsTable: ReportTable {
    let goals = results.filter { $0.goal != nil }
    let stores = series.filter { first in goals.contains { names.name($0) == names.name(first) } }
    let sizes = Set(goals.map(\.n)).sorted()
    var table = ReportTable([.text("case")])
    for store in stores {
      let group = names.name(store)
      table.columns += sizes.map { .number(HumaneNumber.shortCount(Double($0)), group: group) }
      table.columns.append(.text("goal", group: group))
    }
    for benchmark in measuredCases where goals.contains(where: { $0.case == benchmark.name }) {
      let figures = goals.filter { $0.case == benchmark.name }
      let cells = stores.flatMap { store in
        self.cells(figures.filter { names.name($0) == names.name(store) }, sizes: sizes)
      }
      table.rows.append([ReportTable.Cell(benchmark.heading)] + cells)
    }
    return table
  }

  private func cells(_ figures: [BenchmarkResult], sizes: [Int]) -> [ReportTable.Cell] {
    let values = sizes.map { size -> ReportTable.Cell in
      guard let result = figures.first(where: { $0.n == size }) else { return .init("") }
      return .init(GoalFigure(result).valueText, verdict: result.pass)
    }
    let goals = figures.map { GoalFigure($0).goalText(reference: reference) }
    var distinct: [String] = []
    for goal in goals where !distinct.contains(goal) { distinct.append(goal) }
    return values + [.init(distinct.joined(separator: " – "), weight: .quiet)]
  }

  /// Every goal as a dot: what was measured by what was wanted.
  public var goalsPlot: DotPlot? {
    let rows = measuredCases.compactMap { benchmark -> DotPlot.Row? in
      let dots = ordered(benchmark.name).compactMap { result -> DotPlot.Dot? in
        let figure = GoalFigure(result)
        guard let distance = figure.distance else { return nil }
        let goal = figure.goalText(reference: reference)
        let size = HumaneNumber.shortCount(Double(result.n))
        return .init(
          names.name(result), value: distance,
          note: "\(figure.valueText), goal \(goal), N = \(size)")
      }
      return dots.isEmpty ? nil : .init(benchmark.heading, dots: dots)
    }
    guard !rows.isEmpty else { return nil }
    return DotPlot(
      title: "Each goal as a dot: what was measured ÷ the goal. Full is met, hollow is missed.",
      rows: rows, baseline: 1, baselineLabel: "goal")
  }

  /// Every system's ratio at one size, the best of each row strong.
  public func ratioTable(n: Int) -> ReportTable? {
    let series = series.filter { first in
      results.contains { $0.n == n && $0.ratio != nil && names.name($0) == names.name(first) }
    }
    guard !series.isEmpty else { return nil }
    var table = ReportTable([.text("case")] + series.map { .number(names.name($0)) })
    for benchmark in measuredCases {
      let figures = series.map { first in
        results.first {
          $0.case == benchmark.name && $0.n == n && names.name($0) == names.name(first)
        }?.ratio
      }
      guard figures.contains(where: { $0 != nil }) else { continue }
      table.rows.append(
        [ReportTable.Cell(benchmark.heading)]
          + zip(figures, series).map { figure, first in
            .init(
              figure.map(HumaneNumber.ratio) ?? "–",
              weight: role(of: first) == .subject ? .strong : .plain)
          })
    }
    return table.rows.isEmpty ? nil : table
  }
}
