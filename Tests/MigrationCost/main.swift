// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// The cost of migrations, beside the same work by hand where that can be:
//
//   MigrationCost FOLDER sqlite | lmdb | copy | manual ROWS [ROUNDS]
//
// For release builds on a machine that has nothing else to do.

#if SQLite && LMDB
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, let rows = Int(arguments[2]) else { exit(64) }
let folder = URL(fileURLWithPath: arguments[0], isDirectory: true)
let rounds = Rounds(count: arguments.dropFirst(3).first.flatMap(Int.init) ?? 5, folder: folder)
switch arguments[1] {
case "sqlite": try SQLiteCost(rounds: rounds, rows: rows).run(People.all)
case "lmdb": try LMDBCost(rounds: rounds, rows: rows).run()
case "copy": try CopyCost(rounds: rounds, rows: rows).run()
case "manual": try ManualCost(folder: folder, rows: rows).run()
default: exit(64)
}
#endif
