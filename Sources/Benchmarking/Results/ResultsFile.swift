// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Reads and writes results: a plain array, and beside it where they were measured.
public enum ResultsFile {
  /// Writes `latest.json` and `latest.meta.json` into a folder, which is made when missing.
  public static func write(
    _ results: [BenchmarkResult], environment: RunEnvironment, to folder: URL,
    name: String = "latest"
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let lines = try results.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    let text = lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).json"))
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try encoder.encode(environment).write(to: folder.appendingPathComponent("\(name).meta.json"))
  }

  /// Returns the results of a file.
  public static func results(at file: URL) throws -> [BenchmarkResult] {
    try JSONDecoder().decode([BenchmarkResult].self, from: Data(contentsOf: file))
  }

  /// Where the results of a folder were measured.
  public static func environment(in folder: URL, name: String = "latest") throws -> RunEnvironment {
    let file = folder.appendingPathComponent("\(name).meta.json")
    return try JSONDecoder().decode(RunEnvironment.self, from: Data(contentsOf: file))
  }
}
