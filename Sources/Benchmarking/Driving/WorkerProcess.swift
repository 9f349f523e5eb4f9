// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// One worker: started, read line by line, waited for.
public struct WorkerProcess {
  private let arguments: [String]

  /// The program, looked up in the path, and its arguments.
  public init(_ arguments: [String]) { self.arguments = arguments }

  /// Hands over each sample as its line comes in; throws when the worker fails.
  public func run(_ report: (BenchmarkSample) -> Void) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let lines = Result { try read(output.fileHandleForReading, report) }
    if case .failure = lines { process.terminate() }
    process.waitUntilExit()
    try lines.get()
    guard process.terminationStatus == 0 else {
      throw BenchmarkFailure("the worker ended with status \(process.terminationStatus).")
    }
  }

  private func read(_ file: FileHandle, _ report: (BenchmarkSample) -> Void) throws {
    var pending = Data()
    while case let data = file.availableData, !data.isEmpty {
      pending.append(data)
      while let end = pending.firstIndex(of: 0x0A) {
        let line = pending[pending.startIndex..<end]
        pending = Data(pending[(end + 1)...])
        if !line.isEmpty { report(try WorkerOutput.sample(of: Data(line))) }
      }
    }
  }
}
