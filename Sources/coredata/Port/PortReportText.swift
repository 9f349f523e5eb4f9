// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import SourcePorting

/// A report on a port for people: the diff of a dry run, then what was done and what is left.
struct PortReportText {
  private let report: PortReport

  init(_ report: PortReport) { self.report = report }

  var lines: [String] { diff + [summary] + edits + remainders + failures }

  private var diff: [String] {
    guard report.isDryRun else { return [] }
    return report.changed.flatMap { entry in
      UnifiedDiff(entry.source, name: entry.file.name).text
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  private var summary: String {
    let all = Figures.count(report.entries.count, "source")
    let changed = Figures.count(report.changed.count)
    return report.isDryRun
      ? "\(changed) of \(all) would be changed." : "\(changed) of \(all) changed."
  }

  private var edits: [String] {
    let counts = Dictionary(grouping: report.changed.flatMap(\.source.edits), by: \.topic)
    guard !counts.isEmpty else { return [] }
    var table = TextTable([.text("Change"), .number("Places")])
    table.rows = EditTopic.allCases.compactMap { topic in
      counts[topic].map { [topic.rawValue, Figures.count($0.count)] }
    }
    return [""] + table.lines()
  }

  private var remainders: [String] {
    let rows = report.remainders
    guard !rows.isEmpty else { return ["", "Nothing is left to do."] }
    var table = TextTable([.text("Place"), .text("Topic"), .text("What and why")])
    table.rows = rows.map { file, remainder in
      ["\(file):\(remainder.line)", remainder.topic.rawValue, remainder.reason]
    }
    let title = Terminal.heading("Left to do") + ": " + Figures.count(rows.count, "place")
    return ["", title + " (docs/porting.md has a section on each topic)", ""] + table.lines()
  }

  private var failures: [String] {
    guard !report.failures.isEmpty else { return [] }
    var table = TextTable([.text("File"), .text("Why")])
    table.rows = report.failures.map { [$0.name, $0.reason] }
    return ["", Terminal.heading("Not ported"), ""] + table.lines()
  }
}
