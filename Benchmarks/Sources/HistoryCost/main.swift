// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// What a history costs the saves that it records, beside the same saves without one:
// `swift run -c release --package-path Benchmarks HistoryCost [ROUNDS]`.

import CoreData
import Foundation

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300
print("store     write                    without µs   with µs   ratio")
for type in ["SQLite", "LMDB", NSInMemoryStoreType] {
  try Comparison(type: type, rounds: rounds).run()
}
