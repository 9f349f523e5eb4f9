// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Random programs over a store, two contexts on it and a child of one, against a plain oracle.
///
/// A hundred, over every kind of stack; `make torture SECONDS=n` runs as many as there is time for; `CORE_DATA_TORTURE_SEED` repeats the
/// program of one seed, and prints its steps as they are done.
@Suite struct TortureTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["CORE_DATA_TORTURE_SECONDS"].flatMap(Double.init)
  private static let onlySeed = environment["CORE_DATA_TORTURE_SEED"].flatMap(UInt64.init)
  private static let length = 200
  /// A lane ends after so many failures.
  private static let enough = 5

  // R-CTX-100, 172, 179, 276, 279, 315…317, 375…378, 411, 412, 416, 481, 588, 612, 660, 665, 761,
  // 763, 800, 805, 810, 820
  @Test(arguments: 0..<2)
  func randomProgramsDoWhatTheOracleSays(_ lane: Int) throws {
    if let seed = Self.onlySeed {
      if lane == 0 { Self.check(seed, isVerbose: true) }
      return
    }
    let end = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
    var failures = 0
    let limit: UInt64 = end == nil ? 100 : .max
    for seed in stride(from: UInt64(lane), to: limit, by: 2) {
      if let end, Date() > end { return }
      if end != nil, seed % 100 < 2 { print("torture: from seed \(seed)") }
      if !Self.check(seed) { failures += 1 }
      if failures == Self.enough { return }
    }
  }

  /// Runs one program; a failing one is shortened and reported.
  @discardableResult
  private static func check(_ seed: UInt64, isVerbose: Bool = false) -> Bool {
    let program = Program(seed: seed, length: length)
    guard let failure = Runner.run(program, isVerbose: isVerbose) else { return true }
    var shorter = program
    shorter.steps.removeSubrange((failure.step + 1)...)
    let shortest = Shrinker { Runner.run($0) != nil }.shrink(shorter)
    let last = Runner.run(shortest) ?? failure
    Issue.record(
      """
      \(last.reason)
      \(shortest)
      what was done:
      \(last.log.map { "  \($0)" }.joined(separator: "\n"))
      """)
    return false
  }
}
