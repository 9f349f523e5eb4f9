// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import Foundation
import Synchronization

/// The temporary folder of a run. It goes when the run ends, also by an interrupt.
final class BenchFolder {
  let url: URL
  private let sources: [any DispatchSourceSignal]

  init(in folder: URL) throws {
    let url = folder.appendingPathComponent(
      "coredata-bench-\(getpid())-\(UUID().uuidString.prefix(8))", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      throw ToolFailure("\(folder.path) cannot be written: \(ErrorText.line(for: error))")
    }
    self.url = url
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { Self.interrupt(number, url) }
      source.activate()
      return source
    }
  }

  /// Removes everything.
  func remove() {
    for source in sources { source.cancel() }
    try? FileManager.default.removeItem(at: url)  // what cannot be removed does no harm
  }

  private static func interrupt(_ number: Int32, _ url: URL) {
    WorkerProcess.isEnding.withLock { $0 = true }
    if let worker = WorkerProcess.current.withLock({ $0 }) {
      kill(worker, SIGKILL)
      // What it was writing must not come back.
      for _ in 0..<100 where kill(worker, 0) == 0 { usleep(10_000) }
    }
    try? FileManager.default.removeItem(at: url)  // nobody is left to tell
    if isatty(STDERR_FILENO) == 1 { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    exit(128 + number)
  }
}
