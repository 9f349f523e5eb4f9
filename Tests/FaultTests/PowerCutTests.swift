// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Power that fails between two calls of a run of saves, over every kind of durable store.
@Suite struct PowerCutTests {
  private static let saves = 6
  private static let cuts = FaultPlan.isThorough ? 160 : 6

  /// Stores by themselves: whole, and for all but SQLite with every save that was acknowledged.
  // R-PSC-135
  @Test(arguments: FaultPlan.singles)
  func aStoreIsWholeAfterwards(_ stores: String) throws {
    for cut in try cuts(stores) {
      #expect(cut.check.complaints.isEmpty, "\(cut)")
      #expect(cut.check.lasts.allSatisfy { $0 <= cut.acknowledged + 1 }, "\(cut)")
      if stores != "S" {
        #expect(cut.check.lasts.allSatisfy { $0 >= cut.acknowledged }, "\(cut)")
      }
    }
  }

  // R-PSC-135
  @Test(arguments: FaultPlan.singles)
  func aDurableStoreHasEverySave(_ stores: String) throws {
    for cut in try cuts(stores, ["FAULT_DURABILITY": "full"]) {
      #expect(cut.check.complaints.isEmpty, "\(cut)")
      #expect(cut.check.lasts.allSatisfy { $0 >= cut.acknowledged }, "\(cut)")
    }
  }

  /// Stores that are saved together are the same save, whatever is left of it.
  // R-PSC-910, R-PSC-915
  @Test(arguments: FaultPlan.sets + FaultPlan.triples + FaultPlan.externalTriples)
  func storesOfASetHaveTheSameSaves(_ stores: String) throws {
    for cut in try cuts(stores) {
      #expect(cut.check.complaints.isEmpty, "\(cut)")
      #expect(cut.check.lasts.count == stores.count, "\(cut)")
      #expect(Set(cut.check.lasts).count == 1, "\(cut)")
      #expect(
        Set(cut.check.lasts).isSubset(of: [cut.acknowledged, cut.acknowledged + 1]), "\(cut)")
    }
  }

  /// Saves to one store lie between those to all: a store that may lose its last ones does not get
  /// a later save on top of the gap. The stores have the same of those that they share, the even ones.
  // R-PSC-910, R-PSC-915
  @Test(
    arguments: FaultPlan.isThorough
      ? FaultPlan.pairs : FaultPlan.sets.filter { "SL SS".contains($0) }, ["full", "relaxed"])
  func savesToOneStoreLeaveNoGaps(_ stores: String, durability: String) throws {
    let cuts = try cuts(stores, ["FAULT_DURABILITY": durability, "FAULT_MIX": "1"])
    for cut in cuts {
      #expect(cut.check.complaints.isEmpty, "\(cut)")
      #expect(Set(cut.check.lasts.map { $0 / 2 }).count == 1, "\(cut)")
    }
  }

  /// One image and what was found in it.
  private struct Cut: CustomStringConvertible {
    let place: Int
    let seed: UInt64
    let acknowledged: Int
    let check: DriverRun
    var description: String {
      "cut \(place), seed \(seed), acknowledged \(acknowledged): \(check.lines)"
    }
  }

  private func cuts(_ stores: String, _ more: [String: String] = [:]) throws -> [Cut] {
    let stage = try FaultStage(stores)
    let (folder, log) = (try stage.copy(), try stage.emptyFolder().appendingPathComponent("log"))
    let before = try Self.files(below: folder)
    let settings = more.merging(["FAULT_LOG": log.path]) { $1 }
    let run = try stage.run(folder, step: "save", saves: Self.saves, more: settings)
    try #require(run.acknowledged == FaultStage.saves + Self.saves, "\(run.lines)")
    let changes = try PowerLog(contentsOf: log)
    return try (0..<Self.cuts).map { number in
      let place = 1 + number * (changes.records.count - 1) / max(Self.cuts - 1, 1)
      let seed = UInt64(number)
      var cut = PowerCut(changes, before: place, over: before, seed: seed)
      let image = try stage.emptyFolder()
      try cut.write(
        from: folder, to: image, loss: PowerCut.Loss.allCases[number % 3],
        namesAreLost: number % 2 == 1)
      return Cut(
        place: place, seed: seed,
        acknowledged: max(changes.acknowledged(before: place), FaultStage.saves),
        check: try stage.run(image, step: "check", more: more))
    }
  }

  private static func files(below folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appendingPathComponent(name)
      if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        files[url.path] = try Data(contentsOf: url)
      }
    }
    return files
  }
}
