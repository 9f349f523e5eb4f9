// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The cases, sizes and systems of a run.
public struct RunPlan: Sendable {
  public var counts: [Int]
  public var cases: [BenchmarkCase]
  /// The cases from a million employees on.
  public var largeCases: [BenchmarkCase]
  public var rounds: Int
  public var seed: UInt64
  public var competitors: [Competitor]

  public init(
    counts: [Int], cases: [BenchmarkCase] = BenchmarkCase.allCases,
    largeCases: [BenchmarkCase] = [.insert, .fetchAll, .lookUp, .traverse], rounds: Int = 5,
    seed: UInt64 = 42, competitors: [Competitor]
  ) {
    self.counts = counts
    self.cases = cases
    self.largeCases = largeCases
    self.rounds = rounds
    self.seed = seed
    self.competitors = competitors
  }

  /// One process to be started.
  public struct Step: Hashable, Sendable {
    public var n: Int
    public var round: Int
    public var competitor: Competitor
    public var cases: [BenchmarkCase]
  }

  /// Returns the steps of all rounds with `n` employees. The order turns by one from round to
  /// round, and every other round is run backwards.
  public func steps(n: Int) -> [Step] {
    let present = competitors.filter { n <= $0.largestCount && !cases(of: $0, n: n).isEmpty }
    return (0..<rounds).flatMap { round in
      let shift = present.isEmpty ? 0 : round % present.count
      let turned = Array(present[shift...] + present[..<shift])
      return (round.isMultiple(of: 2) ? turned : turned.reversed())
        .filter { round < $0.mostRounds }
        .map { Step(n: n, round: round, competitor: $0, cases: cases(of: $0, n: n)) }
    }
  }

  /// Durable commits do not depend on the number of employees and take long: once is enough.
  private func cases(of competitor: Competitor, n: Int) -> [BenchmarkCase] {
    cases.filter { item in
      competitor.cases.contains(item)
        && (n < 1_000_000 || largeCases.contains(item))
        && (item != .commitDurably || n == counts.first)
    }
  }
}
