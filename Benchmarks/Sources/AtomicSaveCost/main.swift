// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// What a save over two durable stores costs, beside two saves of one store each and beside a save
// without a journal (R-PSC-927): `swift run -c release --package-path Benchmarks AtomicSaveCost [ROUNDS]`.

import CoreData
import Foundation

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300
print("stores  kind                        median µs")
for types in [["SQLite", "SQLite"], ["SQLite", "LMDB"], ["LMDB", "LMDB"]] {
  try Comparison(types: types, rounds: rounds).run()
}
