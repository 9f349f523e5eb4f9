// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DriverSupport
import Foundation
import Synchronization

/// What all lanes have seen.
final class Tally: Sendable {
  private struct Counts {
    var (kills, saves, audits, rounds) = (0, 0, 0, 0)
    var violations: [String] = []
    /// Refused saves by their code, with one text for each.
    var refusals: [String: (count: Int, text: String)] = [:]
  }

  private let counts = Mutex(Counts())

  var kills: Int { counts.withLock { $0.kills } }
  var isSound: Bool { counts.withLock { $0.violations.isEmpty } }
  var violations: Int { counts.withLock { $0.violations.count } }

  func noteRound() { counts.withLock { $0.rounds += 1 } }

  func note(_ child: Child, wasKilled: Bool) {
    counts.withLock { counts in
      if wasKilled { counts.kills += 1 }
      counts.saves += child.rest("ack").count
      counts.audits += child.lines.count { $0 == "sound" || $0.hasPrefix("violation") }
      for text in child.rest("refused") {
        let code = String(text.prefix { $0 != " " })
        counts.refusals[code, default: (0, text)].count += 1
      }
    }
  }

  func note(violation: String) {
    counts.withLock { $0.violations.append(violation) }
    say("VIOLATION \(violation)")
  }

  func report(seed: UInt64, seconds: Double) {
    counts.withLock { counts in
      for (_, refusal) in counts.refusals.sorted(by: { $0.key < $1.key }) {
        say("refused \(refusal.count) times: \(refusal.text.prefix(300))")
      }
      say(
        "seed \(seed): \(counts.kills) kills, \(counts.saves) saves, \(counts.audits) audits, "
          + "\(counts.rounds) rounds, \(Int(seconds)) s, \(counts.violations.count) violations")
    }
  }
}
