// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation
import Harness

/// `worker`: what the driver starts for a system and a round.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Run cases of one system; print a sample of JSON for each.")

  @OptionGroup var system: SystemOptions
  @Option(help: "Cases, as 1a,2,6b.") var cases: CaseList
  @Option(help: "How many employees.") var n: Int
  @Option(help: "A folder for the stores.") var dir: String
  @Option(help: "The seed of the data.") var seed: UInt64 = 42

  func run() throws {
    let folder = URL(fileURLWithPath: dir)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let workload = CompanyWorkload(count: n, seed: seed)
    let worker = Worker(try system.resolved(), workload, in: folder)
    try worker.run(cases.cases) { try WorkerOutput.print($0) }
  }
}
