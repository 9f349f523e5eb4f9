// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The lines a worker prints: one sample of JSON each.
public enum WorkerOutput {
  /// Prints a sample and hands the line on at once.
  public static func print(_ sample: BenchmarkSample) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var line = try encoder.encode(sample)
    line.append(0x0A)
    try FileHandle.standardOutput.write(contentsOf: line)
  }

  /// Returns the sample of a line.
  public static func sample(of line: Data) throws -> BenchmarkSample {
    do {
      return try JSONDecoder().decode(BenchmarkSample.self, from: line)
    } catch {
      throw BenchmarkFailure("Not a sample: \(String(decoding: line, as: UTF8.self))")
    }
  }
}
