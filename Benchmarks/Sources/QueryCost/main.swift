// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// What questions to a large store cost beside the same questions put to SQLite or LMDB by hand:
// `swift run -c release --package-path Benchmarks QueryCost [ROWS] [ROUNDS]`.

import Foundation

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rows = arguments.first ?? 1_000_000
let rounds = arguments.dropFirst().first ?? 15
let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("query-cost-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
// Left over, it is among the temporary files.
defer { try? FileManager.default.removeItem(at: folder) }
print("question                     store    by hand µs   library µs   ratio   goal")
try Trial(SQLiteFloor.make, "SQLite", folder, rows: rows).run(rounds: rounds)
try Trial(LMDBFloor.make, "LMDB", folder, rows: rows).run(rounds: rounds)
