// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation

// First figures: every system side by side, in interleaved rounds, as ratios within a round.
// Usage: CoreDataBenchmarks [N] [ROUNDS]

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5
ExampleModels.registerClasses()

let pairs: [(floor: any BenchmarkSystem, ours: any BenchmarkSystem)] = [
  (RawSQLiteSystem(), try CoreDataSystem(type: NSSQLiteStoreType)),
  (RawLMDBSystem(), try CoreDataSystem(type: LMDBStoreType)),
]
let driver = Driver(workload: Workload(count: count), rounds: rounds)
for pair in pairs { try driver.compare(pair.floor, pair.ours) }
