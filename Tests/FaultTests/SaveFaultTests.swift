// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Saves during which a system call fails or kills the program, over every kind of durable store.
@Suite struct SaveFaultTests {
  private static let all = FaultPlan.singles + FaultPlan.sets

  // R-PSC-200, R-PSC-910, R-PSC-916
  @Test(arguments: FaultPlan.plans(all, [.kill, .killAfter, .killHalf]))
  func whatWasAcknowledgedSurvivesAKill(_ plan: FaultPlan) throws {
    try expectSoundAfterKills(plan)
  }

  // R-PSC-910, R-PSC-916
  @Test(arguments: FaultPlan.plans(FaultPlan.triples, [.kill, .killHalf]))
  func aKillSplitsNoSaveOfThree(_ plan: FaultPlan) throws {
    try expectSoundAfterKills(plan)
  }

  /// Saves to one store and saves to all, in turns.
  // R-PSC-910
  @Test(arguments: FaultPlan.plans(FaultPlan.sets, [.kill]))
  func aKillBetweenSavesToOneStoreSplitsNone(_ plan: FaultPlan) throws {
    let (stage, mixed) = (try FaultStage(plan.stores), ["FAULT_MIX": "1"])
    let calls = try stage.run(
      stage.copy(), step: "save", saves: 3, fault: plan.fault, at: 0, more: mixed
    ).calls
    for place in plan.places(calls) {
      let folder = try stage.copy()
      _ = try stage.run(folder, step: "save", saves: 3, fault: plan.fault, at: place, more: mixed)
      let check = try stage.run(folder, step: "check", more: order(place))
      #expect(check.complaints.isEmpty, "call \(place): \(check.lines)")
      #expect(Set(check.lasts.map { $0 / 2 }).count == 1, "call \(place): \(check.lasts)")
    }
  }

  private func expectSoundAfterKills(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores)
    for place in plan.places(try stage.calls("save", plan.fault, in: stage.copy())) {
      let folder = try stage.copy()
      let run = try stage.run(folder, step: "save", fault: plan.fault, at: place)
      #expect(run.wasKilled, "call \(place): \(run.lines)")
      try expectSound(
        stage, in: folder, from: run.acknowledged, upTo: FaultStage.saves + 1, place: place)
    }
  }

  // R-PSC-200, R-PSC-845, R-PSC-917
  @Test(
    arguments: FaultPlan.plans(
      all, [.once, .full, .staysFull, .interrupted, .short, .readOnly, .syncFails]))
  func aSaveThatFailedSucceedsWhenTheFaultIsOver(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores)
    let calls = try stage.calls("save", plan.fault, in: stage.copy())
    for place in plan.places(calls) where calls > 0 {
      let folder = try stage.copy()
      let run = try stage.run(
        folder, step: "save", fault: plan.fault, at: place, more: ["FAULT_MORE": "1"])
      #expect(run.status == 0, "call \(place): \(run.lines)")
      #expect(run.rest("stuck").isEmpty, "call \(place)")
      // Programs remove damaged files (R-PSC-845).
      #expect(!run.rest("refused").contains { $0.contains(" 259 ") }, "call \(place)")
      #expect(run.complaints.isEmpty, "call \(place)")
      // And the context goes on with the next one.
      #expect(run.acknowledged == FaultStage.saves + 2, "call \(place): \(run.lines)")
      let check = try stage.run(folder, step: "check", more: order(place))
      #expect(check.complaints.isEmpty, "call \(place)")
      #expect(Set(check.lasts) == [FaultStage.saves + 2], "call \(place)")
    }
  }

  /// Nobody tries again: what was refused is nowhere, or (where a sync failed) everywhere.
  // R-PSC-910, R-PSC-917
  @Test(
    arguments: FaultPlan.plans(
      FaultPlan.sets, [.once, .full, .staysFull, .readOnly, .syncFails]))
  func aSaveThatFailedIsNotSplit(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores)
    let calls = try stage.calls("save", plan.fault, in: stage.copy())
    for place in plan.places(calls) where calls > 0 {
      let folder = try stage.copy()
      let run = try stage.run(
        folder, step: "save", fault: plan.fault, at: place, more: ["FAULT_RETRY": "0"])
      #expect(
        !run.rest("refused").contains { $0.contains(" 134040 ") }, "call \(place): \(run.lines)")
      try expectSound(
        stage, in: folder, from: run.acknowledged, upTo: FaultStage.saves + 1, place: place)
    }
  }

  /// Every store can be read, and all have the same save: the one that was under way, or the one
  /// before if that was not acknowledged.
  private func expectSound(
    _ stage: FaultStage, in folder: URL, from acknowledged: Int, upTo last: Int, place: Int
  ) throws {
    let check = try stage.run(folder, step: "check", more: order(place))
    #expect(check.status == 0, "call \(place)")
    #expect(check.complaints.isEmpty, "call \(place): \(check.lines)")
    #expect(check.lasts.count == stage.stores.count, "call \(place)")
    #expect(Set(check.lasts).count == 1, "call \(place): \(check.lasts)")
    let expected = max(acknowledged, last - 1)...last
    #expect(check.lasts.first.map(expected.contains) == true, "call \(place): \(check.lasts)")
  }

  /// Stores may be opened in any order (R-PSC-918).
  private func order(_ place: Int) -> [String: String] {
    place % 2 == 0 ? ["FAULT_ORDER": "reversed"] : [:]
  }
}
