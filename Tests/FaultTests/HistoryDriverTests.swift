// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Histories that several processes write, some of which are killed (Tests/HistoryDriver).
@Suite struct HistoryDriverTests {
  /// Some of what the driver does at its defaults: 8 processes, 500 writes each.
  // R-PSC-731, R-PSC-732
  @Test(arguments: ["S", "L", "SL"])
  func killedWritersLeaveNoGap(_ kinds: String) throws {
    try run(["kinds=\(kinds)", "processes=8", "writes=40", "kills=10", "pace=30", "seed=1"])
  }

  // R-PSC-857
  @Test(arguments: ["SLS"])
  func contextsOfSeveralProcessesUnderStress(_ kinds: String) throws {
    try run([
      "kinds=\(kinds)", "processes=2", "lanes=8", "writes=1000000", "kills=30", "pace=500",
      "seconds=20", "seed=2",
    ])
  }

  private func run(_ arguments: [String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("HistoryDriver")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
  }
}
