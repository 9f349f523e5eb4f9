// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import Testing

struct ResultsFileTests {
  @Test func whatIsWrittenIsReadBack() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("results-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = BenchmarkResult(
      system: "Core Data", store: "SQLite", case: "2", n: 10, medianSeconds: 2, minSeconds: 1,
      maxSeconds: 3, cpuSeconds: 1, peakBytes: 9, ratio: 1.25)
    let environment = RunEnvironment.current(versions: ["SQLite": "3"], rounds: 5, seed: 42)
    try ResultsFile.write([result], environment: environment, to: folder)
    let file = folder.appendingPathComponent("latest.json")
    #expect(try ResultsFile.results(at: file) == [result])
    #expect(try ResultsFile.environment(in: folder) == environment)
  }
}
