// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A system the driver starts as a process of its own: who it is and how it is started.
public struct Competitor: Hashable, Sendable {
  public var system: String
  public var store: String
  public var cases: [BenchmarkCase]
  /// The program and its first arguments, before `worker`.
  public var command: [String]
  /// True if it takes the data as text instead of making them itself.
  public var readsText: Bool
  /// The most employees it is asked to cope with.
  public var largestCount: Int
  /// Fewer rounds than the others, for the slow.
  public var mostRounds: Int

  public init(
    system: String, store: String, cases: [BenchmarkCase], command: [String],
    readsText: Bool = false, largestCount: Int = .max, mostRounds: Int = .max
  ) {
    self.system = system
    self.store = store
    self.cases = cases
    self.command = command
    self.readsText = readsText
    self.largestCount = largestCount
    self.mostRounds = mostRounds
  }

  /// As it is called in lists: "Core Data/SQLite".
  public var identifier: String { "\(system)/\(store)" }

  /// Returns the command line of one round.
  func arguments(_ cases: [BenchmarkCase], n: Int, seed: UInt64, folder: String) -> [String] {
    let list = cases.map(\.rawValue).joined(separator: ",")
    return command + [
      "worker", "--system", system, "--store", store, "--cases", list, "--n", String(n),
      "--dir", folder, "--seed", String(seed),
    ]
  }
}
