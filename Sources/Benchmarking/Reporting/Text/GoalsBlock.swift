// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The part of a goals table about one size.
struct GoalsBlock {
  let comparison: Comparison
  private let results: [BenchmarkResult]
  private let names: SeriesNames
  /// The first of the other systems, who stand beside ours, and the rest.
  private let peers: [String]
  private let rest: [String]
  /// Our stores that have a column, two at most, for the lines to stay readable.
  private let main: [String]
  private let others: [String]

  init(comparison: Comparison, n: Int) {
    let names = comparison.names
    let results = comparison.results.filter { $0.n == n }
    let counts = results.reduce(into: [:]) { $0[names.name($1), default: 0] += 1 }
    let series = comparison.series.filter { counts[names.name($0)] != nil }
    let ours = series.filter { comparison.role(of: $0) == .subject }.map { names.name($0) }
    let most = ours.compactMap { counts[$0] }.max() ?? 0
    let main = Array(ours.filter { (counts[$0] ?? 0) * 2 >= most }.prefix(2))
    self.comparison = comparison
    self.results = results
    self.names = names
    self.main = main
    others = ours.filter { !main.contains($0) }
    let all = series.filter {
      comparison.role(of: $0) != .subject && $0.system != comparison.reference
    }.map { names.name($0) }
    let isShort = all.count <= GoalsBlock.mostPeers || main.isEmpty
    peers = isShort ? all : Array(all.prefix(GoalsBlock.fewPeers))
    rest = isShort ? [] : Array(all.dropFirst(GoalsBlock.fewPeers))
  }

  /// With more than so many other systems, only some stand beside ours.
  private static let (mostPeers, fewPeers) = (3, 2)

  /// Every case of the main stores and their peers.
  var mainGrid: TextGrid {
    var heads = [TextGrid.Head("case", isNumeric: false)]
    heads += peers.map { TextGrid.Head($0, isNumeric: true) }
    for name in main {
      heads.append(TextGrid.Head(name, isNumeric: true))
      if hasTuned { heads.append(TextGrid.Head("× tuned", isNumeric: true)) }
      heads += [TextGrid.Head("goal", isNumeric: false), TextGrid.Head("", isNumeric: false)]
    }
    var grid = TextGrid(heads: heads)
    for benchmark in comparison.measuredCases {
      let figures = (peers + main).map { find(benchmark, $0) }
      guard figures.contains(where: { $0 != nil }) else { continue }
      let cells = figures.prefix(peers.count).map { TextGrid.Cell($0.map(plain) ?? "–") }
      let goals = figures.dropFirst(peers.count).flatMap(goalCells)
      grid.rows.append([TextGrid.Cell(benchmark.heading)] + cells + goals)
    }
    return grid
  }

  /// Every case of the systems that have no place beside ours.
  var peerGrid: TextGrid {
    var grid = TextGrid(
      heads: [.init("case", isNumeric: false)] + rest.map { .init($0, isNumeric: true) })
    for benchmark in comparison.measuredCases {
      let figures = rest.map { find(benchmark, $0) }
      guard figures.contains(where: { $0 != nil }) else { continue }
      grid.rows.append(
        [TextGrid.Cell(benchmark.heading)] + figures.map { TextGrid.Cell($0.map(plain) ?? "–") })
    }
    return grid
  }

  /// A line for each case of each other store.
  var otherGrid: TextGrid {
    let tuned = hasTuned ? [TextGrid.Head("× tuned", isNumeric: true)] : []
    var grid = TextGrid(
      heads: [
        .init("case", isNumeric: false), .init("system", isNumeric: false),
        .init("measured", isNumeric: true),
      ] + tuned + [.init("goal", isNumeric: false), .init("", isNumeric: false)])
    for name in others {
      for benchmark in comparison.measuredCases {
        guard let result = find(benchmark, name) else { continue }
        grid.rows.append(
          [TextGrid.Cell(benchmark.heading), TextGrid.Cell(name)] + goalCells(result))
      }
    }
    return grid
  }

  /// The explanations of marked goals.
  var notes: [String] {
    let marked = results.filter { $0.goal != nil && isMarked($0) }
    return Set(marked.compactMap(\.basis)).sorted().map { basis in
      let cases = marked.filter { $0.basis == basis }.map(\.case)
      let listed = comparison.cases.map(\.name).filter(cases.contains)
      return "* \(basis): \(listed.joined(separator: ", "))"
    }
  }

  // MARK: - Cells

  /// True if the tuned floor was measured.
  private var hasTuned: Bool {
    results.contains { comparison.role(of: $0) == .subject && $0.tunedRatio != nil }
  }

  private func find(_ benchmark: CaseDescription, _ name: String) -> BenchmarkResult? {
    results.first { $0.case == benchmark.name && names.name($0) == name }
  }

  private func isMarked(_ result: BenchmarkResult) -> Bool {
    GoalFigure(result).isOther(than: comparison.reference)
  }

  /// Returns a ratio, or where there is none to take, the figure or the time.
  private func plain(_ result: BenchmarkResult) -> String {
    if let ratio = result.ratio { return HumaneNumber.ratio(ratio) }
    return result.value == nil
      ? HumaneNumber.seconds(result.medianSeconds) : GoalFigure(result).valueText
  }

  private func goalCells(_ result: BenchmarkResult?) -> [TextGrid.Cell] {
    let none = [TextGrid.Cell(""), TextGrid.Cell("")]
    let ratio = result?.tunedRatio.map(HumaneNumber.ratio) ?? (result == nil ? "" : "–")
    let tuned = hasTuned ? [TextGrid.Cell(ratio)] : []
    guard let result else { return [.init("–")] + tuned + none }
    guard result.goal != nil else { return [.init(plain(result))] + tuned + none }
    let figure = GoalFigure(result)
    let verdict: TextGrid.Cell =
      switch result.pass {
      case true?: .init("pass", .green)
      case false?: .init("MISS", .red)
      case nil: .init("")
      }
    let goal = figure.shortGoalText + (isMarked(result) ? "*" : "")
    return [.init(figure.valueText, .strong)] + tuned + [.init(goal, .quiet), verdict]
  }
}
