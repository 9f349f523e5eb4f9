// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Savers that move money between stores and are killed all the time (Tests/TransferDriver): some
/// seconds of what `make torture` does for minutes.
@Suite struct TransferTests {
  // R-PSC-910, R-PSC-857
  @Test(arguments: [1])
  func noKillLosesOrSplitsATransfer(_ seed: Int) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("TransferDriver")
    process.arguments = ["seed=\(seed)", "seconds=60", "kills=60", "lanes=2"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
  }
}
