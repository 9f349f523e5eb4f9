// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The goals table as text: for each size a block, a line a case, every peer's ratio, then our
/// ratio, the goal and whether it is met for each store. 120 columns at most with the usual
/// systems.
public struct GoalsTable: Sendable {
  private let comparison: Comparison
  private let isColoured: Bool

  /// `isColoured` nil: on a terminal.
  public init(
    results: [BenchmarkResult], cases: [CaseDescription] = CaseDescription.company,
    reference: String? = "raw SQLite", sizeLabel: String = "employees", isColoured: Bool? = nil
  ) {
    comparison = Comparison(
      results: results, cases: cases, reference: reference, sizeLabel: sizeLabel)
    self.isColoured = isColoured ?? TextStyle.isColoured
  }

  /// All blocks and a line that counts the goals; lines end with a newline.
  public var text: String {
    let blocks = comparison.sizes.map { block(n: $0) }
    return (blocks + [tally]).joined(separator: "\n") + "\n"
  }

  private var tally: String {
    let (met, missed) = comparison.tally
    guard met + missed > 0 else { return "No goals." }
    let text = "\(met) of \(met + missed) goals met, \(missed) missed."
    return text.styled(missed == 0 ? .green : .red, isColoured)
  }

  // MARK: - A block

  private func block(n: Int) -> String {
    let here = comparison.results.filter { $0.n == n }
    let names = comparison.names
    func of(_ role: SeriesRole) -> [BenchmarkResult] {
      comparison.series.filter { first in
        comparison.role(of: first) == role && first.system != comparison.reference
          && here.contains { names.name($0) == names.name(first) }
      }
    }
    let others = of(.peer) + of(.reference)
    let ours = of(.subject)
    let unit = comparison.reference.map { ", × \($0) unless a unit is given; lower is better" }
    let title = "N = \(HumaneNumber.count(n)) \(comparison.sizeLabel)\(unit ?? "")"
    var grid = TextGrid(heads: heads(others, ours))
    for benchmark in comparison.measuredCases {
      let results = here.filter { $0.case == benchmark.name }
      guard !results.isEmpty else { continue }
      func find(_ first: BenchmarkResult) -> BenchmarkResult? {
        results.first { names.name($0) == names.name(first) }
      }
      let cells = others.map { TextGrid.Cell(find($0).map(plain) ?? "–") }
      grid.rows.append(
        [TextGrid.Cell(benchmark.heading)] + cells + ours.flatMap { goalCells(find($0)) })
    }
    return title.styled(.strong, isColoured) + "\n" + grid.text(isColoured: isColoured)
  }

  private func heads(
    _ others: [BenchmarkResult], _ ours: [BenchmarkResult]
  ) -> [TextGrid.Head] {
    let names = comparison.names
    return [TextGrid.Head("case", isNumeric: false)]
      + others.map { TextGrid.Head(names.name($0), isNumeric: true) }
      + ours.flatMap {
        [
          TextGrid.Head(names.name($0), isNumeric: true), TextGrid.Head("goal", isNumeric: false),
          TextGrid.Head("", isNumeric: false),
        ]
      }
  }

  /// A ratio, or where there is none to take, the figure or the time.
  private func plain(_ result: BenchmarkResult) -> String {
    if let ratio = result.ratio { return HumaneNumber.ratio(ratio) }
    return result.value == nil
      ? HumaneNumber.seconds(result.medianSeconds) : GoalFigure(result).valueText
  }

  private func goalCells(_ result: BenchmarkResult?) -> [TextGrid.Cell] {
    guard let result else { return [.init("–"), .init(""), .init("")] }
    guard result.goal != nil else { return [.init(plain(result)), .init(""), .init("")] }
    let figure = GoalFigure(result)
    let verdict: TextGrid.Cell =
      switch result.pass {
      case true?: .init("pass", .green)
      case false?: .init("MISS", .red)
      case nil: .init("")
      }
    return [
      .init(figure.valueText, .strong),
      .init(figure.goalText(reference: comparison.reference), .quiet), verdict,
    ]
  }
}
