// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A run of ChangeDriver: another process that has a store open.
final class ChangeProcess {
  private struct Ended: Error {
    let said: [String]
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()
  private var said: [String] = []
  /// What it said of its beginning: why it failed, if it did.
  private(set) var beginning = ""

  init(_ arguments: [String]) throws {
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("ChangeDriver")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    beginning = try hear("ready")
  }

  /// Waits until it has ended.
  func end() { process.waitUntilExit() }

  var number: Int32 { process.processIdentifier }

  deinit {
    try? input.fileHandleForWriting.close()  // it ends where its input does
    process.waitUntilExit()
  }

  func tell(_ command: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
  }

  /// Waits for a line, and returns what follows its first word.
  @discardableResult
  func hear(_ word: String) throws -> String {
    while true {
      let line = try line()
      said.append(line)
      if line.prefix(while: { $0 != " " }) == word { return String(line.dropFirst(word.count + 1)) }
    }
  }

  func ask(_ command: String, for word: String) throws -> String {
    try tell(command)
    return try hear(word)
  }

  private func line() throws -> String {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Ended(said: said) }
      rest += more
    }
  }
}
