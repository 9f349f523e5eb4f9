// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Saves during which a system call fails or kills the program, over every kind of durable store.
@Suite struct SaveFaultTests {
  private static let all = FaultPlan.singles + FaultPlan.sets

  // R-PSC-200, R-PSC-926
  @Test(arguments: FaultPlan.plans(all, [.kill, .killAfter, .killHalf]))
  func whatWasAcknowledgedSurvivesAKill(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores)
    for place in plan.places(try stage.calls("save", plan.fault, in: stage.copy())) {
      let folder = try stage.copy()
      let run = try stage.run(folder, step: "save", fault: plan.fault, at: place)
      #expect(run.wasKilled, "call \(place): \(run.lines)")
      try expectSound(stage, in: folder, upTo: FaultStage.saves + 1, place: "call \(place)")
    }
  }

  // R-PSC-200, R-PSC-845
  @Test(arguments: FaultPlan.plans(all, [.once, .full, .staysFull, .interrupted, .short]))
  func aSaveThatFailedSucceedsWhenTheFaultIsOver(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores)
    for place in plan.places(try stage.calls("save", plan.fault, in: stage.copy())) {
      let folder = try stage.copy()
      let run = try stage.run(folder, step: "save", fault: plan.fault, at: place)
      #expect(run.status == 0, "call \(place): \(run.lines)")
      #expect(run.rest("stuck").isEmpty, "call \(place)")
      // Programs remove damaged files (R-PSC-845).
      #expect(!run.rest("refused").contains { $0.contains(" 259 ") }, "call \(place)")
      #expect(run.complaints.isEmpty, "call \(place)")
      #expect(run.acknowledged == FaultStage.saves + 1, "call \(place): \(run.lines)")
      let check = try stage.run(folder, step: "check")
      #expect(check.complaints.isEmpty, "call \(place)")
      #expect(Set(check.lasts) == [FaultStage.saves + 1], "call \(place)")
    }
  }

  /// But among several stores that write when they commit only: XML, Binary and LMDB.
  // R-PSC-200
  @Test(
    arguments: FaultPlan.plans(FaultPlan.sets.filter { $0 != "BX" }, [.full, .staysFull]))
  func aFullDiskSplitsNoSave(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores)
    for place in plan.places(try stage.calls("save", plan.fault, in: stage.copy()), sample: 3) {
      let folder = try stage.copy()
      let run = try stage.run(folder, step: "save", fault: plan.fault, at: place)
      #expect(
        !run.rest("refused").contains { $0.contains(" 134040 ") }, "call \(place): \(run.lines)")
    }
  }

  /// Every store can be read, and has the save that was under way, or the one before.
  private func expectSound(
    _ stage: FaultStage, in folder: URL, upTo last: Int, place: Comment
  ) throws {
    let check = try stage.run(folder, step: "check")
    #expect(check.status == 0, place)
    #expect(check.complaints.isEmpty, place)
    #expect(check.lasts.count == stage.stores.count, place)
    #expect(Set(check.lasts).isSubset(of: [last - 1, last]), "\(place): \(check.lasts)")
  }
}
