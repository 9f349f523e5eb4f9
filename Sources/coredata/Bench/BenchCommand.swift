// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation

/// `coredata bench MODEL`
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Compare the backends on your own model, and say which suits it.",
    discussion: """
      Reads the model, makes data that it accepts (the same for every backend, from the seed), and \
      times the usual work on each: inserting, small saves, fetching, filtering, looking up, \
      following relationships, updating, deleting, opening. With --store, sizes are taken from an \
      existing store: how many objects of each entity, how long texts are, how much is nil, how many \
      are related. The store is only read.

      Every backend works in a process of its own, in rounds whose order turns; what was read and \
      written must agree between them. A model with configurations gets a recommendation for each, \
      and a run with all of them at once. Nothing stays behind: the stores lie in a temporary folder \
      below --dir; put that on the disk that the data will lie on.
      """)

  @Argument(help: "An .xcdatamodeld or .xcdatamodel bundle, or a contents file.")
  var model: String

  @Option(help: "A store made with the model, to take sizes from; may be repeated.")
  var store: [String] = []

  @Option(
    help: "How many objects. (default: as many as the stores have, at most 100,000; else 10,000)")
  var objects: Int?

  @Option(help: "How many rounds.")
  var rounds = 5

  @Option(help: "What is compared: sqlite, lmdb, memory.")
  var backends = Backend.available.map(\.rawValue).joined(separator: ",")

  @Option(help: "Only this configuration of the model.")
  var configuration: String?

  @Option(help: "What is timed.")
  var cases = BenchCase.allCases.map(\.rawValue).joined(separator: ",")

  @Option(help: "What the application mostly does: read, write or balanced.")
  var mix = WorkMix.balanced

  @Flag(help: "The data need not outlast the program, so memory may be recommended.")
  var volatile = false

  @Option(help: "Where the random data begins.")
  var seed: UInt64 = 42

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: "Write a page with plots to this file.")
  var report: String?

  @Option(help: "The folder for the temporary stores.")
  var dir: String?

  func run() throws {
    let settings = try BenchSettings(self)
    let outcome = try BenchRun(settings).run()
    if let report { try BenchPage(outcome).write(to: report) }
    Terminal.print(
      json ? [try outcome.json.text(isPretty: true)] : BenchSummary(outcome, page: report).lines)
  }
}

extension WorkMix: ExpressibleByArgument {}
