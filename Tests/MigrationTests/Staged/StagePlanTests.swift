// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// The way through stages, in checksums.
@Suite struct StagePlanTests {
  private func plan(
    _ stages: [StageOutline], from store: String?, to model: String
  ) throws -> [StagePlan.Step] {
    try StagePlan(stages, from: store, to: model).steps
  }

  private func error(
    _ stages: [StageOutline], from store: String?, to model: String
  ) -> StagePlanError? {
    do {
      _ = try StagePlan(stages, from: store, to: model)
      return nil
    } catch {
      return error
    }
  }

  // R-PSC-615: the observed cases.
  @Test func aCustomStageIsFollowedByALightweightOne() throws {
    let stages: [StageOutline] = [.custom(from: "1", to: "2"), .lightweight(["3"])]
    #expect(
      try plan(stages, from: "1", to: "3") == [
        .custom(stage: 0), .lightweight(["2", "3"], stage: 1),
      ])
    #expect(try plan(stages, from: "2", to: "3") == [.lightweight(["2", "3"], stage: 1)])
  }

  // R-PSC-615
  @Test func aLightweightStageLeadsToTheBeginningOfACustomOne() throws {
    let stages: [StageOutline] = [.lightweight(["1"]), .custom(from: "2", to: "3")]
    #expect(
      try plan(stages, from: "1", to: "3") == [
        .lightweight(["1", "2"], stage: 0), .custom(stage: 1),
      ])
  }

  // R-PSC-615
  @Test func theEndOfACustomStageBeginsTheNext() throws {
    let stages: [StageOutline] = [.custom(from: "1", to: "2"), .custom(from: "2", to: "3")]
    #expect(
      try plan(stages, from: "1", to: "3") == [.custom(stage: 0), .custom(stage: 1)])
    #expect(try plan(stages, from: "2", to: "3") == [.custom(stage: 1)])
  }

  // R-PSC-615
  @Test func lightweightStagesSurroundACustomOne() throws {
    let stages: [StageOutline] = [
      .lightweight(["1"]), .custom(from: "2", to: "3"), .lightweight(["4"]),
    ]
    #expect(
      try plan(stages, from: "1", to: "4") == [
        .lightweight(["1", "2"], stage: 0), .custom(stage: 1), .lightweight(["3", "4"], stage: 2),
      ])
  }

  // R-PSC-615, R-PSC-613
  @Test func stagesThatGoBackwardsAreRefused() {
    let stages: [StageOutline] = [.lightweight(["3", "4"]), .custom(from: "1", to: "2")]
    #expect(error(stages, from: "1", to: "4") == .backwards(from: "1", to: "4"))
    #expect(
      error([.lightweight(["1", "2"])], from: "2", to: "1") == .backwards(from: "2", to: "1"))
  }

  // R-PSC-611
  @Test func consecutiveLightweightVersionsAreOneStep() throws {
    let stages: [StageOutline] = [.lightweight(["1", "2"]), .lightweight([]), .lightweight(["3"])]
    #expect(try plan(stages, from: "1", to: "3") == [.lightweight(["1", "2", "3"], stage: 2)])
    #expect(try plan(stages, from: "2", to: "3") == [.lightweight(["2", "3"], stage: 2)])
  }

  // R-PSC-611: what comes before the store's version is skipped.
  @Test func customStagesWithAGapBetweenThem() throws {
    let stages: [StageOutline] = [.custom(from: "1", to: "2"), .custom(from: "3", to: "4")]
    #expect(
      try plan(stages, from: "1", to: "4") == [
        .custom(stage: 0), .lightweight(["2", "3"], stage: nil), .custom(stage: 1),
      ])
    #expect(try plan(stages, from: "3", to: "4") == [.custom(stage: 1)])
  }

  // R-PSC-611
  @Test func aStoreOfTheFinalVersionNeedsNothing() throws {
    let stages: [StageOutline] = [.lightweight(["1", "2"])]
    #expect(try plan(stages, from: "2", to: "2") == [])
  }

  // R-PSC-612
  @Test(arguments: [
    [StageOutline.lightweight(["1", "2", "1"])],
    [.lightweight(["1", "2"]), .custom(from: "2", to: "3")],
    [.custom(from: "1", to: "2"), .lightweight(["2", "3"])],
    [.custom(from: "1", to: "2"), .custom(from: "3", to: "2")],
    [.custom(from: "1", to: "1")],
    [.custom(from: "1", to: "2"), .lightweight(["3"]), .custom(from: "2", to: "4")],
  ])
  func aVersionInSeveralStagesIsRefused(_ stages: [StageOutline]) throws {
    let found = error(stages, from: "1", to: "3")
    guard case .repeated = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(found?.cocoaError("Cars.sqlite").code.rawValue == 134060)
  }

  // R-PSC-613
  @Test func everyReasonHasItsCode() {
    let stages: [StageOutline] = [.lightweight(["1", "2"])]
    let found = [
      error(stages, from: nil, to: "2"), error(stages, from: "0", to: "2"),
      error(stages, from: "2", to: "1"), error(stages, from: "1", to: "3"),
      error([], from: "1", to: "3"),
    ]
    #expect(
      found == [
        .noChecksum, .unknownVersion("0"), .backwards(from: "2", to: "1"),
        .otherEnd("2", model: "3"), .unknownVersion("1"),
      ])
    #expect(
      found.map { $0?.cocoaError("Cars.sqlite").code.rawValue } == [
        134505, 134140, 134506, 134110, 134140,
      ])
    for error in found {
      let text = error?.cocoaError("Cars.sqlite").localizedDescription
      #expect(text?.contains("Cars.sqlite") == true)
    }
  }
}
