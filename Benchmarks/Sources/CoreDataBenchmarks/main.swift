// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation

// First figures: every system side by side, in interleaved rounds, as ratios within a round.
// Usage: CoreDataBenchmarks [N] [ROUNDS]
//        CoreDataBenchmarks N REPEAT TYPE insert|fetch|lookup     (one case alone, for a profiler)

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5
ExampleModels.registerClasses()

if CommandLine.arguments.count > 4 {
  let system = try CoreDataSystem(type: CommandLine.arguments[3])
  try Driver(workload: Workload(count: count), rounds: rounds)
    .repeatCase(CommandLine.arguments[4], of: system)
} else {
  let pairs: [(floor: any BenchmarkSystem, ours: any BenchmarkSystem)] = [
    (RawSQLiteSystem(), try CoreDataSystem(type: NSSQLiteStoreType)),
    (RawLMDBSystem(), try CoreDataSystem(type: LMDBStoreType)),
  ]
  let driver = Driver(workload: Workload(count: count), rounds: rounds)
  for pair in pairs { try driver.compare(pair.floor, pair.ours) }
}
