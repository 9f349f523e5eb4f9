// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation

/// The outcome as a page with plots.
struct BenchPage {
  private let outcome: BenchOutcome

  init(_ outcome: BenchOutcome) { self.outcome = outcome }

  func write(to path: String) throws {
    do {
      try HTMLReport(report).write(to: URL(fileURLWithPath: path))
    } catch {
      throw ToolFailure("\(path) cannot be written: \(ErrorText.line(for: error))")
    }
  }

  private var report: Report {
    let settings = outcome.settings
    let name = URL(fileURLWithPath: settings.model.path).lastPathComponent
    var workloads = outcome.parts.map { part in
      BenchmarkReport.Workload(
        part.plan.part.name, introduction: Prose(plain: introduction(part.plan)),
        comparison: comparison(part.group, [part.plan]))
    }
    if let mix = outcome.mix {
      workloads.append(
        BenchmarkReport.Workload(
          "All configurations at once",
          introduction: Prose(plain: outcome.mixSentences.joined(separator: " ")),
          comparison: comparison(mix, outcome.parts.map(\.plan))))
    }
    return BenchmarkReport(
      title: "Which store for \(name)?",
      subtitle: Prose(plain: subtitle), environment: outcome.environment,
      advice: outcome.parts.map(\.recommendation).map(advice), workloads: workloads
    ).report
  }

  private var subtitle: String {
    let settings = outcome.settings
    let size = Figures.count(settings.objects, "object")
    let source =
      settings.stores.isEmpty
      ? "made to fit the model" : "in the proportions of \(settings.stores.joined(separator: ", "))"
    return "\(size), \(source); weighed for \(settings.mix.text)."
  }

  private func advice(_ recommendation: Recommendation) -> Advice {
    Advice(
      subject: recommendation.subject, choice: recommendation.choice?.name ?? "None of these",
      reason: Prose(plain: recommendation.reasons.joined(separator: " ")))
  }

  private func introduction(_ plan: DataPlan) -> String {
    let counts = plan.entities.filter { $0.count > 0 }
      .map { "\($0.name) \(Figures.count($0.count))" }
    return ([counts.joined(separator: ", ") + "."] + plan.notes).joined(separator: " ")
  }

  private func comparison(_ group: ResultGroup, _ plans: [DataPlan]) -> Comparison {
    Comparison(
      results: group.results,
      cases: group.cases.map { CaseText(part: $0, plans: plans).description },
      reference: nil, sizeLabel: "objects")
  }
}
