// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Migrations on every path during which a system call kills the program or fails: the store is of one of
/// the versions, with all that it has, and nothing is left beside it.
///
/// `CORE_DATA_FAULTS=all` tries every call, `CORE_DATA_FAULT_PATHS=XML,staged` only some ways.
@Suite struct PathFaultTests {
  // R-PSC-539, R-PSC-543, R-PSC-585, R-PSC-616
  @Test(arguments: PathStage.ways)
  func aKilledMigrationLeavesOneVersion(_ way: PathStage.Way) throws {
    let stage = try PathStage(way)
    for fault in PathFault.kills {
      for place in try stage.places(fault) {
        try stage.withCopy { folder in
          let run = try stage.migrate(folder, fault, at: place)
          #expect(run.wasKilled, "\(fault.name) \(place): \(run.lines)")
          let check = try stage.check(folder)
          #expect(check.has("checked"), "\(fault.name) \(place): \(check.lines)")
          #expect(check.complaints == [], "\(fault.name) \(place)")
        }
      }
    }
  }

  // R-PSC-543
  @Test(arguments: PathStage.ways)
  func aFailedMigrationLeavesOneVersion(_ way: PathStage.Way) throws {
    let stage = try PathStage(way)
    for fault in PathFault.failures {
      for place in try stage.places(fault) {
        try stage.withCopy { folder in
          let run = try stage.migrate(folder, fault, at: place)
          #expect(
            run.has("migrated") || run.has("recovered"), "\(fault.name) \(place): \(run.lines)")
          #expect(!run.has("refused nameless"), "\(fault.name) \(place): \(run.lines)")
          let check = try stage.check(folder)
          #expect(check.complaints == [], "\(fault.name) \(place)")
          // After the error the program has migrated it.
          #expect(check.number("version") == way.last, "\(fault.name) \(place): \(check.lines)")
        }
      }
    }
  }
}
