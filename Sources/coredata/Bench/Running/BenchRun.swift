// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation

/// Measures everything and draws conclusions.
struct BenchRun {
  private let settings: BenchSettings

  init(_ settings: BenchSettings) { self.settings = settings }

  func run() throws -> BenchOutcome {
    let plans = try settings.model.parts.map { part in
      try DataPlan(
        settings.model, part, objects: settings.objects, seed: settings.seed,
        profile: settings.profile)
    }
    let folder = try BenchFolder(in: settings.folder)
    defer { folder.remove() }
    var outcome = BenchOutcome(settings)
    let profile = try profileFile(in: folder.url)
    outcome.parts = try measured(plans, in: folder.url, profile: profile).map { plan, group in
      let advice = Recommendation(part: plan.part, group: group, settings: settings)
      return BenchOutcome.Part(plan: plan, group: group, recommendation: advice)
    }
    if outcome.parts.count > 1 { outcome.mix = try mix(outcome, in: folder.url, profile: profile) }
    return outcome
  }

  private func profileFile(in folder: URL) throws -> String? {
    guard let profile = settings.profile else { return nil }
    let file = folder.appendingPathComponent("profile.json")
    try JSONEncoder().encode(profile).write(to: file)
    return file.path
  }

  private func job(_ stores: [BenchJob.Store], label: String, profile: String?) -> BenchJob {
    BenchJob(
      store: label, model: settings.model.path, stores: stores, objects: settings.objects,
      seed: settings.seed, cases: settings.cases, folder: "", profile: profile,
      isMixed: stores.count > 1)
  }

  // MARK: - Each part alone

  private func measured(
    _ plans: [DataPlan], in folder: URL, profile: String?
  ) throws -> [(DataPlan, ResultGroup)] {
    let bar = ProgressBar(
      "Measuring", total: plans.count * settings.rounds * settings.backends.count,
      isShown: Terminal.isInteractive && !settings.isQuiet)
    defer { bar.finish() }
    return try plans.map { plan in
      let jobs = settings.backends.map { backend in
        job(
          [.init(configuration: plan.part.configuration, backend: backend)], label: backend.name,
          profile: profile)
      }
      return (plan, try rounds(of: jobs, title: plan.part.name, in: folder, bar: bar))
    }
  }

  /// Rounds are interleaved, and each begins with another job.
  private func rounds(
    of jobs: [BenchJob], title: String, in folder: URL, bar: ProgressBar
  ) throws -> ResultGroup {
    var group = ResultGroup(title: title, stores: jobs.map(\.store))
    let worker = JobProcess(folder: folder)
    for round in 0..<settings.rounds {
      for turn in jobs.indices {
        let job = jobs[(turn + round) % jobs.count]
        for sample in try worker.run(job, named: "\(title) in \(job.store)") {
          try group.add(sample, round: round)
        }
        bar.advance()
      }
    }
    return group
  }

  // MARK: - All parts at once

  /// Every durable backend for everything, and what was recommended for each part.
  private func mix(
    _ outcome: BenchOutcome, in folder: URL, profile: String?
  ) throws -> ResultGroup {
    let parts = outcome.parts.map(\.plan.part)
    var jobs = settings.backends.filter { $0.isDurable || !settings.mustLast }.map { backend in
      job(
        parts.map { .init(configuration: $0.configuration, backend: backend) },
        label: "all in \(backend.name)", profile: profile)
    }
    let chosen = outcome.parts.compactMap(\.recommendation.choice)
    if chosen.count == parts.count, Set(chosen).count > 1 {
      let stores = zip(parts, chosen).map {
        BenchJob.Store(configuration: $0.configuration, backend: $1)
      }
      jobs.append(job(stores, label: BenchOutcome.mixedName, profile: profile))
    }
    let bar = ProgressBar(
      "All configurations at once", total: settings.rounds * jobs.count,
      isShown: Terminal.isInteractive && !settings.isQuiet)
    defer { bar.finish() }
    return try rounds(of: jobs, title: "all configurations", in: folder, bar: bar)
  }
}
