// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The built tool, run as people run it, with its output in files: a pipe would hold it up.
struct Tool {
  struct Outcome {
    let status: Int32
    let output: String
    let complaint: String

    /// The output as one JSON object.
    func json() throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
      guard let object = value as? [String: Any] else { throw NoObject(text: output) }
      return object
    }

    /// The output as JSON objects, one on a line.
    func jsonLines() throws -> [[String: Any]] {
      try output.split(separator: "\n").map { line in
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let object = value as? [String: Any] else { throw NoObject(text: String(line)) }
        return object
      }
    }
  }

  struct NoObject: Error {
    let text: String
  }

  /// The executable lies beside the bundle of the tests.
  private static var executable: URL {
    Bundle.main.bundleURL.appendingPathComponent("coredata")
  }

  static func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  static func run(_ arguments: [String]) throws -> Outcome {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try run(
        arguments, output: folder.emptyFile("output"), complaint: folder.emptyFile("complaint"))
    }
  }

  /// The same with its output in given files.
  static func run(_ arguments: [String], output: URL, complaint: URL) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaint)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try text(in: output),
      complaint: try text(in: complaint))
  }

  private static func text(in file: URL) throws -> String {
    file == full ? "" : try String(contentsOf: file, encoding: .utf8)
  }

  /// A file on a disk that is full.
  static let full = URL(fileURLWithPath: "/dev/full")
}
