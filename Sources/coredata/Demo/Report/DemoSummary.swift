// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The end of the demonstration for people: the stores, what was verified, and the outcome.
struct DemoSummary {
  private let report: DemoReport

  init(_ report: DemoReport) { self.report = report }

  var lines: [String] { [""] + stores + [""] + entities + [""] + checks + ["", outcome] }

  private var stores: [String] {
    var table = TextTable([
      .text("Store"), .text("Type"), .text("File"), .number("Size"), .text("UUID"),
      .number("Rows"), .number("Imported"),
    ])
    table.rows = report.stores.map { store in
      [
        store.role.name, store.role.type, store.role.fileName ?? "–", Figures.bytes(store.bytes),
        store.uuid, Figures.count(store.rows), Figures.rate(store.importRate),
      ]
    }
    return table.lines()
  }

  private var entities: [String] {
    var table = TextTable([
      .text("Store"), .text("Entity"), .number("Rows"), .number("Next free ID"),
    ])
    for store in report.stores {
      for (place, entity) in store.entities.enumerated() {
        table.rows.append([
          place == 0 ? store.role.name : "", entity.name, Figures.count(entity.rows),
          entity.nextID.map(Figures.count) ?? "–",
        ])
      }
    }
    return table.lines()
  }

  private var checks: [String] {
    let failures = report.failures.map {
      "  MISMATCH  \($0.name): expected \($0.expected), found \($0.actual)"
    }
    let count = report.checks.count - failures.count
    return failures + [
      "  \(count) of \(Figures.count(report.checks.count, "check")) hold after reopening: counts, "
        + "checksums, links, routes, IDs"
    ]
  }

  private var outcome: String {
    guard report.failures.isEmpty else {
      return Terminal.heading("FAILED")
        + ": \(Figures.count(report.failures.count, "mismatch")) in \(report.folder)"
    }
    let records = Figures.count(report.recordCount)
    let what = report.isFirstRun ? "imported" : "found and brought up to date"
    return Terminal.heading("OK") + ": \(records) records \(what) in "
      + "\(report.stores.count) stores, reopened and verified in "
      + "\(Figures.seconds(report.seconds)). They lie in \(report.folder)"
      + (report.isFirstRun ? "; run it again to see them updated." : ".")
  }
}
