// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import SourcePorting

/// `coredata port DIR [--dry-run] [--json]`
struct PortCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "port",
    abstract: "Bring Swift sources written for Apple's Core Data to this library.",
    discussion: """
      Takes @objc away, makes #keyPath texts and #selector of comparisons names, adds the imports \
      that Linux needs, and lists what a person has to look at; docs/porting.md says more. Code \
      under conditions such as #if os(iOS), comments and texts stay as they are. A second run \
      changes nothing.

      Hidden files, Carthage, DerivedData and Pods are passed over. Put the sources under version \
      control first: files are changed in place.

      Exit status 0 when nothing is left to do, 3 when something is (with --dry-run also when \
      something would be changed), 1 when a file could not be read or written.
      """)

  @Argument(help: "A folder with Swift sources, or one source.", completion: .directory)
  var path: String

  @Flag(help: "Print the changes as a unified diff, and make none.")
  var dryRun = false

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let folder = try SourceFolder(path)
    var report = PortReport(folder, isDryRun: dryRun)
    if !dryRun { report.write() }
    if json {
      Terminal.print(try report.json.text(isPretty: true))
    } else {
      Terminal.print(PortReportText(report).lines)
    }
    if !report.failures.isEmpty {
      throw ToolFailure("\(Figures.count(report.failures.count, "file")) could not be ported")
    }
    if !report.isDone { throw ExitCode(3) }
  }
}
