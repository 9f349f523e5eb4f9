// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Reads that fail, while stores are open and while they are opened.
@Suite struct ReadFaultTests {
  @Test(
    arguments: FaultPlan.plans(
      FaultPlan.singles + FaultPlan.sets, [.unreadable, .neverReadable, .shortRead]))
  func aFetchThatFailedSucceedsWhenTheFaultIsOver(_ plan: FaultPlan) throws {
    let stage = try FaultStage(plan.stores)
    let calls = try stage.calls("read", plan.fault, in: stage.copy())
    for place in plan.places(calls) where calls > 0 {
      let run = try stage.run(stage.copy(), step: "read", fault: plan.fault, at: place)
      #expect(run.status == 0, "call \(place): \(run.lines)")
      // The last two are without the fault: the stores that were open, and the others.
      #expect(
        run.lines.suffix(2).allSatisfy { $0 == "read" || $0 == "opened" }, "\(place): \(run.lines)")
      #expect(run.lines.last == "read", "call \(place): \(run.lines)")
    }
  }
}
