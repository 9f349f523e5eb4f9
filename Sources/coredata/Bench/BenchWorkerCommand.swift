// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation

/// `coredata bench-worker JOB SAMPLES`: one process of `coredata bench`.
struct BenchWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-worker", abstract: "Do one job of a comparison.", shouldDisplay: false)

  @Argument(help: "The file with the job.")
  var job: String

  @Argument(help: "The file that the samples are written to, a line each.")
  var samples: String

  func run() throws {
    let job = try JSONDecoder().decode(
      BenchJob.self, from: Data(contentsOf: URL(fileURLWithPath: job)))
    guard FileManager.default.createFile(atPath: samples, contents: nil),
      let file = FileHandle(forWritingAtPath: samples)
    else { throw ToolFailure("\(samples) cannot be written") }
    let encoder = JSONEncoder()
    try BenchWorker(job).run { sample in
      try file.write(contentsOf: try encoder.encode(sample) + Data("\n".utf8))
    }
    try file.close()
  }
}
