// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// Everything that was found.
struct BenchOutcome {
  /// One configuration, or the whole model.
  struct Part {
    let plan: DataPlan
    let group: ResultGroup
    let recommendation: Recommendation
  }

  static let mixedName = "by configuration"

  let settings: BenchSettings
  let environment: RunEnvironment
  var parts: [Part] = []
  /// All configurations at once, when there are several.
  var mix: ResultGroup?

  init(_ settings: BenchSettings) {
    self.settings = settings
    environment = RunEnvironment.current(
      versions: [:], rounds: settings.rounds, seed: settings.seed)
  }

  /// The results of the run with all configurations, in sentences.
  var mixSentences: [String] {
    guard let mix, let first = mix.stores.first else { return [] }
    let scores = mix.stores.map { store in
      (store, Recommendation.score(of: store, to: first, mix, settings.mix) ?? 1)
    }
    let list = scores.dropFirst().map { "“\($0)” " + Recommendation.phrase($1, "“\(first)”") }
    guard let best = scores.min(by: { $0.1 < $1.1 }), !list.isEmpty else { return [] }
    return [
      "With all configurations at once, \(list.joined(separator: ", ")); the fastest is "
        + "“\(best.0)”."
    ]
  }
}
