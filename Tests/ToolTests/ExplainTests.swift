// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import Testing

/// `coredata explain`.
@Suite struct ExplainTests {
  private func explain(_ entity: String, _ options: String...) throws -> Tool.Outcome {
    let atlas = try AtlasFixture.shared.get()
    return try Tool.run(
      [
        "explain", entity, "--model", Models.path("Atlas"), "--store", atlas.path("User.sqlite"),
        "--store", atlas.path("Global.lmdb"),
      ] + options)
  }

  // R-PSC-183
  @Test func theStoreOfANewObjectIsTold() throws {
    let outcome = try explain("Country")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("Country"))
    #expect(outcome.output.contains("Global.lmdb"))
  }

  @Test func theAnswerIsAValue() throws {
    let outcome = try explain("Country", "--json").json()
    #expect(outcome["entity"] as? String == "Country")
    #expect((outcome["route"] as? String)?.contains("Global.lmdb") == true)
  }

  @Test func anUnknownEntityIsABadArgument() throws {
    let outcome = try explain("Planet")
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("Planet"))
  }

  // R-PSC-950: the predicate's part in each store
  @Test func thePlanOfAFetchIsTold() throws {
    let outcome = try explain("Country", "--predicate", "name BEGINSWITH 'F'")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("Global.lmdb"))
    let json = try explain("Country", "--fetch", "--json").json()
    #expect((json["stores"] as? [[String: Any]])?.count == 1)
  }

  @Test func aMalformedPredicateIsABadArgument() throws {
    let outcome = try explain("Country", "--predicate", "name BEGINS")
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("--predicate"))
  }
}
#endif
