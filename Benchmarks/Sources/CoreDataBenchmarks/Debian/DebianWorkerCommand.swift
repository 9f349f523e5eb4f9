// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Benchmarking
import DebianPackages
import Foundation

/// `debian worker`: what the driver starts for a system and a round.
struct DebianWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Run cases of one system on Debian's package index; print a sample of JSON for each.")

  @Option(help: "Who, as \"Core Data\" or \"raw SQLite\".") var system: String
  @Option(help: "On what: SQLite, LMDB, In-memory, \"three stores\".") var store: String
  @Option(help: "Cases, as D1,D5.") var cases = DebianCaseList(DebianCase.allCases)
  @Option(help: "A folder for the stores.") var dir: String
  @OptionGroup var index: IndexOptions

  func run() throws {
    let folder = URL(fileURLWithPath: dir)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let packages = try index.loaded()
    let worker = DebianWorker(
      try DebianSystems.system(system, store), DebianWorkload(index: packages),
      count: packages.packages.count, in: folder)
    try worker.run(cases.cases) { try WorkerOutput.print($0) }
  }
}
