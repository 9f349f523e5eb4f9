// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// The outcome for people.
struct BenchSummary {
  private let outcome: BenchOutcome
  private let page: String?

  init(_ outcome: BenchOutcome, page: String?) {
    self.outcome = outcome
    self.page = page
  }

  var lines: [String] {
    let parts = outcome.parts.flatMap { lines(of: $0) }
    let mix =
      outcome.mix.map { [Terminal.heading("All configurations at once")] + table(of: $0) + [""] }
      ?? []
    return parts + mix + [Terminal.heading("Recommendation")] + advice + closing
  }

  private func lines(of part: BenchOutcome.Part) -> [String] {
    let counts = part.plan.entities.filter { $0.count > 0 }
      .map { "\($0.name) \(Figures.count($0.count))" }
    let title = "\(part.plan.part.name): \(Figures.count(part.plan.objects, "object"))"
    return [Terminal.heading(title)] + Paragraph(counts.joined(separator: ", ")).lines()
      + part.plan.notes.flatMap { Paragraph($0).lines() } + table(of: part.group) + [""]
  }

  // MARK: - Tables

  private func table(of group: ResultGroup) -> [String] {
    var table = TextTable(
      [.text("Case")] + group.stores.flatMap { [.number($0), .number("")] })
    table.rows = group.cases.map { part in
      [part.title] + group.stores.flatMap { cells(for: part, store: $0, in: group) }
    }
    table.rows += extraRows(of: group)
    return [""] + table.lines()
  }

  private func cells(for part: BenchCase, store: String, in group: ResultGroup) -> [String] {
    guard let seconds = group.seconds(part, store) else { return ["–", ""] }
    let isFirst = store == group.stores.first
    let ratio = isFirst ? nil : group.ratio(part, store, to: group.stores[0])
    return [HumaneNumber.seconds(seconds), ratio.map { "× " + Recommendation.text($0) } ?? ""]
  }

  private func extraRows(of group: ResultGroup) -> [[String]] {
    [
      ("bytes on disk", "file_bytes", BenchCase.insert),
      ("memory for each object", "bytes_per_object", .fetch),
    ].filter { group.cases.contains($0.2) }.map { title, name, part in
      [title]
        + group.stores.flatMap { store in
          [group.extra(name, of: part, in: store).map { Figures.bytes(Int($0)) } ?? "–", ""]
        }
    }
  }

  // MARK: - Sentences

  private var advice: [String] {
    let parts = outcome.parts.flatMap { part in
      let choice = part.recommendation.choice?.name ?? "none of those measured"
      let text =
        "\(part.recommendation.subject): \(choice). "
        + part.recommendation.reasons.joined(separator: " ")
      return Paragraph(text).lines() + [""]
    }
    return parts + outcome.mixSentences.flatMap { Paragraph($0).lines() + [""] }
  }

  /// Conditions of assertions are not even evaluated in optimised programs.
  private static var isOptimised: Bool {
    var isOptimised = true
    assert(
      {
        isOptimised = false
        return true
      }())
    return isOptimised
  }

  private var closing: [String] {
    let settings = outcome.settings
    let text =
      "Medians of \(Figures.count(settings.rounds, "round")); × is the time as a multiple of the "
      + "first backend's in the same round. No backend forces saves to the disk but where the case "
      + "says so. Seed \(settings.seed)."
      + (settings.rounds < 3 ? " So few rounds say little." : "")
      + (Self.isOptimised
        ? ""
        : " This program was built without optimisation; build it with -c "
          + "release before you believe the times.")
      + (page.map { " The page with plots is \($0)." } ?? "")
    return Paragraph(text).lines()
  }
}
