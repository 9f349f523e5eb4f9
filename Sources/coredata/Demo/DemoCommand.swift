// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation

/// `coredata demo [--dir D] [--stores sqlite|lmdb|memory|mixed] [--json]`
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Atlas: one context over several stores, filled with real data.",
    discussion: """
      Imports the world's countries, subdivisions, languages, scripts, currencies and time zones \
      into one store, a traveller's plans into others, saves all of them at once, asks questions \
      across them, reopens everything and verifies it against the input. Run it again to see the \
      stores found and updated. Exit status 1 on any mismatch.
      """)

  @Option(help: "Where the stores lie. (default: coredata-atlas among temporary files)")
  var dir: String?

  @Option(help: "What carries the configuration Global.")
  var stores = GlobalCarrier.lmdb

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(
    help:
      "Kill a process in the middle of a save over two stores, and open them again; nothing else.")
  var crash = false

  @Flag(help: ArgumentHelp("Be the process that is killed.", visibility: .hidden))
  var crashChild = false

  @Option(help: ArgumentHelp("The folder of the ISO tables.", visibility: .hidden))
  var isoCodes = "/usr/share/iso-codes/json"

  @Option(help: ArgumentHelp("The time-zone table.", visibility: .hidden))
  var zoneTable = "/usr/share/zoneinfo/zone1970.tab"

  func run() throws {
    if crashChild { return try CrashDemo(folder: crashFolder).die() }
    if crash { return Terminal.print(try CrashDemo(folder: crashFolder).run()) }
    try importAtlas()
  }

  private var crashFolder: URL { AtlasFolder(path: dir).url }

  private func importAtlas() throws {
    let catalogue = try Catalogue(
      isoCodes: URL(fileURLWithPath: isoCodes), zoneTable: URL(fileURLWithPath: zoneTable))
    let folder = AtlasFolder(path: dir)
    var demo = try AtlasDemo(catalogue, in: folder, carrier: stores, isQuiet: json)
    let report = try demo.run()
    Terminal.print(
      json ? [try report.json.text(isPretty: true)] : DemoSummary(report).lines)
    if let failure = report.failures.first {
      throw ToolFailure(
        "the stores do not hold what was put in: \(failure.name) "
          + "should be \(failure.expected), is \(failure.actual)")
    }
  }
}
