// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Reopening after a kill, while calls fail or kill again: a second fault on top of the first.
@Suite struct RecoveryFaultTests {
  // R-PSC-916, R-PSC-918
  @Test(arguments: FaultPlan.plans(FaultPlan.sets, [.kill, .killHalf]))
  func aRecoveryThatWasKilledIsFinishedByTheNext(_ plan: FaultPlan) throws {
    try forEachHalf(plan) { stage, folder, place in
      let run = try stage.run(folder, step: "recover", fault: plan.fault, at: place)
      #expect(run.endedWell, "call \(place): \(run.lines)")
      try expectSound(stage.run(folder, step: "check"), stage, "call \(place)")
    }
  }

  /// The stores that were opened meanwhile, or others if they could not be, have everything.
  // R-PSC-917, R-PSC-918
  @Test(arguments: FaultPlan.plans(FaultPlan.sets, [.once, .staysFull, .readOnly]))
  func aRecoveryThatFailedSucceedsWhenTheFaultIsOver(_ plan: FaultPlan) throws {
    try forEachHalf(plan) { stage, folder, place in
      let run = try stage.run(folder, step: "recover", fault: plan.fault, at: place)
      #expect(run.status == 0, "call \(place): \(run.lines)")
      #expect(!run.rest("unopened").contains { $0.contains(" 259 ") }, "call \(place)")
      let found = run.lasts.count == plan.stores.count ? run : try stage.run(folder, step: "check")
      try expectSound(found, stage, "call \(place): \(run.lines)")
    }
  }

  /// Copies of stores in which a save was killed at some call, each with a call of its recovery.
  private func forEachHalf(
    _ plan: FaultPlan, _ body: (FaultStage, URL, Int) throws -> Void
  ) throws {
    let stage = try FaultStage(plan.stores)
    let kills = FaultPlan(stores: plan.stores, fault: .killAfter)
    let calls = try stage.calls("save", .killAfter, in: stage.copy())
    for (number, place) in kills.places(calls, sample: 3).enumerated() {
      let half = try stage.copy()
      _ = try stage.run(half, step: "save", fault: .killAfter, at: place)
      let recovery = try stage.run(
        stage.copy(half), step: "recover", fault: plan.fault, at: 0
      ).calls
      for call in recoveryCalls(recovery, number) { try body(stage, stage.copy(half), call) }
    }
  }

  /// One call of a recovery, or some: another one for each kill.
  private func recoveryCalls(_ calls: Int, _ number: Int) -> [Int] {
    guard calls > 0 else { return [] }
    let count = FaultPlan.isThorough ? 4 : 1
    return Array(Set((0..<count).map { 1 + (number * 7 + $0 * calls / count) % calls })).sorted()
  }

  private func expectSound(_ run: DriverRun, _ stage: FaultStage, _ place: Comment) throws {
    #expect(!run.lines.contains { $0.contains(" broken ") }, place)
    #expect(run.lasts.count == stage.stores.count, place)
    #expect(Set(run.lasts).count == 1, "\(place): \(run.lasts)")
    #expect(Set(run.lasts).isSubset(of: [FaultStage.saves, FaultStage.saves + 1]), place)
  }
}
