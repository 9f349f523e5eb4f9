// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The goals as data: at most this much, by store and case.
public enum Goals {
  /// The system the goals are for.
  public static let system = "Core Data"
  /// By whose time ratios are taken.
  public static let floor = "raw SQLite"
  /// No case may take longer than with it.
  public static let peer = "GRDB by hand"

  public static let all: [Goal] = sqlite + lmdb + inMemory + routing + growth

  /// Returns the goal of a case at a size.
  public static func goal(store: String, case name: String, n: Int) -> Goal? {
    all.first { $0.store == store && $0.case == name && $0.sizes.contains(n) }
  }

  private static let million = 1_000_000

  private static let sqlite: [Goal] =
    [
      Goal(store: "SQLite", name: "2", limit: 1.6, sizes: 0...million - 1),
      Goal(store: "SQLite", name: "2", limit: 2.0, sizes: million...Int.max),
      Goal(store: "SQLite", name: "10", limit: 150, basis: .bytesPerObject),
    ]
    + [
      ("1a", 0.85), ("1b", 1.1), ("3", 1.05), ("4", 0.8), ("4b", 0.12), ("5", 0.95), ("6", 1.0),
      ("6b", 2.5), ("7", 0.8), ("8a", 1.1), ("8b", 1.02), ("9", 2.0), ("9b", 1.8), ("11", 0.7),
    ].map { Goal(store: "SQLite", name: $0.0, limit: $0.1) }

  private static let lmdb: [Goal] =
    [
      Goal(store: "LMDB", name: "8b", limit: 1.05, basis: .rawLMDB),
      Goal(store: "LMDB", name: "10", limit: 150, basis: .bytesPerObject),
    ]
    + [
      ("1a", 0.5), ("1b", 0.6), ("2", 0.8), ("3", 0.4), ("4", 0.45), ("5", 0.7), ("6", 0.55),
      ("7", 0.6), ("8a", 0.5), ("9", 2.0), ("9b", 1.8),
    ].map { Goal(store: "LMDB", name: $0.0, limit: $0.1) }

  private static let inMemory: [Goal] =
    [("1a", 450), ("2", 120), ("4", 90)]
    .map { Goal(store: "In-memory", name: $0.0, limit: $0.1, basis: .nanosecondsPerObject) }

  private static let routing: [Goal] = BenchmarkCase.routed.map {
    Goal(store: "three stores", name: BenchmarkCase.routedName($0), limit: 1.05, basis: .oneStore)
  }

  private static let growth: [Goal] = ["SQLite", "LMDB", "In-memory"].flatMap { store in
    [GrowthRow.time, GrowthRow.memory].map {
      Goal(store: store, name: $0, limit: 11, basis: .growth)
    }
  }
}
