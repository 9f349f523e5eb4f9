// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation
import Harness

/// `profile`: one case alone, in this process, for a profiler.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Repeat one case of one system, without child processes.",
    discussion: """
      The timed part is the function timedPart, to which a profiler can be limited:
      valgrind --tool=callgrind --collect-atstart=no '--toggle-collect=*timedPart*' \
      CoreDataBenchmarks profile --system "Core Data" --store SQLite --case 2 --n 10000 --repeat 1
      """)

  @OptionGroup var system: SystemOptions
  @Option(name: .customLong("case"), help: "The case, as 1a.") var item: CaseList
  @Option(help: "How many employees.") var n: Int = 10_000
  @Option(name: .customLong("repeat"), help: "How often.") var count: Int = 5
  @Option(help: "A folder for the stores, kept for the next time; a temporary one by default.")
  var dir: String?
  @Option(help: "The seed of the data.") var seed: UInt64 = 42

  func run() throws {
    let temporary = FileManager.default.temporaryDirectory
      .appendingPathComponent("profile-\(UUID().uuidString)")
    let folder = dir.map { URL(fileURLWithPath: $0) } ?? temporary
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }
    let workload = CompanyWorkload(count: n, seed: seed)
    let worker = Worker(try system.resolved(), workload, in: folder)
    for item in item.cases {
      for _ in 0..<count { try worker.run([item]) { print(line($0)) } }
    }
  }

  private func line(_ sample: BenchmarkSample) -> String {
    let extra = (sample.extra ?? [:]).sorted { $0.key < $1.key }
      .map { String(format: "  %@ %.1f", $0.key, $0.value) }.joined()
    return sample.case
      + String(
        format: "  %.2f ms  cpu %.2f ms  peak %.1f MB", sample.wallSeconds * 1000,
        sample.cpuSeconds * 1000, Double(sample.peakBytes) / 1e6) + extra
  }
}
