// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

struct ResultTableTests {
  private func sample(
    _ system: String, store: String, name: String, round: Int = 0, n: Int = 10_000,
    seconds: Double, peak: Int = 0, extra: [String: Double]? = nil
  ) -> RoundSample {
    RoundSample(
      round: round,
      sample: BenchmarkSample(
        system: system, store: store, case: name, n: n, wallSeconds: seconds, cpuSeconds: seconds,
        peakBytes: peak, checksum: 1, extra: extra))
  }

  private func row(
    of samples: [RoundSample], system: String, store: String, name: String
  ) throws -> BenchmarkResult {
    let results = ResultTable(samples).results
    return try #require(
      results.first { $0.system == system && $0.store == store && $0.case == name })
  }

  @Test func theRatioIsTheMedianOfTheRatiosOfTheRounds() throws {
    let samples = [
      sample("raw SQLite", store: "SQLite", name: "2", round: 0, seconds: 1),
      sample("raw SQLite", store: "SQLite", name: "2", round: 1, seconds: 10),
      sample("raw SQLite", store: "SQLite", name: "2", round: 2, seconds: 2),
      sample("Core Data", store: "SQLite", name: "2", round: 0, seconds: 1.5),
      sample("Core Data", store: "SQLite", name: "2", round: 1, seconds: 12),
      sample("Core Data", store: "SQLite", name: "2", round: 2, seconds: 4),
    ]
    #expect(try row(of: samples, system: "Core Data", store: "SQLite", name: "2").ratio == 1.5)
  }

  @Test func aGoalThatIsReachedPasses() throws {
    let samples = [
      sample("raw SQLite", store: "SQLite", name: "2", seconds: 1),
      sample("Core Data", store: "SQLite", name: "2", seconds: 1.3),
    ]
    let result = try row(of: samples, system: "Core Data", store: "SQLite", name: "2")
    #expect(result.goal == 1.35)
    #expect(result.pass == true)
  }

  @Test func aGoalThatIsMissedFails() throws {
    let samples = [
      sample("raw SQLite", store: "SQLite", name: "2", seconds: 1),
      sample("Core Data", store: "LMDB", name: "2", seconds: 1.1),
    ]
    #expect(try row(of: samples, system: "Core Data", store: "LMDB", name: "2").pass == false)
  }

  @Test func aMillionEmployeesHaveAGoalOfTheirOwn() {
    #expect(Goals.goal(store: "SQLite", case: "2", n: 1_000_000)?.limit == 1.6)
    #expect(Goals.goal(store: "SQLite", case: "2", n: 100_000)?.limit == 1.35)
  }

  @Test func fewEmployeesHaveGoalsOfTheirOwn() {
    #expect(Goals.goal(store: "SQLite", case: "1a", n: 10_000)?.limit == 0.9)
    #expect(Goals.goal(store: "SQLite", case: "1a", n: 100_000)?.limit == 0.65)
    #expect(Goals.goal(store: "LMDB", case: "7", n: 10_000)?.limit == 0.6)
    #expect(Goals.goal(store: "LMDB", case: "7", n: 1_000_000)?.limit == 0.38)
  }

  @Test func everyCaseHasOneGoalAtMostAtASize() {
    for goal in Goals.all {
      let others = Goals.all.filter {
        $0.store == goal.store && $0.case == goal.case && $0.sizes.overlaps(goal.sizes)
      }
      #expect(others == [goal])
    }
  }

  @Test func otherSystemsHaveNoGoals() throws {
    let samples = [
      sample("raw SQLite", store: "SQLite", name: "2", seconds: 1),
      sample("GRDB by hand", store: "SQLite", name: "2", seconds: 2),
    ]
    let result = try row(of: samples, system: "GRDB by hand", store: "SQLite", name: "2")
    #expect(result.ratio == 2)
    #expect(result.goal == nil)
    #expect(result.pass == nil)
  }

  @Test func threeStoresAreComparedWithOne() throws {
    let samples = [
      sample("raw SQLite", store: "SQLite", name: "1a", seconds: 1),
      sample("Core Data", store: "SQLite", name: "1a", seconds: 2),
      sample("Core Data", store: "three stores", name: "12.1a", seconds: 2.5),
    ]
    let result = try row(of: samples, system: "Core Data", store: "three stores", name: "12.1a")
    #expect(result.value == 1.25)
    #expect(result.basis == "× one store")
    #expect(result.pass == false)
  }

  @Test func durableCommitsOfLMDBAreComparedWithRawLMDB() throws {
    let samples = [
      sample("raw SQLite", store: "SQLite", name: "8b", seconds: 1),
      sample("raw LMDB", store: "LMDB", name: "8b", seconds: 2),
      sample("Core Data", store: "LMDB", name: "8b", seconds: 2),
    ]
    let result = try row(of: samples, system: "Core Data", store: "LMDB", name: "8b")
    #expect(result.ratio == 2)
    #expect(result.value == 1)
    #expect(result.pass == true)
  }

  @Test func memoryMayTakeTheRowAndTheGoal() throws {
    let extra = ["bytes_per_object": 250.0, "row_bytes": 140]
    let samples = [sample("Core Data", store: "SQLite", name: "10", seconds: 0.1, extra: extra)]
    let result = try row(of: samples, system: "Core Data", store: "SQLite", name: "10")
    #expect(result.value == 250)
    #expect(result.goal == 260)
    #expect(result.ratio == nil)
    #expect(result.pass == true)
  }

  @Test func theStoreInMemoryIsJudgedByNanosecondsPerObject() throws {
    let samples = [sample("Core Data", store: "In-memory", name: "2", seconds: 0.001)]
    let result = try row(of: samples, system: "Core Data", store: "In-memory", name: "2")
    #expect(result.value == 100)
    #expect(result.pass == true)
  }

  @Test func aCaseSlowerThanThePeerShowsIt() throws {
    let samples = [
      sample("GRDB by hand", store: "SQLite", name: "3", seconds: 1),
      sample("Core Data", store: "SQLite", name: "3", seconds: 2),
    ]
    #expect(try row(of: samples, system: "Core Data", store: "SQLite", name: "3").peerRatio == 2)
  }

  @Test func theRatioToTheTunedFloorStandsBesideTheOther() throws {
    let samples = [
      sample("raw SQLite", store: "SQLite", name: "2", seconds: 1),
      sample("raw SQLite, tuned", store: "SQLite", name: "2", seconds: 0.5),
      sample("Core Data", store: "LMDB", name: "2", seconds: 0.75),
    ]
    let result = try row(of: samples, system: "Core Data", store: "LMDB", name: "2")
    #expect(result.tunedRatio == 1.5)
    #expect(result.value == 0.75)
    #expect(
      try row(of: samples, system: "raw SQLite", store: "SQLite", name: "2").tunedRatio == 2)
  }

  @Test func aFloorThatWasNotMeasuredLeavesNoRatio() throws {
    let samples = [
      sample("raw SQLite, tuned", store: "SQLite", name: "2", seconds: 0.5),
      sample("Core Data", store: "SQLite", name: "2", seconds: 0.75),
    ]
    let result = try row(of: samples, system: "Core Data", store: "SQLite", name: "2")
    #expect(result.ratio == nil)
    #expect(result.tunedRatio == 1.5)
    #expect(result.pass == nil)
  }

  @Test func aTypedSetIsComparedWithTheLiveSet() throws {
    let samples = [
      sample("raw SQLite", store: "SQLite", name: "6t", seconds: 1),
      sample("Core Data", store: "SQLite", name: "6", seconds: 2),
      sample("Core Data", store: "SQLite", name: "6t", seconds: 2.2),
    ]
    let result = try row(of: samples, system: "Core Data", store: "SQLite", name: "6t")
    #expect(result.ratio == 2.2)
    #expect(result.value == 1.1)
    #expect(result.pass == true)
  }

  @Test func growthIsThatOfTheWorstCase() throws {
    let samples = [
      sample("Core Data", store: "SQLite", name: "2", n: 10_000, seconds: 1, peak: 2_000_000),
      sample("Core Data", store: "SQLite", name: "2", n: 100_000, seconds: 10, peak: 30_000_000),
      sample("Core Data", store: "SQLite", name: "6", n: 10_000, seconds: 1),
      sample("Core Data", store: "SQLite", name: "6", n: 100_000, seconds: 12),
    ]
    #expect(
      try row(of: samples, system: "Core Data", store: "SQLite", name: GrowthRow.time).value == 12)
    #expect(
      try row(of: samples, system: "Core Data", store: "SQLite", name: GrowthRow.memory).value == 15
    )
  }
}
