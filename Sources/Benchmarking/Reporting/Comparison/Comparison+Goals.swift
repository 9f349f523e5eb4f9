// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Comparison {
  /// How many goals are met and missed, over all cases, stores and sizes.
  public var tally: (met: Int, missed: Int) {
    let verdicts = results.compactMap(\.pass)
    return (verdicts.count { $0 }, verdicts.count { !$0 })
  }

  /// The goals of each case with the figures of today: a column for each size and one for the
  /// goal, for each of our stores. Stores with goals for few cases have a table of their own.
  public var goalsTables: [ReportTable] {
    let goals = results.filter { $0.goal != nil }
    let stores = series.map { names.name($0) }.map { name in
      (name: name, goals: goals.filter { names.name($0) == name })
    }.filter { !$0.goals.isEmpty }
    let most = stores.map { Set($0.goals.map(\.case)).count }.max() ?? 0
    let main = stores.filter { Set($0.goals.map(\.case)).count * 2 >= most }
    let others = stores.filter { Set($0.goals.map(\.case)).count * 2 < most }
    return ([main] + others.map { [$0] }).filter { !$0.isEmpty }.map(goalsTable)
  }

  private func goalsTable(_ stores: [(name: String, goals: [BenchmarkResult])]) -> ReportTable {
    var table = ReportTable([.text("case")])
    let goals = stores.flatMap(\.goals)
    let sizes = Set(goals.map(\.n)).sorted()
    for store in stores {
      table.columns += sizes.map {
        .number(HumaneNumber.shortCount(Double($0)), group: store.name)
      }
      table.columns.append(.text("goal", group: store.name))
    }
    for benchmark in measuredCases where goals.contains(where: { $0.case == benchmark.name }) {
      let cells = stores.flatMap { store in
        self.cells(store.goals.filter { $0.case == benchmark.name }, sizes: sizes)
      }
      table.rows.append([ReportTable.Cell(benchmark.heading)] + cells)
    }
    return table
  }

  private func cells(_ figures: [BenchmarkResult], sizes: [Int]) -> [ReportTable.Cell] {
    let values = sizes.map { size -> ReportTable.Cell in
      guard let result = figures.first(where: { $0.n == size }) else { return .init("") }
      let harder = result.value == nil || result.value == result.ratio ? result.tunedRatio : nil
      let tuned = harder.map { " (\(HumaneNumber.ratio($0)))" } ?? ""
      return .init(GoalFigure(result).valueText + tuned, verdict: result.pass)
    }
    var distinct: [String] = []
    for goal in figures.map({ GoalFigure($0).goalText(reference: reference) })
    where !distinct.contains(goal) { distinct.append(goal) }
    return values + [.init(distinct.joined(separator: ", "), weight: .quiet)]
  }

  /// Returns the goals missed, the farthest first, `limit` at most.
  public func missedTable(limit: Int) -> ReportTable? {
    let missed = results.filter { $0.pass == false }.sorted {
      (GoalFigure($0).distance ?? 0) > (GoalFigure($1).distance ?? 0)
    }
    guard !missed.isEmpty else { return nil }
    var table = ReportTable([
      .text("missed"), .text(""), .number("N"), .number("measured"), .text("goal"),
    ])
    for result in missed.prefix(limit) {
      let figure = GoalFigure(result)
      let title = cases.first { $0.name == result.case }?.heading ?? result.case
      table.rows.append([
        .init(title), .init(result.store, weight: .quiet),
        .init(HumaneNumber.shortCount(Double(result.n))), .init(figure.valueText),
        .init(figure.goalText(reference: reference), weight: .quiet),
      ])
    }
    if missed.count > limit { table.rows.append([.init("and \(missed.count - limit) more")]) }
    return table
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
      title: "Measured ÷ goal, a dot for each size; full: met, hollow: missed",
      rows: rows, baseline: 1, baselineLabel: "goal")
  }
}
