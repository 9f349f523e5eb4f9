// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Runs a plan: starts a worker for each step, one at a time, and compares their checksums.
public struct Driver {
  private let plan: RunPlan
  private let folder: URL
  private let progress: ProgressLine

  /// `folder` is for the stores; what the driver makes in it, it removes.
  public init(_ plan: RunPlan, folder: URL, progress: ProgressLine = ProgressLine()) {
    self.plan = plan
    self.folder = folder
    self.progress = progress
  }

  /// The results of a run and its failures: workers that failed and checksums that disagree. A run
  /// with failures says nothing.
  public struct Outcome: Sendable {
    public var samples: [RoundSample] = []
    public var failures: [String] = []
  }

  public func run() throws -> Outcome {
    var outcome = Outcome()
    let steps = plan.counts.map { plan.steps(n: $0) }
    progress.begin(steps.reduce(0) { $0 + $1.count })
    for (n, steps) in zip(plan.counts, steps) where !steps.isEmpty {
      let stores = folder.appendingPathComponent("run-\(getpid())-\(n)")
      try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
      // Stores left in the folder of a run are not worth its results.
      defer { try? FileManager.default.removeItem(at: stores) }
      if steps.contains(where: { $0.competitor.readsText }) { try writeText(n, to: stores) }
      for step in steps {
        progress.advance(step)
        run(step, stores: stores, outcome: &outcome)
      }
    }
    progress.end()
    return outcome
  }

  private func writeText(_ n: Int, to stores: URL) throws {
    let workload = CompanyWorkload(count: n, seed: plan.seed)
    try workload.writeJSONLines(to: stores.appendingPathComponent("workload-\(n).jsonl"))
  }

  /// A worker that fails is named, and the others go on.
  private func run(_ step: RunPlan.Step, stores: URL, outcome: inout Outcome) {
    let arguments = step.competitor.arguments(
      step.cases, n: step.n, seed: plan.seed, folder: stores.path)
    do {
      try WorkerProcess(arguments).run { sample in
        progress.note(sample)
        if let failure = Checksums.disagreement(of: sample, with: outcome.samples.map(\.sample)) {
          outcome.failures.append(failure)
        }
        outcome.samples.append(RoundSample(round: step.round, sample: sample))
      }
    } catch {
      outcome.failures.append("\(step.competitor.identifier), \(step.n) employees: \(error)")
    }
  }
}
