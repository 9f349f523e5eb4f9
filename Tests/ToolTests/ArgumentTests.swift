// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

@Suite struct ArgumentTests {
  @Test(
    arguments: [
      ["nonsense"], ["model", "check"], ["store", "info"],
      ["demo", "--stores", "floppy"], ["demo", "--unknown"],
      ["model", "generate", "x", "--json", "--output", "-"], ["port"], ["port", ".", "--dry"],
    ])
  func badArgumentsAreOneLineAndStatusTwo(_ arguments: [String]) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.hasPrefix("coredata: "))
    #expect(outcome.complaint.split(separator: "\n").count == 1)
  }

  @Test(arguments: [["--help"], ["demo", "--help"], ["store", "info", "--help"], []])
  func helpGoesToStandardOutput(_ arguments: [String]) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("USAGE"))
    #expect(outcome.complaint.isEmpty)
  }
}
