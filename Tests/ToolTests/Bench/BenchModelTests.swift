// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import Testing

/// Data is made for any model: every backend takes it, validates it, and finds the same.
@Suite struct BenchModelTests {
  @Test(arguments: BenchModels.satisfiable.keys.sorted())
  func everyBackendTakesTheData(_ name: String) throws {
    let fixture = try BenchFixture(try #require(BenchModels.satisfiable[name]))
    let outcome = try fixture.run("--json", "--objects", "300", "--rounds", "1")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let report = try BenchReport(outcome)
    #expect(report.counts().values.allSatisfy { $0 > 0 }, "\(report.counts()) \(report.notes())")
    for store in ["SQLite", "LMDB", "In-memory"] {
      #expect(report.cases(of: store).contains("insert"))
      #expect(report.cases(of: store).contains("delete"))
    }
    #expect(try fixture.litter().isEmpty)
  }

  /// Few objects are the hardest to relate.
  @Test(arguments: BenchModels.satisfiable.keys.sorted())
  func dataIsMadeForAFewObjectsToo(_ name: String) throws {
    let fixture = try BenchFixture(try #require(BenchModels.satisfiable[name]))
    for objects in ["1", "7"] {
      let outcome = try fixture.run(
        "--json", "--objects", objects, "--rounds", "1", "--backends", "memory", "--volatile")
      // One object has no partner; then it is said why.
      let isSaid = outcome.complaint.contains("no objects can be made for whole model: ")
      #expect(outcome.status == 0 || isSaid, "\(outcome.complaint)")
    }
  }

  @Test func aNarrowConstraintLimitsTheNumberOfObjects() throws {
    let report = try BenchReport(
      BenchFixture(BenchModels.narrow).run("--json", "--objects", "500", "--rounds", "1"))
    #expect(report.counts()["Seat"] == 24)
    #expect(report.counts()["Booking"] ?? 0 > 300)
  }

  @Test func requiredPartnersAreAsManyAsTheirOwners() throws {
    let report = try BenchReport(
      BenchFixture(BenchModels.pairs).run("--json", "--objects", "300", "--rounds", "1"))
    #expect(report.counts()["Person"] == report.counts()["Passport"])
  }

  @Test func leastAndMostMembersAreKept() throws {
    let report = try BenchReport(
      BenchFixture(BenchModels.required).run("--json", "--objects", "300", "--rounds", "1"))
    let teams = try #require(report.counts()["Team"])
    let players = try #require(report.counts()["Player"])
    #expect(players >= 3 * teams)
    #expect(players <= 5 * teams)
  }

  @Test func aModelThatNoDataFitsIsAClearError() throws {
    let fixture = try BenchFixture(BenchModels.impossible)
    let outcome = try fixture.run("--objects", "300", "--rounds", "1")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("no objects can be made"))
    #expect(outcome.complaint.contains("Cell"))
    #expect(try fixture.litter().isEmpty)
  }

  @Test func theSameSeedGivesTheSameData() throws {
    let fixture = try BenchFixture(BenchModels.everything)
    func checksums(_ seed: String) throws -> [Int] {
      let outcome = try fixture.run(
        "--json", "--objects", "100", "--rounds", "1", "--backends", "memory", "--seed", seed)
      return try BenchReport(outcome).results().compactMap { $0["checksum"] as? Int }
    }
    let first = try checksums("1")
    #expect(try checksums("1") == first)
    #expect(try checksums("2") != first)
  }
}
#endif
