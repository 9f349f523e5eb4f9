// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// One run of FaultDriver, and what it said.
struct DriverRun {
  let lines: [String]
  let status: Int32
  let wasKilled: Bool

  /// Runs the driver to its end.
  init(_ settings: [String: String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("FaultDriver")
    process.environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    status = process.terminationStatus
    wasKilled = process.terminationReason == .uncaughtSignal && status == SIGKILL
  }

  /// Whether the program ran to its end, or was killed as it should.
  var endedWell: Bool { status == 0 || wasKilled }

  /// The lines that begin with a word, without it.
  func rest(_ word: String) -> [String] {
    lines.compactMap { $0.hasPrefix(word + " ") ? String($0.dropFirst(word.count + 1)) : nil }
  }

  /// The highest save that the program was told is done.
  var acknowledged: Int {
    (rest("ack") + rest("retried")).compactMap { Int($0) }.max() ?? -1
  }

  /// How many calls there were, the most of the phases.
  var calls: Int { rest("calls").compactMap { Int($0) }.max() ?? 0 }

  /// The last save that each store has, where `check` could tell.
  var lasts: [Int] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 4 && words[0] == "store" && words[2] == "last" ? Int(words[3]) : nil
    }
  }

  /// What is wrong with stores.
  var complaints: [String] {
    lines.filter { $0.hasPrefix("unopened") || $0.contains(" broken ") || $0.hasPrefix("unread") }
  }
}
