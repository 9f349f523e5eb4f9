// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct RunPlanTests {
  private func competitor(
    _ name: String, _ cases: [BenchmarkCase] = [.fetchAll, .commitDurably], mostRounds: Int = .max
  ) -> Competitor {
    Competitor(
      system: name, store: "SQLite", cases: cases, command: ["true"], mostRounds: mostRounds)
  }

  @Test func everyRoundHasEverySystemInAnotherOrder() {
    let plan = RunPlan(
      counts: [10], rounds: 3, competitors: [competitor("a"), competitor("b"), competitor("c")])
    let orders = (0..<3).map { round in
      plan.steps(n: 10).filter { $0.round == round }.map(\.competitor.system)
    }
    #expect(orders == [["a", "b", "c"], ["a", "c", "b"], ["c", "a", "b"]])
  }

  @Test func aSlowSystemIsRunInFewerRounds() {
    let plan = RunPlan(
      counts: [10], rounds: 5, competitors: [competitor("a"), competitor("slow", mostRounds: 2)])
    #expect(plan.steps(n: 10).filter { $0.competitor.system == "slow" }.count == 2)
  }

  @Test func aMillionHasFewerCases() {
    let plan = RunPlan(
      counts: [1_000_000], rounds: 1,
      competitors: [competitor("a", [.fetchAll, .update, .insert])])
    #expect(plan.steps(n: 1_000_000).map(\.cases) == [[.insert, .fetchAll]])
  }

  @Test func durableCommitsAreMeasuredAtTheFirstSizeOnly() {
    let plan = RunPlan(counts: [10, 100], rounds: 1, competitors: [competitor("a")])
    #expect(plan.steps(n: 10).map(\.cases) == [[.fetchAll, .commitDurably]])
    #expect(plan.steps(n: 100).map(\.cases) == [[.fetchAll]])
  }
}
