// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Makes an SQLite file, migrates it while system calls fail or kill, and says what it finds, a line
// each:
//
//   made | migrated | refused TEXT | calls N | version N | broken TEXT
//
// Run by MigrationFaultTests: MigrationDriver FOLDER make | migrate AT ACTION CALLS | check

#if SQLite
import CFaults
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { exit(64) }
faults_watch(arguments[0])
let steps = Steps(folder: URL(fileURLWithPath: arguments[0], isDirectory: true))
switch arguments[1] {
case "make": steps.make()
case "migrate" where arguments.count == 5:
  steps.migrate(at: Int(arguments[2]) ?? 0, Int32(arguments[3]) ?? 0, calls: arguments[4])
case "check": steps.check()
default: exit(64)
}
#endif
