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

  /// Who has no place for what it says ends with a status, not by a signal.
  @Test func aFullDiskBehindTheOutputIsAStatus() throws {
    let folder = try TemporaryFolder()
    let complaint = try folder.emptyFile("complaint")
    let model = try folder.file("model.xml", Models.garage)
    let lost = try Tool.run(
      ["model", "check", model.path], output: Tool.full, complaint: complaint)
    #expect(lost.status == 1)
    #expect(lost.complaint.hasPrefix("coredata: the output cannot be written: "))
    let output = try folder.emptyFile("output")
    let mute = try Tool.run(["nonsense"], output: output, complaint: Tool.full)
    #expect(mute.status == 2)
  }

  @Test(arguments: [["--help"], ["demo", "--help"], ["store", "info", "--help"], []])
  func helpGoesToStandardOutput(_ arguments: [String]) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("USAGE"))
    #expect(outcome.complaint.isEmpty)
  }
}
