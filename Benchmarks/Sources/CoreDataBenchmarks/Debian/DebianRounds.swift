// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import DebianPackages
import Foundation

/// Starts a worker for every system and round, one at a time.
struct DebianRounds {
  let systems: [any DebianSystem]
  let cases: [DebianCase]
  /// How many packages; 0 for all.
  let count: Int
  /// The index all workers read.
  let index: URL
  let folder: URL
  let progress: FileHandle?

  /// The order turns by one from round to round, and every other round is run backwards.
  func run(_ rounds: Int) throws -> [RoundSample] {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var samples: [RoundSample] = []
    for round in 0..<rounds {
      let shift = round % systems.count
      let turned = systems[shift...] + systems[..<shift]
      for system in round.isMultiple(of: 2) ? Array(turned) : turned.reversed() {
        note("round \(round + 1) of \(rounds) · \(system.identifier)")
        try WorkerProcess([executable] + arguments(system)).run { sample in
          samples.append(RoundSample(round: round, sample: sample))
        }
      }
    }
    return samples
  }

  private func arguments(_ system: any DebianSystem) -> [String] {
    [
      "debian", "worker", "--system", system.name, "--store", system.store,
      "--cases", cases.map(\.rawValue).joined(separator: ","), "--n", String(count),
      "--index", index.path, "--dir", folder.path,
    ]
  }

  private func note(_ line: String) {
    // Nothing is lost when a line of progress cannot be written.
    try? progress?.write(contentsOf: Data((line + "\n").utf8))
  }
}
