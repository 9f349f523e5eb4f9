// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The goals table as text: a block for each size, a line for each case with every peer's ratio,
/// then ours, the same by the tuned floor, the goal and whether it is met for our main stores;
/// beneath, the other systems, stores with few cases, and what the tuned floor says in words.
/// At most 120 columns wide with the systems of `docs/performance.md`.
public struct GoalsTable: Sendable {
  let comparison: Comparison
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
    (comparison.sizes.map(block) + [tally]).joined(separator: "\n") + "\n"
  }

  private var tally: String {
    let (met, missed) = comparison.tally
    guard met + missed > 0 else { return "No goals." }
    let text = "\(met) of \(met + missed) goals met, \(missed) missed."
    return text.styled(missed == 0 ? .green : .red, isColoured)
  }

  private func block(n: Int) -> String {
    let part = GoalsBlock(comparison: comparison, n: n)
    let unit = comparison.reference.map { ", × \($0) unless a unit is given; lower is better" }
    let title = "N = \(HumaneNumber.count(n)) \(comparison.sizeLabel)\(unit ?? "")"
    let grids = [part.mainGrid, part.peerGrid, part.otherGrid].filter { !$0.rows.isEmpty }
    let words = comparison.harderFloor(n: n)
    let harder = words.isEmpty ? [] : [""] + words
    return title.styled(.strong, isColoured) + "\n"
      + grids.map { $0.text(isColoured: isColoured) }.joined(separator: "\n")
      + (part.notes + harder).map { $0 + "\n" }.joined()
  }
}
