// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// What a history costs the saves that it records, beside the same saves without one:
// what reading and purging a long one costs:
// `swift run -c release --package-path Benchmarks HistoryCost [ROUNDS [TRANSACTIONS]]`.

import CoreData
import Foundation

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300
print("store     write                    without µs   with µs   ratio")
for type in ["SQLite", "LMDB", NSInMemoryStoreType] {
  try Comparison(type: type, rounds: rounds).run()
}
let transactions = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000
for type in ["SQLite", "LMDB", NSInMemoryStoreType] {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("history-\(UUID().uuidString)")
  // Left over, it is among the temporary files.
  defer { try? FileManager.default.removeItem(at: folder) }
  try Reading(folder, type, transactions: transactions).run(rounds: 50)
}
