// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Another process, for the page on persistent history. It imports what it is told, a story a line:
//
//   ImportDriver <type> <path>
//
// and answers `imported` to each.

import CoreData
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(2) }
let coordinator = try Importer.open(
  type: arguments[1], at: URL(fileURLWithPath: arguments[2]))
while let line = readLine() {
  try Importer.add([line], to: coordinator)
  FileHandle.standardOutput.write(Data("imported\n".utf8))
}
