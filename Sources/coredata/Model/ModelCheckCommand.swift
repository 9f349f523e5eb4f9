// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation
import ModelFormat

/// `coredata model check PATH [--json]`
struct ModelCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what a model contains and what is wrong with it.",
    discussion: "Exit status 1 when the model has errors.")

  @Argument(
    help: "An .xcdatamodeld or .xcdatamodel bundle, a contents file, or any XML model file.",
    completion: .file())
  var path: String

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let report = try ModelReport(path: path)
    if json {
      Terminal.print(try report.json.text(isPretty: true))
    } else {
      Terminal.print(ModelReportText(report).lines)
    }
    guard let first = report.errors.first else { return }
    // On a terminal the errors have just been read.
    if Terminal.isInteractive, !json { throw ExitCode.failure }
    let more = report.errors.count - 1
    throw ToolFailure(first.description + (more > 0 ? " (and \(more) more)" : ""))
  }
}
