// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import Testing

struct DriverTests {
  /// A worker that prints a line for case 2 and ends with a status.
  private func competitor(_ name: String, checksum: Int, status: Int = 0) -> Competitor {
    let line = """
      {"system":"\(name)","store":"SQLite","case":"2","n":10,"wall_s":0.5,"cpu_s":0.4,\
      "peak_bytes":1,"checksum":\(checksum)}
      """
    return Competitor(
      system: name, store: "SQLite", cases: [.fetchAll],
      command: ["sh", "-c", "echo '\(line)'; exit \(status)"])
  }

  private func run(_ competitors: [Competitor], rounds: Int = 2) throws -> Driver.Outcome {
    let plan = RunPlan(counts: [10], rounds: rounds, competitors: competitors)
    return try Driver(plan, folder: FileManager.default.temporaryDirectory).run()
  }

  @Test func aSampleOfEverySystemAndRoundIsKept() throws {
    let outcome = try run([competitor("a", checksum: 7), competitor("b", checksum: 7)])
    #expect(outcome.failures.isEmpty)
    #expect(outcome.samples.count == 4)
    #expect(Set(outcome.samples.map(\.round)) == [0, 1])
  }

  @Test func systemsThatFindDifferentThingsAreNamed() throws {
    let outcome = try run(
      [competitor("a", checksum: 7), competitor("b", checksum: 8)], rounds: 1)
    let failure = try #require(outcome.failures.first)
    #expect(failure.contains("a/SQLite found 7"))
    #expect(failure.contains("b/SQLite found 8"))
  }

  @Test func whatHasNothingToCompareAgreesWithAll() throws {
    let outcome = try run([competitor("a", checksum: 7), competitor("b", checksum: -1)])
    #expect(outcome.failures.isEmpty)
  }

  @Test func aWorkerThatFailsIsNamedAndTheOthersGoOn() throws {
    let outcome = try run(
      [competitor("a", checksum: 7, status: 3), competitor("b", checksum: 7)], rounds: 1)
    #expect(outcome.failures.count == 1)
    #expect(outcome.failures.first?.contains("a/SQLite") == true)
    #expect(outcome.samples.contains { $0.sample.system == "b" })
  }
}
