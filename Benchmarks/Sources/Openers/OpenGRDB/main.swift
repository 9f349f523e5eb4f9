// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import GRDBPeers

// Opens a store with GRDB, reads the first employee, exits. Usage: OpenGRDB SYSTEM STORE FOLDER

guard CommandLine.arguments.count == 4 else { exit(2) }
let name = CommandLine.arguments[1]
let system: any BenchmarkSystem =
  name == "GRDB Codable" ? GRDBCodable() : GRDBByHand(name.hasSuffix("tuned") ? .tuned : .asGiven)
let salary = try system.openOnce(in: URL(fileURLWithPath: CommandLine.arguments[3]))
exit(salary > 0 ? 0 : 1)
