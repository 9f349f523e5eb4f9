// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Fills a store, migrates it along a path while system calls fail or kill, and says what it finds, a line
// each:
//
//   made | migrated | refused NAMED TEXT | recovered | stuck TEXT | calls N | version N | broken TEXT
//   finished | checked
//
// NAMED is `named` if the error tells of which file it is. Run by PathFaultTests:
//
//   MigrationPathDriver FOLDER TYPE PATH make | migrate AT ACTION CALLS PERSISTENT | check

import CFaults
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 4, let path = MigrationPath(rawValue: arguments[2]) else { exit(64) }
faults_watch(arguments[0])
let program = Program(
  folder: URL(fileURLWithPath: arguments[0], isDirectory: true), type: arguments[1], path: path)
switch arguments[3] {
case "make": program.make()
case "migrate" where arguments.count == 8:
  program.migrate {
    faults_arm(
      Int(arguments[4]) ?? 0, Int32(arguments[5]) ?? 0, arguments[6], arguments[7] == "1" ? 1 : 0)
  }
case "check": program.check()
default: exit(64)
}
