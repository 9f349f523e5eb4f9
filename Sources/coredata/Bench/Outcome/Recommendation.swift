// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation

/// Which backend suits a part of the model, and why.
struct Recommendation {
  let subject: String
  /// nil when none of those measured keeps data that must last.
  let choice: Backend?
  let reasons: [String]
  /// Time by backend, weighted over the cases, as a multiple of the first backend's.
  let scores: [Backend: Double]

  /// Below this the times do not decide.
  private static let margin = 0.9

  init(part: ModelPart, group: ResultGroup, settings: BenchSettings) {
    subject = part.name
    let backends = settings.backends
    let reference = backends.first { $0.isDurable } ?? backends[0]
    var scores: [Backend: Double] = [:]
    for backend in backends {
      scores[backend] = Self.score(
        of: backend.name, to: reference.name, group, settings.mix)
    }
    self.scores = scores
    let candidates = backends.filter { ($0.isDurable || !settings.mustLast) && scores[$0] != nil }
    choice = Self.choice(candidates, scores)
    reasons =
      choice.map {
        RecommendationText(
          choice: $0, candidates: candidates, scores: scores, group: group, settings: settings
        ).sentences
      } ?? [
        "Only memory was measured, and what it holds is gone when the program ends. Measure a "
          + "durable backend, or say --volatile if the data need not last."
      ]
  }

  /// The fastest; the one whose files others can read, if the fastest gains less than a tenth.
  private static func choice(_ candidates: [Backend], _ scores: [Backend: Double]) -> Backend? {
    guard let fastest = candidates.min(by: { scores[$0] ?? 1 < scores[$1] ?? 1 }) else {
      return nil
    }
    guard fastest != .sqlite, candidates.contains(.sqlite), let other = scores[.sqlite],
      let best = scores[fastest], best / other > margin
    else { return fastest }
    return .sqlite
  }

  /// Returns the geometric mean of the ratios of all cases that both did, weighted.
  static func score(
    of store: String, to other: String, _ group: ResultGroup, _ mix: WorkMix
  ) -> Double? {
    var sum = 0.0
    var weights = 0.0
    for part in group.cases {
      guard let ratio = group.ratio(part, store, to: other), ratio > 0 else { continue }
      sum += mix.weight(part) * log(ratio)
      weights += mix.weight(part)
    }
    return weights > 0 ? exp(sum / weights) : nil
  }

  /// `takes 0.62 of the time of LMDB`, `takes 3.1 times as long as LMDB`
  static func phrase(_ ratio: Double, _ other: String) -> String {
    if ratio < 0.95 { return "takes \(text(ratio)) of the time of \(other)" }
    return ratio < 1.05
      ? "takes as long as \(other)" : "takes \(text(ratio)) times as long as \(other)"
  }

  /// `0.62`, `3.1`, `12`
  static func text(_ ratio: Double) -> String {
    String(format: ratio < 1 ? "%.2f" : ratio < 10 ? "%.1f" : "%.0f", ratio)
  }
}
