// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// One run of MigrationPathDriver, and what it said.
struct PathRun {
  let lines: [String]
  let wasKilled: Bool

  init(_ arguments: [String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("MigrationPathDriver")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    wasKilled =
      process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }

  func number(_ word: String) -> Int? {
    lines.lazy.compactMap { line in
      line.hasPrefix(word + " ") ? Int(line.dropFirst(word.count + 1)) : nil
    }.first
  }

  func has(_ word: String) -> Bool { lines.contains { $0 == word || $0.hasPrefix(word + " ") } }

  /// What is wrong with the store.
  var complaints: [String] {
    lines.filter { line in ["broken", "stuck"].contains { line.hasPrefix($0 + " ") } }
  }
}
