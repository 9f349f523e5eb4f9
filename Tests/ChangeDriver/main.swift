// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Another process with a store, for the tests of remote changes. It does what it is told, line by line:
//
//   ChangeDriver <type> <path> [refused] [history] [exclusive]
//
// and answers with a line each: `ready` at the beginning, `saved`, `count n`, `events n` and `removed`;
// with `changed` in between, for each notification. With `refused` no file-system events are to be had,
// with `exclusive` no other process has the store. It says `failed` and why if it cannot have it.

import CFaults
import CoreData
import CoreDataTestSupport
import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(2) }
if arguments.contains("refused") {
  faults_watch((arguments[2] as NSString).deletingLastPathComponent)
  faults_arm(1, ENOSPC, "e", 1)
}
let program: ChangeProgram
do {
  program = try ChangeProgram(
    type: arguments[1], path: arguments[2], hasHistory: arguments.contains("history"),
    isExclusive: arguments.contains("exclusive"))
} catch {
  ChangeProgram.say("ready", "failed", "\((error as NSError).code)", "\(error)")
  exit(1)
}
ChangeProgram.say("ready")
while let line = readLine() { try program.run(line) }
