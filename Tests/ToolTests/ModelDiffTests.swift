// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// `coredata model diff`.
@Suite struct ModelDiffTests {
  private func version(_ number: Int) -> String {
    Models.path("Library")
      + (number == 1 ? "/Library.xcdatamodel" : "/Library \(number).xcdatamodel")
  }

  private func diff(_ former: Int, to present: Int, options: String...) throws -> Tool.Outcome {
    try Tool.run(["model", "diff", version(former), version(present)] + options)
  }

  // R-PSC-534, R-PSC-535
  @Test func changesAreListedByEntity() throws {
    let outcome = try diff(6, to: 7)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("~ Patron (was Member)"))
    #expect(outcome.output.contains("member → patron: to-one Member → to-one Patron"))
    #expect(outcome.output.contains("A store is migrated by itself"))
  }

  // R-PSC-536
  @Test func whatCannotBeInferredIsToldAndAStatus() throws {
    let outcome = try diff(8, to: 9)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Magazine.issue changes from Integer 32 to String"))
  }

  // R-PSC-503
  @Test func versionsThatStoresCannotTellApartAreCompatible() throws {
    let outcome = try diff(12, to: 13, options: "--json")
    #expect(outcome.status == 0)
    #expect(try outcome.json()["needsMigration"] as? Bool == false)
  }

  // R-PSC-532
  @Test func aConfigurationIsComparedAlone() throws {
    let outcome = try diff(11, to: 12, options: "--configuration", "Circulation")
    #expect(outcome.output.contains("Stores of one version are stores of the other."))
  }

  @Test func anUnknownConfigurationIsNamed() throws {
    let outcome = try diff(1, to: 2, options: "--configuration", "Nowhere")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("Nowhere"))
  }
}
