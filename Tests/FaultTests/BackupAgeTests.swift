// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Copies of home and follower that were taken at different times, put together.
@Suite struct BackupAgeTests {
  private static let pairs =
    FaultPlan.isThorough
    ? FaultPlan.pairs : ["SS", "LS", "SB", "LX"].filter { FaultPlan.pairs.contains($0) }

  /// A pair of stores after some saves, and as it was before.
  private struct Ages {
    let stage: FaultStage
    let (home, follower): (Int, Int)
    let old: URL
    let now: URL

    /// The old ones have `FaultStage.saves` saves, those of now so many more. Savers that die leave
    /// their outbox as it is.
    init(_ stores: String, more: Int, dying: Bool = false) throws {
      stage = try FaultStage(stores)
      let kinds = Array(stores)
      home = kinds.firstIndex { "SE".contains($0) } ?? kinds.firstIndex { $0 == "L" } ?? 0
      follower = 1 - home
      now = try stage.copy()
      if dying { _ = try stage.run(now, step: "save", saves: 1, more: ["FAULT_DIES": "1"]) }
      old = try stage.copy(now)
      let run = try stage.run(
        now, step: "save", saves: more, more: dying ? ["FAULT_DIES": "1"] : [:])
      let saves = FaultStage.saves + more + (dying ? 1 : 0)
      try #require(run.acknowledged == saves, "\(run.lines)")
    }

    func check() throws -> DriverRun { try stage.run(now, step: "check") }

    func save(_ count: Int) throws -> DriverRun {
      try stage.run(now, step: "save", saves: count)
    }
  }

  // R-PSC-921
  @Test(arguments: pairs)
  func aFollowerThatIsALittleOlderIsBroughtForward(_ stores: String) throws {
    let ages = try Ages(stores, more: 1, dying: true)
    try ages.stage.putStore(ages.follower, of: ages.old, into: ages.now)
    let check = try ages.check()
    #expect(check.complaints.isEmpty)
    #expect(check.lasts == [FaultStage.saves + 2, FaultStage.saves + 2], "\(check.lines)")
    #expect(try ages.save(1).acknowledged == FaultStage.saves + 3)
  }

  /// Nothing is replayed over a gap: the follower stays as it is, and says whose it is not.
  // R-PSC-921
  @Test(arguments: pairs)
  func aFollowerThatIsTooOldIsRefused(_ stores: String) throws {
    let ages = try Ages(stores, more: 4)
    try ages.stage.putStore(ages.follower, of: ages.old, into: ages.now)
    for _ in 0..<2 {
      let run = try ages.save(1)
      #expect(run.status == 0)
      #expect(run.acknowledged == -1, "\(run.lines)")
      let reason = try #require((run.rest("refused") + run.rest("unread")).first, "\(run.lines)")
      #expect(reason.contains("store0"), "\(reason)")
      #expect(reason.contains("store1"), "\(reason)")
      #expect(!run.lines.contains { $0.contains(" 259 ") })
    }
    let check = try ages.check()
    #expect(check.complaints.isEmpty, "\(check.lines)")
    let expected = [(ages.home, FaultStage.saves + 4), (ages.follower, FaultStage.saves)]
    #expect(check.lasts == expected.sorted { $0.0 < $1.0 }.map(\.1), "\(check.lines)")
  }

  /// The outbox has what both stores share, but nobody has what the follower had by itself: rows that
  /// come after it would bring back the half of that.
  // R-PSC-921
  @Test(arguments: pairs)
  func aFollowerThatLacksItsOwnSavesIsRefused(_ stores: String) throws {
    let ages = try Ages(stores, more: 1, dying: true)
    let old = try ages.stage.copy(ages.now)
    _ = try ages.stage.run(
      ages.now, step: "save", saves: 3, more: ["FAULT_MIX": "1", "FAULT_DIES": "1"])
    try ages.stage.putStore(ages.follower, of: old, into: ages.now)
    let run = try ages.save(1)
    #expect(run.acknowledged == -1, "\(run.lines)")
    let check = try ages.check()
    #expect(check.complaints.isEmpty, "\(check.lines)")
    try #require(check.lasts.count == 2, "\(check.lines)")
    #expect(check.lasts[ages.follower] == FaultStage.saves + 3, "\(check.lines)")
  }

  /// A copy that lacks saves is not written by itself either.
  // R-PSC-921
  @Test(arguments: pairs)
  func aFollowerThatIsTooOldIsNotWrittenAlone(_ stores: String) throws {
    let ages = try Ages(stores, more: 4)
    try ages.stage.putStore(ages.follower, of: ages.old, into: ages.now)
    let run = try ages.stage.run(
      ages.now, step: "save", saves: 1, more: ["FAULT_ONLY": "\(ages.follower)"])
    #expect(run.acknowledged == -1, "\(run.lines)")
  }

  /// The number of no save is given twice: those after it are not taken for those that are lost.
  // R-PSC-922
  @Test(arguments: pairs)
  func anOlderHomeGoesOn(_ stores: String) throws {
    let ages = try Ages(stores, more: 3)
    try ages.stage.putStore(ages.home, of: ages.old, into: ages.now)
    let before = try ages.check()
    #expect(before.complaints.isEmpty, "\(before.lines)")
    let saves = FaultStage.saves + 3
    let run = try ages.save(3)
    #expect(run.acknowledged == saves + 3, "\(run.lines)")
    #expect(try ages.check().lasts == [saves + 3, saves + 3])
    try expectNoSplit(ages, after: saves + 3)
  }

  /// Kills in the save after.
  private func expectNoSplit(_ ages: Ages, after last: Int) throws {
    let plan = FaultPlan(stores: ages.stage.stores, fault: .killAfter)
    let calls = try ages.stage.calls("save", plan.fault, in: ages.stage.copy(ages.now))
    for place in plan.places(calls, sample: 4) {
      let folder = try ages.stage.copy(ages.now)
      _ = try ages.stage.run(folder, step: "save", fault: plan.fault, at: place)
      let check = try ages.stage.run(folder, step: "check")
      #expect(check.complaints.isEmpty, "call \(place): \(check.lines)")
      #expect(Set(check.lasts).count == 1, "call \(place): \(check.lasts)")
      #expect(Set(check.lasts).isSubset(of: [last, last + 1]), "call \(place): \(check.lasts)")
    }
  }

  // R-PSC-921, R-PSC-922
  @Test(arguments: pairs)
  func copiesOfOneAgeAreFine(_ stores: String) throws {
    let ages = try Ages(stores, more: 3)
    for store in 0...1 { try ages.stage.putStore(store, of: ages.old, into: ages.now) }
    #expect(try ages.save(1).acknowledged == FaultStage.saves + 1)
    #expect(try ages.check().lasts == [FaultStage.saves + 1, FaultStage.saves + 1])
  }
}
