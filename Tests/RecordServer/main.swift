// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import FlyingFox
import FlyingSocks
import Foundation

// Serves stores of records on the port given, or one of its own choice, which is the first line of
// the output. Ends when its standard input does, so that it never outlives the tests that started
// it.

let wanted = CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 0
let server = HTTPServer(
  address: try sockaddr_in.inet(ip4: "127.0.0.1", port: wanted),
  pool: PromptPool(base: HTTPServer.defaultPool()), logger: .disabled, handler: RecordService())
let running = Task { try await server.run() }
try await server.waitUntilListening()
guard case .ip4(_, let port) = await server.listeningAddress else { exit(1) }
FileHandle.standardOutput.write(Data("\(port)\n".utf8))
Thread.detachNewThread {
  while !FileHandle.standardInput.availableData.isEmpty {}
  exit(0)
}
try await running.value
