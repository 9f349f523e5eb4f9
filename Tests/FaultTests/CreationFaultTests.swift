// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// The first launch: it decides nothing, whatever happens to it.
@Suite struct CreationFaultTests {
  private static let stores = FaultPlan.singles + FaultPlan.sets

  // R-PSC-053
  @Test(arguments: FaultPlan.plans(stores, [.kill, .killAfter, .killHalf]))
  func aStoreWhoseMakingWasKilledOpens(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores, isFilled: false)
    let calls = try stage.calls("create", plan.fault, in: stage.emptyFolder())
    for place in plan.places(calls, sample: 3) {
      let folder = try stage.emptyFolder()
      let run = try stage.run(folder, step: "create", fault: plan.fault, at: place)
      #expect(run.wasKilled, "call \(place): \(run.lines)")
      let second = try stage.run(folder, step: "save", saves: 1)
      #expect(second.complaints.isEmpty, "call \(place)")
      #expect(second.acknowledged == 1, "call \(place): \(second.lines)")
      #expect(Set(try stage.run(folder, step: "check").lasts) == [1], "call \(place)")
    }
  }

  // R-PSC-053
  @Test(arguments: FaultPlan.plans(stores, [.once, .full, .noDescriptors]))
  func aStoreWhoseMakingFailedIsMadeWhenTheFaultIsOver(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores, isFilled: false)
    let calls = try stage.calls("create", plan.fault, in: stage.emptyFolder())
    for place in plan.places(calls, sample: 3) where calls > 0 {
      let folder = try stage.emptyFolder()
      let run = try stage.run(folder, step: "create", fault: plan.fault, at: place)
      #expect(run.status == 0, "call \(place): \(run.lines)")
      #expect(run.rest("stuck").isEmpty, "call \(place)")
      #expect(!run.rest("unopened").contains { $0.contains(" 259 ") }, "call \(place)")
      #expect(run.acknowledged == 0, "call \(place): \(run.lines)")
    }
  }
}
