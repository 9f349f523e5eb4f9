// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The goals as data: at most this much, by store and case.
public enum Goals {
  /// The system the goals are for.
  public static let system = "Core Data"
  /// By whose time ratios are taken.
  public static let floor = "raw SQLite"
  /// The harder floor, whose ratios stand beside: the same with the settings of our connections.
  public static let tunedFloor = "raw SQLite, tuned"
  /// No case may take longer than with it.
  public static let peer = "GRDB by hand"

  public static let all: [Goal] = sqlite + lmdb + inMemory + routing + growth

  /// Returns the goal of a case at a size.
  public static func goal(store: String, case name: String, n: Int) -> Goal? {
    all.first { $0.store == store && $0.case == name && $0.sizes.contains(n) }
  }

  private static let (hundredThousand, million) = (100_000, 1_000_000)

  private static let sqlite: [Goal] =
    everySize(
      "SQLite",
      [
        ("3", 0.95), ("4b", 0.12), ("5", 1.2), ("6", 1.4), ("6b", 3.0), ("8b", 1.2), ("9", 2.0),
        ("9b", 2.3), ("11", 0.5),
      ])
    + twoSizes(
      "SQLite",
      [
        ("1a", 0.9, 0.65), ("1b", 0.95, 0.7), ("4", 0.28, 0.55), ("7", 1.2, 0.75),
        ("8a", 2.0, 1.6),
      ])
    + [
      Goal(store: "SQLite", name: "2", limit: 1.35, sizes: 0...million - 1),
      Goal(store: "SQLite", name: "2", limit: 1.6, sizes: million...Int.max),
    ]
    + common("SQLite")

  private static let lmdb: [Goal] =
    everySize(
      "LMDB",
      [
        ("1a", 0.35), ("1b", 0.4), ("2", 1.0), ("3", 0.4), ("4", 0.45), ("5", 0.65), ("6", 0.75),
        ("8a", 0.8), ("9", 2.0), ("9b", 2.3), ("11", 0.5),
      ])
    + twoSizes("LMDB", [("7", 0.6, 0.38)])
    + [Goal(store: "LMDB", name: "8b", limit: 1.05, basis: .rawLMDB)]
    + common("LMDB")

  private static let inMemory: [Goal] =
    [("1a", 2_000), ("2", 250), ("4", 90)].map {
      Goal(store: "In-memory", name: $0.0, limit: $0.1, basis: .nanosecondsPerObject)
    } + [typedSet("In-memory")]

  /// The goals that stores with a file have alike.
  private static func common(_ store: String) -> [Goal] {
    [typedSet(store), Goal(store: store, name: "10", limit: 120, basis: .bytesPerObject)]
  }

  private static func typedSet(_ store: String) -> Goal {
    Goal(store: store, name: "6t", limit: 1.2, basis: .liveSet)
  }

  private static func everySize(_ store: String, _ limits: [(String, Double)]) -> [Goal] {
    limits.map { Goal(store: store, name: $0.0, limit: $0.1) }
  }

  /// Limits below 100,000 employees and from there on: what a save costs whatever it saves weighs
  /// more where there is less.
  private static func twoSizes(_ store: String, _ limits: [(String, Double, Double)]) -> [Goal] {
    limits.flatMap { name, few, many in
      [
        Goal(store: store, name: name, limit: few, sizes: 0...hundredThousand - 1),
        Goal(store: store, name: name, limit: many, sizes: hundredThousand...Int.max),
      ]
    }
  }

  private static let routing: [Goal] = BenchmarkCase.routed.map {
    Goal(store: "three stores", name: BenchmarkCase.routedName($0), limit: 1.02, basis: .oneStore)
  }

  private static let growth: [Goal] = ["SQLite", "LMDB", "In-memory"].flatMap { store in
    [GrowthRow.time, GrowthRow.memory].map {
      Goal(store: store, name: $0, limit: 11, basis: .growth)
    }
  }
}
