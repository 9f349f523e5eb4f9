// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A run of ImportDriver: another process that has a store open.
final class ImportProcess {
  private struct Ended: Error {}

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ type: String, _ path: String) throws {
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("ImportDriver")
    process.arguments = [type, path]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()  // it ends where its input does
    process.waitUntilExit()
  }

  /// Has it import a story, and waits until it has.
  func add(_ headline: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(headline)\n".utf8))
    let answer = output.fileHandleForReading.availableData
    guard !answer.isEmpty else { throw Ended() }
  }
}
